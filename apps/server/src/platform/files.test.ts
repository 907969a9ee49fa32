import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { signed } from './bucket.ts'
import type { Files } from './file-names.ts'
import { openFiles } from './files.ts'

const name = (n: number): string => `security-photos/01900000-0000-7000-8000-00000000000${n}.jpg`

async function allNames(files: Files): Promise<string[]> {
  const fileNames: string[] = []
  for await (const page of files.names('security-photos')) fileNames.push(...page)
  return fileNames.toSorted()
}

async function expectStorage(files: Files): Promise<void> {
  expect(await allNames(files)).toEqual([])
  expect(await files.read(name(1))).toBeNull()
  await files.put(name(1), Buffer.from('one'))
  await files.put(name(2), Buffer.from([0, 255, 216]))
  expect(Buffer.from((await files.read(name(2))) ?? [])).toEqual(Buffer.from([0, 255, 216]))
  expect(await allNames(files)).toEqual([name(1), name(2)])
  await files.remove(name(1))
  await files.remove(name(1))
  expect(await allNames(files)).toEqual([name(2)])
}

test('a folder keeps files over a restart, complete and without leftovers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-files-'))
  const config = { files_url: null, data_dir: folder }
  await expectStorage(openFiles(config))
  expect(await allNames(openFiles(config))).toEqual([name(2)])
  expect(readdirSync(join(folder, 'files', 'new'))).toEqual([])
  rmSync(folder, { recursive: true })
})

test('security 6: a folder that an earlier version left open is closed at the start', () => {
  const data_dir = mkdtempSync(join(tmpdir(), 'wheelhouse-files-'))
  mkdirSync(join(data_dir, 'files'), { mode: 0o755 })
  openFiles({ files_url: null, data_dir })
  expect((statSync(join(data_dir, 'files')).mode & 0o777).toString(8)).toBe('700')
  rmSync(data_dir, { recursive: true })
})

test('a name that the server did not create reaches no storage', async () => {
  const files = openFiles({ files_url: null, data_dir: '/nowhere' })
  for (const bad of ['../../etc/passwd', 'security-photos/../x.jpg', '/etc/passwd', 'security-photos/a.jpg\0', 'x'])
    for (const act of [async () => files.read(bad), async () => files.remove(bad)])
      await expect(act(), bad).rejects.toThrow('not a valid file name')
})

test("a request is signed as in the provider's published example (Signature Version 4, list objects)", () => {
  const headers = signed(
    {
      host: 'examplebucket.s3.amazonaws.com',
      region: 'us-east-1',
      key: 'AKIAIOSFODNN7EXAMPLE',
      secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    },
    {
      method: 'GET',
      path: '/',
      search: 'max-keys=2&prefix=J',
      contentHash: createHash('sha256').digest('hex'),
      at: new Date('2013-05-24T00:00:00.000Z'),
    },
  )
  expect(headers.authorization).toMatch(/Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7$/)
})

test('a bucket addressed by path behaves the same, page by page, and each request is signed', async () => {
  const kept = new Map<string, Buffer>()
  const unsigned: string[] = []
  const server = createServer((request, reply) => {
    const url = new URL(request.url ?? '', 'http://bucket.test')
    const key = url.pathname.replace('/photos/', '')
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=me/')) unsigned.push(key)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (url.searchParams.get('list-type')) return reply.end(listing(url, [...kept.keys()]))
      if (request.method === 'PUT') kept.set(key, Buffer.concat(chunks))
      if (request.method === 'DELETE') kept.delete(key)
      if (request.method !== 'GET') return reply.writeHead(request.method === 'DELETE' ? 204 : 200).end()
      const file = kept.get(key)
      return reply.writeHead(file ? 200 : 404).end(file)
    })
  })
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  const { port } = server.address() as AddressInfo
  await expectStorage(
    openFiles({ files_url: `s3+http://me:se%2Fcret@127.0.0.1:${port}/photos/site`, data_dir: '/nowhere' }),
  )
  expect([...kept.keys()]).toEqual([`site/${name(2)}`])
  expect(unsigned).toEqual([])
  await new Promise((down) => server.close(down))
})

/** Lists one key per page. */
function listing(url: URL, keys: string[]): string {
  const fileNames = keys.filter((key) => key.startsWith(url.searchParams.get('prefix') ?? '')).toSorted()
  const at = Number(url.searchParams.get('continuation-token') ?? 0)
  const next = at + 1 < fileNames.length ? `<NextContinuationToken>${at + 1}</NextContinuationToken>` : ''
  return `<ListBucketResult>${fileNames[at] ? `<Contents><Key>${fileNames[at]}</Key></Contents>` : ''}${next}</ListBucketResult>`
}
