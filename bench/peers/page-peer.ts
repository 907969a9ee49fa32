import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { extname, join, relative } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { openPool } from '@wheelhouse/db/database.ts'
import { devicesOfLocation, oneLocation, placesOfStatus } from './location-queries.ts'
import { serve } from './serving.ts'
import { barePage } from './session-queries.ts'

/**
 * Serves the built pages from memory, compressed and kept by browsers as those of the console are, and what the pages of
 * first-load request: sessions, one location and its devices; and all places for that of the map.
 */

const folder = process.env.PAGES ?? ''
const pool = openPool(process.env.DATABASE_URL ?? '', { max: 4, applicationName: 'wheelhouse bench peer' })

const kinds: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}
const compressed = (content: string | Buffer, quality: number): Buffer =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
/** As the console's build packs its files, and as its server packs replies. */
const [fileQuality, replyQuality] = [9, 4]

const files = new Map<string, { type: string; content: Buffer; isText: boolean }>()
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  const path = join(folder, name)
  if (!statSync(path).isFile()) continue
  const type = kinds[extname(name)]
  const content = readFileSync(path)
  files.set(`/${relative(folder, path)}`, {
    type: type ?? 'application/octet-stream',
    content: type ? compressed(content, fileQuality) : content,
    isText: type !== undefined,
  })
}

type Reply = (query: URLSearchParams, id: string) => Promise<unknown>

const rowsOf = async (name: string, text: string, values: unknown[]): Promise<Record<string, unknown>[]> =>
  (await pool.query({ name, text, values })).rows

const replies: [pattern: RegExp, reply: Reply][] = [
  [
    /^\/rows$/,
    async (query) => ({
      items: await rowsOf('page', barePage, [query.get('from') ?? '2000-01-01', Number(query.get('limit') ?? 100)]),
    }),
  ],
  [/^\/points$/, async (query) => ({ items: await rowsOf('places', placesOfStatus, [query.get('status')]) })],
  [/^\/locations\/([^/]+)$/, async (_, id) => (await rowsOf('location', oneLocation, [id]))[0]],
  [/^\/locations\/([^/]+)\/devices$/, (_, id) => rowsOf('devices', devicesOfLocation, [id])],
]

function replyTo({ pathname, searchParams }: URL): Promise<unknown> | undefined {
  for (const [pattern, reply] of replies) {
    const found = pattern.exec(pathname)
    if (found) return reply(searchParams, found[1] ?? '')
  }
  return undefined
}

/** Compressed for a browser, plain for the comparison. */
function sendData(reply: ServerResponse, body: string, isCompressed: boolean): void {
  reply.setHeader('content-type', 'application/json')
  if (isCompressed) reply.setHeader('content-encoding', 'br')
  reply.end(isCompressed ? compressed(body, replyQuality) : body)
}

const server = createServer((request, reply) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const data = replyTo(url)
  if (data !== undefined) {
    return void data.then(
      (body) => sendData(reply, JSON.stringify(body), request.headers['accept-encoding']?.includes('br') === true),
      (error: Error) => reply.writeHead(500).end(error.message),
    )
  }
  const file = files.get(url.pathname.endsWith('/') ? `${url.pathname}index.html` : url.pathname)
  if (!file) return void reply.writeHead(404).end()
  // The names of assets change with their content.
  const caching = url.pathname.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
  reply
    .writeHead(200, {
      'content-type': file.type,
      'cache-control': caching,
      ...(file.isText ? { 'content-encoding': 'br' } : {}),
    })
    .end(file.content)
})
serve(server)
