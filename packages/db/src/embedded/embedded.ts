import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fieldOf } from '@wheelhouse/contract/certain.ts'
import { codeOf, messageOf } from '../thrown.ts'
import { EmbeddedPostgresError, accountFor, canReach } from './embedded-account.ts'
import { createCluster } from './embedded-cluster.ts'
import { dataFolder, nativeFolder, socketFolder } from './embedded-places.ts'
import { endPostmaster, isAlive, runningPostmaster, spawnPostmaster } from './embedded-postmaster.ts'
import type { Postmaster, Server } from './embedded-postmaster.ts'

export { EmbeddedPostgresError }

export interface EmbeddedOptions {
  /** Folder of the data, created when missing. Its parent must exist. */
  dataDir: string
  /** Called with a sentence when the server ended by itself and is being restarted. */
  log?: (line: string) => void
  /** Off for tests only: a power cut may then lose everything. */
  fsync?: boolean
  /** More server settings, such as `max_connections`. */
  settings?: Record<string, string>
}

export interface EmbeddedPostgres {
  /** Stays the same when the server is restarted. */
  url: string
  /** The folder contained no database before. */
  startedEmpty: boolean
  /** Shuts the server down; open transactions are rolled back. */
  stop(): Promise<void>
}

/** Data of another one cannot be read. */
export const postgresVersion = '18'

/**
 * PostgreSQL from npm packages, on a Unix socket only. Takes over a server that outlived its starter, and restarts one
 * that ended by itself on the same address.
 */
export async function startPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  try {
    const server = await prepare(options)
    const postmaster = (await adopt(server)) ?? (await spawnPostmaster(server))
    return supervise(server, postmaster, options.log ?? (() => {}))
  } catch (error) {
    throw inOneSentence(error, options.dataDir)
  }
}

async function prepare({
  dataDir,
  fsync = true,
  settings = {},
}: EmbeddedOptions): Promise<Server & { startedEmpty: boolean }> {
  const account = accountFor(dataDir)
  const native = nativeFolder(account)
  const data = dataFolder(dataDir, account)
  if (!canReach(data, account))
    throw new EmbeddedPostgresError(
      `The user that runs PostgreSQL cannot reach ${data}: a folder above it is closed to others.`,
    )
  const startedEmpty = isEmpty(data)
  if (startedEmpty) await createCluster({ native, data, account, fsync })
  checkVersion(data)
  const logFile = `${dirname(dataDir)}/${basename(dataDir)}.log`
  turnOver(logFile)
  const socket = runningPostmaster(data)?.socket ?? socketFolder(data, account)
  return { native, data, account, fsync, settings, logFile, socket, startedEmpty }
}

function isEmpty(data: string): boolean {
  if (!existsSync(data)) return true
  const names = readdirSync(data)
  if (names.length > 0 && !names.includes('PG_VERSION')) {
    throw new EmbeddedPostgresError(
      `The data folder ${data} is not empty and does not contain a PostgreSQL database; empty it or choose another with WHEELHOUSE_DATA.`,
    )
  }
  return names.length === 0
}

function checkVersion(data: string): void {
  const dataVersion = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  if (dataVersion === postgresVersion) return
  throw new EmbeddedPostgresError(
    `The data folder ${data} was made by PostgreSQL ${dataVersion}, and this is PostgreSQL ${postgresVersion}: move the data with pg_dump and pg_restore, or choose another folder with WHEELHOUSE_DATA.`,
  )
}

const largestLog = 10_000_000

function turnOver(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (size > largestLog) renameSync(logFile, `${logFile}.1`)
  closeSync(openSync(logFile, 'a', 0o600))
}

async function adopt(server: Server): Promise<Postmaster | undefined> {
  const running = runningPostmaster(server.data)
  if (!running) return undefined
  if (await running.answers()) return running
  // It is shutting down, or its socket was deleted with the temporary files.
  await endPostmaster(running.pid)
  return undefined
}

function supervise(
  server: Server & { startedEmpty: boolean },
  first: Postmaster,
  log: (line: string) => void,
): EmbeddedPostgres {
  let pid = first.pid
  let isStopping = false
  let restart: Promise<void> | undefined
  const timer = setInterval(() => {
    if (!isStopping && !restart && !isAlive(pid)) restart = startAgain()
  }, 200)
  timer.unref()

  async function startAgain(): Promise<void> {
    log('PostgreSQL ended by itself; starting it again.')
    for (let wait = 100; !isStopping; wait = Math.min(wait * 2, 5_000)) {
      try {
        pid = (await spawnPostmaster(server)).pid
        break
      } catch (error) {
        log(inOneSentence(error, server.data).message)
        await pause(wait)
      }
    }
    restart = undefined
  }

  return {
    url: urlOf(server.socket),
    startedEmpty: server.startedEmpty,
    async stop() {
      isStopping = true
      clearInterval(timer)
      await restart
      await endPostmaster(pid)
      if (server.socket !== server.data) rmSync(server.socket, { recursive: true, force: true })
    },
  }
}

const urlOf = (socket: string): string =>
  `postgresql://wheelhouse@localhost:5432/wheelhouse?host=${encodeURIComponent(socket)}&sslmode=disable`

/** The address of the server that another process runs on this folder; undefined when none runs. */
export function runningServerUrl(dataDir: string): string | undefined {
  const running = existsSync(dataDir) ? runningPostmaster(realpathSync(dataDir)) : undefined
  return running && urlOf(running.socket)
}

/** Ends a server whose starter was killed and whose data is about to be thrown away. */
export function endAbandonedServer(dataDir: string): void {
  const running = existsSync(dataDir) ? runningPostmaster(realpathSync(dataDir)) : undefined
  if (running) process.kill(running.pid, 'SIGQUIT')
}

function inOneSentence(error: unknown, dataDir: string): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error
  const [code, message, path] = [codeOf(error), messageOf(error), fieldOf(Object(error), 'path')]
  const where = typeof path === 'string' ? path : dataDir
  if (code === 'EPIPE')
    return new EmbeddedPostgresError(`PostgreSQL ended while ${dataDir} was being made: the disk may be full.`)
  if (code === 'ENOSPC') return new EmbeddedPostgresError(`The disk is full: ${where} could not be written.`)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new EmbeddedPostgresError(
      `The data folder cannot be used by this user: ${where} is closed to it (${code}). Start as its owner or choose another folder with WHEELHOUSE_DATA.`,
    )
  }
  return new EmbeddedPostgresError(`PostgreSQL could not be started in ${dataDir}: ${message}`)
}
