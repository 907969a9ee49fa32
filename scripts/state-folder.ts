import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { accessSync, constants, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readInstallationKey } from '@wheelhouse/db/installation-key.ts'
import { codeOf, messageOf } from '@wheelhouse/db/thrown.ts'
import { finishRestore } from './backup/finish-restore.ts'
import { StartError } from './settings.ts'

export interface StateFolder {
  /** The last process that used it was killed: its children may still be ending. */
  wasAbandoned: boolean
  release(): void
}

/** Creates the folder if needed and locks it for this process. */
export function takeStateFolder(path: string): StateFolder {
  try {
    // Under root, PostgreSQL runs as another user, who must be able to pass through; the contents are protected
    // individually.
    mkdirSync(path, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return prepared(path, lock(path))
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `The state folder ${path} cannot be used (${codeOf(error) ?? messageOf(error)}); set WHEELHOUSE_DATA to a folder that this user can write to.`,
    )
  }
}

function prepared(path: string, folder: StateFolder): StateFolder {
  try {
    finishRestore(path)
    makeKey(path)
    return folder
  } catch (error) {
    // Kept, it would make the next try of this process say that Wheelhouse is running.
    folder.release()
    throw error
  }
}

/**
 * The installation's key, generated once; it seals secrets that must be readable again. `WHEELHOUSE_KEY` replaces it.
 */
function makeKey(path: string): void {
  try {
    writeFileSync(join(path, 'wheelhouse.key'), randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

/** The key of the folder that `takeStateFolder` has made, or the one that replaces it. */
export function installationKeyOf(path: string): string {
  const key = readInstallationKey({ ...process.env, WHEELHOUSE_DATA: path })
  if (key === undefined)
    throw new StartError(`The file wheelhouse.key in ${path} is empty; put the installation's key back.`)
  return key
}

function lock(path: string): StateFolder {
  const file = join(path, 'running.pid')
  const mine = `${process.pid} ${birthOf(process.pid)}`
  for (let wasAbandoned = false; ; wasAbandoned = true) {
    try {
      writeFileSync(file, mine, { flag: 'wx', mode: 0o600 })
      return { wasAbandoned, release: () => releaseLock(file, mine) }
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
    const holder = readIfThere(file)
    const pid = Number.parseInt(holder ?? '', 10)
    if (pid > 0 && holder === `${pid} ${birthOf(pid)}`) {
      throw new StartError(
        `Wheelhouse is already running on the state folder ${path} (process ${pid}); stop it, or set WHEELHOUSE_DATA to another folder.`,
      )
    }
    dropAbandoned(file, holder)
  }
}

/**
 * A rename ensures that of two processes that find the same abandoned lock only one removes it, and none removes a new
 * one.
 */
function dropAbandoned(file: string, holder: string | undefined): void {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
    if (readIfThere(aside) !== holder) renameSync(aside, file)
    else rmSync(aside)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

function releaseLock(file: string, mine: string): void {
  if (readIfThere(file) === mine) rmSync(file, { force: true })
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** When the process started, in the system's format: an id alone may belong to another process by now. */
function birthOf(pid: number): string {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The 22nd field; the second is a name in brackets, which may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? 'dead' : `${fields[19]}`
  } catch {
    return 'dead'
  }
}
