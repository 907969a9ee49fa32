import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, relative } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { openPool } from '@wheelhouse/db/database.ts'
import { barePage } from './session-queries.ts'

/** Serves the built pages from memory, compressed, and the rows of sessions that the page of first-load requests. */

const folder = process.env.PAGES ?? ''
const pool = openPool(process.env.DATABASE_URL ?? '', { max: 4, applicationName: 'wheelhouse bench peer' })

const kinds: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}
const compressed = (content: string | Buffer): Buffer =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })

const files = new Map<string, { type: string; content: Buffer; isText: boolean }>()
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  const path = join(folder, name)
  if (!statSync(path).isFile()) continue
  const type = kinds[extname(name)]
  const content = readFileSync(path)
  files.set(`/${relative(folder, path)}`, {
    type: type ?? 'application/octet-stream',
    content: type ? compressed(content) : content,
    isText: type !== undefined,
  })
}

async function rows(query: URLSearchParams): Promise<Buffer> {
  const result = await pool.query({
    name: 'page',
    text: barePage,
    values: [query.get('from') ?? '2000-01-01', Number(query.get('limit') ?? 100)],
  })
  return compressed(JSON.stringify({ items: result.rows }))
}

const server = createServer((request, reply) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  if (url.pathname === '/rows') {
    return void rows(url.searchParams).then(
      (body) => reply.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'br' }).end(body),
      (error: Error) => reply.writeHead(500).end(error.message),
    )
  }
  const file = files.get(url.pathname.endsWith('/') ? `${url.pathname}index.html` : url.pathname)
  if (!file) return void reply.writeHead(404).end()
  reply
    .writeHead(200, { 'content-type': file.type, ...(file.isText ? { 'content-encoding': 'br' } : {}) })
    .end(file.content)
})
server.listen(0, 'localhost', () => process.send?.({ port: (server.address() as AddressInfo).port }))
for (const signal of ['SIGTERM', 'disconnect'] as const) process.on(signal, () => process.exit(0))
