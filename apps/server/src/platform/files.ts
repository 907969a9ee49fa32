import { chmodSync, createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { codeOf, causeOf } from '@wheelhouse/db/thrown.ts'
import { openBucket } from './bucket.ts'
import type { Config } from './config.ts'
import { fileName } from './file-names.ts'
import type { Files } from './file-names.ts'

/** `FILES_URL`, else a folder in the state folder. */
export function openFiles({ files_url, data_dir }: Pick<Config, 'files_url' | 'data_dir'>): Files {
  if (files_url && !files_url.startsWith('file:')) return openBucket(files_url)
  if (files_url) return folderFiles(fileURLToPath(files_url))
  const folder = join(data_dir, 'files')
  closeFolder(folder)
  return folderFiles(folder)
}

/** Earlier versions left the folder open to every user of the machine; closed, it protects what is below it. */
function closeFolder(folder: string): void {
  if (existsSync(folder)) chmodSync(folder, 0o700)
}

function folderFiles(folder: string): Files {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }))
  return {
    // Written next to its final place and then renamed, so that a crash leaves no partial picture.
    async put(name, bytes) {
      const beside = `new/${randomUUID()}`
      await disk.put(beside, bytes)
      const path = join(folder, beside)
      try {
        await syncFile(path)
        await disk.move(beside, fileName(name))
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },
    async putStream(name, chunks) {
      const beside = `new/${randomUUID()}`
      const path = join(folder, beside)
      await mkdir(join(folder, 'new'), { recursive: true, mode: 0o700 })
      try {
        const file = createWriteStream(path, { mode: 0o600 })
        await pipeline(Readable.from(chunks, { highWaterMark: chunksAhead }), file)
        await syncFile(path)
        await disk.move(beside, fileName(name))
        return file.bytesWritten
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },
    stream: async (name) =>
      (await disk.exists(fileName(name))) ? createReadStream(join(folder, fileName(name))) : null,
    read: async (name) => ((await disk.exists(fileName(name))) ? disk.getBytes(name) : null),
    remove: (name) => disk.delete(fileName(name)),
    async *names(below) {
      let token: string | undefined
      do {
        const page = await disk.listAll(below, { paginationToken: token, recursive: true }).catch(nothingThere)
        token = page.paginationToken
        yield [...page.objects].flatMap((object) => (object.isFile ? [object.key] : []))
      } while (token)
    },
  }
}

/** Chunks of a file that wait for the disk: a hundred kilobytes each. */
const chunksAhead = 2

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The folder is created with the first file, so a missing one is empty. */
function nothingThere(error: unknown): { paginationToken?: string; objects: never[] } {
  if (codeOf(causeOf(error)) === 'ENOENT' || codeOf(error) === 'ENOENT') return { objects: [] }
  throw error
}
