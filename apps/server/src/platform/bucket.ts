import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createWriteStream, openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
// The types of the browser and of Node name one stream by two types.
import type { ReadableStream } from 'node:stream/web'
import { fileName } from './file-names.ts'
import type { Files } from './file-names.ts'
import { readReply } from './outward-http.ts'

/**
 * A bucket that supports the S3 protocol, addressed by path:
 * `s3[+http]://key:secret@host[:port]/bucket[/prefix]?region=...`.
 */
interface Bucket {
  origin: string
  host: string
  /** `/bucket/prefix`. */
  path: string
  region: string
  key: string
  secret: string
}

const withinMs = 20_000
/** A report may have some hundred megabytes. */
const longMs = 900_000
/** Beyond the largest file that is stored; a page of names has a thousand of them. */
const fileAtMost = 64 * 1024 * 1024
const listAtMost = 4 * 1024 * 1024

function bucketOf(url: string): Bucket {
  const { protocol, host, pathname, username, password, searchParams } = new URL(url)
  const path = pathname.replace(/\/+$/, '')
  return {
    origin: `${protocol === 's3+http:' ? 'http' : 'https'}://${host}`,
    host,
    path,
    region: searchParams.get('region') ?? 'us-east-1',
    key: decodeURIComponent(username),
    secret: decodeURIComponent(password),
  }
}

export function openBucket(url: string): Files {
  const bucket = bucketOf(url)
  return {
    async put(name, bytes) {
      await assertStatus(await ask(bucket, 'PUT', fileName(name), {}, bytes), [200])
    },
    putStream: (name, chunks) => putStream(bucket, fileName(name), chunks),
    async stream(name) {
      const answer = await assertStatus(await ask(bucket, 'GET', fileName(name), {}, undefined, longMs), [200, 404])
      // Node types the stream of `fetch` and its own differently; they are one class.
      if (answer.status === 200 && answer.body) return Readable.fromWeb(answer.body as ReadableStream)
      await answer.body?.cancel()
      return null
    },
    async read(name) {
      const answer = await assertStatus(await ask(bucket, 'GET', fileName(name)), [200, 404])
      const bytes = await readReply(answer, fileAtMost)
      return answer.status === 404 ? null : new Uint8Array(bytes)
    },
    async remove(name) {
      await assertStatus(await ask(bucket, 'DELETE', fileName(name)), [200, 204, 404])
    },
    names: (folder) => namesIn(bucket, folder),
  }
}

/**
 * The signature contains the hash of the whole body, so the bytes go to a file first. That also keeps a report of which the
 * second half fails from being stored.
 */
async function putStream(bucket: Bucket, name: string, chunks: AsyncIterable<string | Uint8Array>): Promise<number> {
  const path = join(tmpdir(), `wheelhouse-${randomUUID()}`)
  try {
    const sum = createHash('sha256')
    await pipeline(Readable.from(summed(chunks, sum)), createWriteStream(path, { mode: 0o600 }))
    const blob = await openAsBlob(path)
    await assertStatus(await ask(bucket, 'PUT', name, {}, { blob, hash: sum.digest('hex') }, longMs), [200])
    return blob.size
  } finally {
    await rm(path, { force: true })
  }
}

async function* summed(chunks: AsyncIterable<string | Uint8Array>, sum: ReturnType<typeof createHash>) {
  for await (const chunk of chunks) {
    sum.update(chunk)
    yield chunk
  }
}

async function* namesIn(bucket: Bucket, folder: string): AsyncIterable<string[]> {
  const inside = bucket.path.split('/').slice(2).join('/')
  const prefix = inside ? `${inside}/` : ''
  const [, name = ''] = bucket.path.split('/')
  let token: string | null = null
  do {
    const query: Record<string, string> = {
      'list-type': '2',
      prefix: `${prefix}${folder}/`,
      ...(token ? { 'continuation-token': token } : {}),
    }
    const answer = await assertStatus(await ask({ ...bucket, path: `/${name}` }, 'GET', '', query), [200])
    const text = String(await readReply(answer, listAtMost))
    yield [...text.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => plain(key).slice(prefix.length))
    token = plain(/<NextContinuationToken>([^<]+)</.exec(text)?.[1] ?? '') || null
  } while (token)
}

const plain = (xml: string): string =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** The error contains the bucket's message; the address contains no key. */
async function assertStatus(answer: Response, statuses: readonly number[]): Promise<Response> {
  if (statuses.includes(answer.status)) return answer
  const code = /<Code>([^<]+)</.exec(String(await readReply(answer, listAtMost)))?.[1] ?? ''
  throw new Error(`the bucket answered ${answer.status} ${code}`.trim())
}

function ask(
  bucket: Bucket,
  method: string,
  name: string,
  query: Record<string, string> = {},
  body?: Uint8Array | { blob: Blob; hash: string },
  timeLimitMs = withinMs,
): Promise<Response> {
  const path = encoded(name ? `${bucket.path}/${name}` : bucket.path)
  const search = canonicalQuery(query)
  const isLarge = body !== undefined && 'blob' in body
  const contentHash = isLarge ? body.hash : hash(body ?? new Uint8Array())
  const headers = signed(bucket, { method, path, search, contentHash, at: new Date() })
  const sent = isLarge ? body.blob : body && new Uint8Array(body)
  return fetch(`${bucket.origin}${path}${search ? `?${search}` : ''}`, {
    method,
    headers,
    redirect: 'error',
    signal: AbortSignal.timeout(timeLimitMs),
    ...(sent ? { body: sent } : {}),
  })
}

interface BucketRequest {
  method: string
  path: string
  search: string
  /** SHA-256 of the body. */
  contentHash: string
  at: Date
}

/** AWS Signature Version 4 for a request with its whole body. */
export function signed(
  { host, region, key, secret }: Omit<Bucket, 'origin' | 'path'>,
  { method, path, search, contentHash, at }: BucketRequest,
) {
  const time = at.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`
  const headers = { host, 'x-amz-content-sha256': contentHash, 'x-amz-date': time }
  const names = Object.keys(headers).join(';')
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`)
  const request = [method, path, search, lines.join(''), names, headers['x-amz-content-sha256']].join('\n')
  const text = ['AWS4-HMAC-SHA256', time, scope, hash(request)].join('\n')
  const signing = scope.split('/').reduce<Buffer | string>((last, part) => hmac(last, part), `AWS4${secret}`)
  const signature = hmac(signing, text).toString('hex')
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${key}/${scope},SignedHeaders=${names},Signature=${signature}`,
  }
}

const hash = (what: string | Uint8Array): string => createHash('sha256').update(what).digest('hex')
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const encoded = (path: string): string => path.split('/').map(encodePart).join('/')
const encodePart = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
const canonicalQuery = (query: Record<string, string>): string =>
  Object.keys(query)
    .toSorted()
    .map((name) => `${encodePart(name)}=${encodePart(query[name] ?? '')}`)
    .join('&')
