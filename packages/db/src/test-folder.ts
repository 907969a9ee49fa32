import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endPostmaster, isAlive, runningPostmaster } from './embedded/embedded-postmaster.ts'

const memory = '/dev/shm'

/**
 * The folder of a run of tests, which needs so many bytes. A database of a test is about a thousand small files, made and removed
 * again. On a disk that costs more than all statements of the test together, in memory a tenth of it; nor does memory make a
 * commit wait.
 */
export function makeTestFolder(prefix: string, bytes: number): string {
  for (const parent of [memory, tmpdir()]) removeLeftovers(parent, prefix)
  const folder = mkdtempSync(join(hasRoom(memory, bytes) ? memory : tmpdir(), prefix))
  writeFileSync(join(folder, 'owner'), String(process.pid))
  // PostgreSQL may run under a different user, who must be able to enter.
  chmodSync(folder, 0o711)
  return folder
}

function hasRoom(folder: string, bytes: number): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    // The folder has a limit, and the machine may have less memory than that.
    return Math.min(bavail * bsize, process.availableMemory()) > bytes
  } catch {
    return false
  }
}

/** A run that was killed leaves its servers and its folder behind. */
function removeLeftovers(parent: string, prefix: string): void {
  for (const name of namesIn(parent).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(parent, name)
    try {
      if (isAlive(Number(readFileSync(join(folder, 'owner'), 'utf8')))) continue
    } catch {
      // It belongs to another user, or is being created right now.
      continue
    }
    void Promise.all(serversIn(folder).map(endPostmaster))
      .then(() => rmSync(folder, { recursive: true, force: true }))
      // It belongs to another user.
      .catch(() => undefined)
  }
}

/** Each state folder of a product has a folder of this name. */
const serversIn = (folder: string): number[] =>
  [folder, ...namesIn(folder).map((name) => join(folder, name))]
    .map((state) => join(state, 'postgres'))
    .filter((data) => existsSync(data))
    .flatMap((data) => runningPostmaster(data)?.pid ?? [])

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
