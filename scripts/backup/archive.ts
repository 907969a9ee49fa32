import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import type { Pack } from 'tar-stream'
import * as z from 'zod'
import { codeOf } from '@wheelhouse/db/thrown.ts'
import { StartError } from '../settings.ts'

/** The last entry, so that a file that was cut off anywhere has none. */
const checksumsName = 'checksums.json'
const Checksums = z.record(z.string(), z.string())

/** The names and checksums of all entries are kept in memory. */
const entriesAtMost = 2_000_000

export interface ArchiveWriter {
  addText(name: string, text: string): Promise<void>
  addFolder(name: string): Promise<void>
  /** A file that vanished is left out, as a running database deletes files. */
  addFile(name: string, path: string): Promise<void>
}

/**
 * A tar file under zstd with a checksum for each entry. It is written beside its place and renamed when it is complete and
 * on the disk, so that no half backup ever has the name of a whole one.
 */
export async function writeArchive(path: string, write: (archive: ArchiveWriter) => Promise<void>): Promise<void> {
  await removeAbandoned(dirname(path))
  const part = `${path}${partEnding}`
  await rm(part, { force: true })
  const tar = pack()
  const out = createWriteStream(part, { mode: 0o600, flags: 'wx', flush: true })
  const saving = pipeline(Readable.from(tar), createZstdCompress(), out)
  saving.catch(() => tar.destroy())
  try {
    const checksums: Record<string, string> = {}
    await Promise.race([write(writerOf(tar, checksums)), saving])
    await addBytes(tar, checksumsName, Buffer.from(JSON.stringify(checksums)))
    tar.finalize()
    await saving
    await rename(part, path)
    await syncFolder(dirname(path))
  } catch (error) {
    tar.destroy()
    await saving.catch(() => {})
    await rm(part, { force: true })
    throw error
  }
}

const partEnding = '.wheelhouse.part'
const abandonedAfterMs = 3_600_000

/** A backup that was killed leaves its part behind. One that is running writes to its part all the time. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(partEnding)) continue
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > abandonedAfterMs) await rm(path, { force: true })
  }
}

function writerOf(tar: Pack, checksums: Record<string, string>): ArchiveWriter {
  let entries = 0
  const addSum = (name: string, sum: string): void => {
    checksums[name] = sum
    entries += 1
    // Said now, because a restore would refuse it.
    if (entries > entriesAtMost)
      throw new StartError(`A backup holds at most ${entriesAtMost} files, and there are more.`)
  }
  return {
    async addText(name, text) {
      addSum(name, createHash('sha256').update(text).digest('hex'))
      await addBytes(tar, name, Buffer.from(text))
    },
    async addFolder(name) {
      addSum(`${name}/`, '')
      await new Promise<void>((done, fail) =>
        tar.entry({ name, type: 'directory', mode: 0o700 }, (error) => (error ? fail(error) : done())),
      )
    },
    async addFile(name, path) {
      const sum = await addStream(tar, name, path)
      if (sum !== undefined) addSum(name, sum)
    },
  }
}

const addBytes = (tar: Pack, name: string, bytes: Buffer): Promise<void> =>
  new Promise((done, fail) => tar.entry({ name, mode: 0o600 }, bytes, (error) => (error ? fail(error) : done())))

const chunkBytes = 262_144

/** A running database may grow or shorten the file during the copy: as many bytes are written as it had, and recovery mends the rest. */
async function addStream(tar: Pack, name: string, path: string): Promise<string | undefined> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!file) return undefined
  try {
    const { size } = await file.stat()
    const sum = createHash('sha256')
    const stored = Promise.withResolvers<void>()
    stored.promise.catch(() => {})
    const entry = tar.entry({ name, size, mode: 0o600 }, (error) => (error ? stored.reject(error) : stored.resolve()))
    for (let at = 0; at < size;) {
      const chunk = Buffer.alloc(Math.min(chunkBytes, size - at))
      await file.read(chunk, 0, chunk.length, at)
      sum.update(chunk)
      at += chunk.length
      if (!entry.write(chunk)) await new Promise<void>((done) => entry.once('drain', () => done()))
    }
    entry.end(undefined)
    await stored.promise
    return sum.digest('hex')
  } finally {
    await file.close()
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

export interface ArchiveEntry {
  name: string
  isFolder: boolean
  /** Throws a StartError when the entry is damaged. */
  bytes: AsyncIterable<Buffer>
}

const damaged = (path: string): StartError =>
  new StartError(`${path} is damaged or incomplete, so nothing was restored. Use another backup.`)

/** Reads each entry once, in order, and throws unless all of them are there and match their checksums. */
export async function readArchive(
  path: string,
  take: (entry: ArchiveEntry) => Promise<void>,
  atMost = entriesAtMost,
): Promise<void> {
  const tar = extract()
  const reading = pipeline(createReadStream(path), createZstdDecompress(), tar)
  reading.catch(() => {})
  const found: Record<string, string> = {}
  let entries = 0
  let expected: Record<string, string> | undefined
  try {
    for await (const entry of tar) {
      const name = entry.header.name.replace(/\/$/, '')
      if (expected) throw damaged(path)
      if (name === checksumsName) {
        // A longer text cannot be equal to what was found, so no more of it is read.
        const length = Buffer.byteLength(JSON.stringify(found))
        expected = Checksums.parse(JSON.parse(await textOf(buffersOf(entry), length)))
        continue
      }
      entries += 1
      if (entries > atMost) throw damaged(path)
      const isFolder = entry.header.type === 'directory'
      const sum = createHash('sha256')
      await take({ name: safeName(name, path), isFolder, bytes: hashing(buffersOf(entry), sum) })
      found[isFolder ? `${name}/` : name] = isFolder ? '' : sum.digest('hex')
      if (isFolder) entry.resume()
    }
    await reading
  } catch (error) {
    throw error instanceof StartError || isOfDisk(error) ? error : damaged(path)
  }
  if (!expected || !isEqual(found, expected)) throw damaged(path)
}

/** The library says of what it reads only that something comes. */
async function* buffersOf(entry: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of entry) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('An entry of the archive is read as something other than bytes')
    yield chunk
  }
}

/** Throws where the text is longer: a small file may unpack to more than the memory holds. */
export async function textOf(bytes: AsyncIterable<Buffer>, bytesAtMost: number): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.length
    if (length > bytesAtMost) throw new Error(`the text is longer than ${bytesAtMost} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const isOfDisk = (error: unknown): boolean =>
  ['ENOSPC', 'EACCES', 'EPERM', 'ENOENT', 'EROFS', 'EDQUOT'].includes(codeOf(error) ?? '')

async function* hashing(bytes: AsyncIterable<Buffer>, sum: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    sum.update(chunk)
    yield chunk
  }
}

/** Nothing in a file that somebody handed over may be written outside of its folder. */
function safeName(name: string, path: string): string {
  const isSafe = name.length < 500 && name.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  if (isSafe && !/[\0\\]/.test(name)) return name
  throw damaged(path)
}

const isEqual = (one: Record<string, string>, other: Record<string, string>): boolean => {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}
