import { execFileSync, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, readSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { codeOf } from '../thrown.ts'
import { EmbeddedPostgresError } from './embedded-account.ts'
import { causeOf, plainEnvironment } from './embedded-cluster.ts'
import type { ClusterPlace } from './embedded-cluster.ts'

export interface Server extends ClusterPlace {
  settings: Record<string, string>
  logFile: string
  socket: string
}

export interface Postmaster {
  pid: number
}

interface PidFile extends Postmaster {
  socket: string
  status: string
}

const longestStartMs = 600_000
const longestTakeoverMs = 20_000

/** Starts the server and waits until it serves. */
export async function spawnPostmaster(server: Server): Promise<Postmaster> {
  for (const since = Date.now(); ; await pause(100)) {
    const logStart = statSync(server.logFile, { throwIfNoEntry: false })?.size ?? 0
    const pid = await trySpawn(server)
    if (pid) return { pid }
    const output = readFrom(server.logFile, logStart)
    // After a kill -9 the old backend processes need a moment to notice that they are orphans.
    const isHeld = output.includes('is still in use') || output.includes('"postmaster.pid" already exists')
    if (!isHeld || Date.now() - since > longestTakeoverMs)
      throw new EmbeddedPostgresError(`${causeOf(output)} See ${server.logFile}`)
    dropForeignPidFile(server.data)
  }
}

async function trySpawn(server: Server): Promise<number | undefined> {
  const out = openSync(server.logFile, 'a', 0o600)
  // A separate session, so that Ctrl-C in the terminal does not end the database before its clients.
  const child = spawn(join(server.native, 'bin', 'postgres'), argumentsOf(server), {
    ...server.account,
    cwd: '/',
    env: plainEnvironment,
    detached: true,
    stdio: ['ignore', out, out],
  })
  closeSync(out)
  let failure: Error | undefined
  child.once('error', (error) => (failure = error))
  child.unref()
  for (const since = Date.now(); Date.now() - since < longestStartMs; await pause(5)) {
    if (failure) throw failure
    if (child.exitCode !== null || child.signalCode !== null) return undefined
    const file = readPidFile(server.data)
    if (file?.pid === child.pid && file?.status === 'ready') return child.pid
  }
  throw new EmbeddedPostgresError(`PostgreSQL was not ready within ten minutes; see ${server.logFile}`)
}

function argumentsOf({ data, socket, fsync, settings }: Server): string[] {
  const unsafe = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  const all = {
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: `"${socket.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The data fit into memory or are on a solid-state disk; the cores serve many small queries.
    random_page_cost: '1.1',
    max_parallel_workers_per_gather: '0',
    ...(fsync ? {} : unsafe),
    ...settings,
  }
  return ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** The server that is running on this folder, whichever process started it. */
export function runningPostmaster(data: string): (PidFile & { answers(): Promise<boolean> }) | undefined {
  const file = readPidFile(data)
  if (!file || !isAlive(file.pid) || !isPostgresOn(data, file.pid)) return undefined
  return { ...file, answers: () => waitUntilAnswers(data, file) }
}

async function waitUntilAnswers(data: string, { pid, socket }: PidFile): Promise<boolean> {
  for (const since = Date.now(); isAlive(pid) && Date.now() - since < longestStartMs; await pause(10)) {
    const status = readPidFile(data)?.status
    if (status === 'stopping' || status === undefined) return false
    if (status === 'ready') return connects(`${socket}/.s.PGSQL.5432`)
  }
  return false
}

function connects(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(path, () => done(true)).on('error', () => done(false))
    socket.on('connect', () => socket.destroy())
  })
}

/** Lines: process id, data folder, start time, port, socket folder, TCP address, shared memory, status. */
function readPidFile(data: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return pid > 0 ? { pid, socket: lines[4] ?? '', status: (lines[7] ?? 'starting').trim() } : undefined
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** After a restart of the machine or container the id in the file may belong to any process, even this one. */
function dropForeignPidFile(data: string): void {
  const file = readPidFile(data)
  if (file && !isPostgresOn(data, file.pid)) rmSync(join(data, 'postmaster.pid'), { force: true })
}

function isPostgresOn(data: string, pid: number): boolean {
  const command = commandOf(pid)
  return command.includes('postgres') && command.includes(data)
}

function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** Ended but not collected by its parent; for ever in a container whose first process collects no children. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    return true
  }
}

/** A fast shutdown, which rolls back open transactions; then a harder one. */
export async function endPostmaster(pid: number): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 15_000],
    ['SIGQUIT', 3_000],
    ['SIGKILL', 3_000],
  ] as const) {
    if (!isAlive(pid)) return
    process.kill(pid, signal)
    for (const since = Date.now(); isAlive(pid) && Date.now() - since < patienceMs;) await pause(5)
  }
}

function readFrom(file: string, start: number): string {
  const length = Math.min(statSync(file).size - start, 1_000_000)
  if (length <= 0) return ''
  const buffer = Buffer.alloc(length)
  const handle = openSync(file, 'r')
  readSync(handle, buffer, 0, length, start)
  closeSync(handle)
  return buffer.toString('utf8')
}
