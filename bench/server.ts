import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { portOf } from '../apps/server/src/platform/ports.ts'
import type { Identity } from './identity.ts'

/** The services API as in production: a separate process. */
export interface Server {
  url: string
  port: number
  mqttPort: number
  /** Milliseconds of processor time that the process has used; null where the system does not report it. */
  usedMs(): number | null
  stop(): Promise<void>
  /** SIGKILL: nothing in it gets the chance to finish. */
  kill(): Promise<void>
}

export interface ServerOptions {
  databaseUrl: string
  identity: Pick<Identity, 'port'>
  folder: string
  settings?: Record<string, string>
}

const root = join(import.meta.dirname, '..')
/** Seals and opens the keys of the riders that are made for measuring. */
export const installationKey = 'a key for measuring'
export const serverModule = join(root, 'apps', 'server', 'src', 'main.ts')
/** It ends what hangs: on a busy machine a server takes ten times as long to start as on an idle one. */
const startsWithinMs = 180_000

export async function startServer(options: ServerOptions): Promise<Server> {
  const env = await serverEnvironment(options)
  const child = launch(serverModule, env, join(options.folder, 'server.log'))
  await ready(child, 'The server')
  const port = Number(env.PORT)
  return {
    url: `http://localhost:${port}`,
    port,
    mqttPort: Number(env.MQTT_PORT),
    usedMs: () => usedMs(child.pid),
    stop: () => stopped(child),
    kill: () => killed(child),
  }
}

/** The environment that `npm start` would set, without the limits per person. */
export async function serverEnvironment({
  databaseUrl,
  identity,
  folder,
  settings = {},
}: ServerOptions): Promise<NodeJS.ProcessEnv> {
  const data = join(folder, 'state')
  mkdirSync(data, { recursive: true })
  const [port, mqttPort] = [await freePort(), await freePort()]
  return {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'compiled'),
    DATABASE_URL: databaseUrl,
    WHEELHOUSE_DATA: data,
    WHEELHOUSE_KEY: installationKey,
    WHEELHOUSE_DEMO: '0',
    WHEELHOUSE_LOG: 'warn',
    PORT: String(port),
    IDENTITY_PORT: String(identity.port),
    MQTT_PORT: String(mqttPort),
    REQUESTS_PER_MINUTE: '1000000000',
    COMMANDS_PER_MINUTE: '1000000',
    ...settings,
  }
}

/** Starts a module of the project; its output goes to a file. */
export function launch(module: string, env: NodeJS.ProcessEnv, log: string): ChildProcess {
  const file = openSync(log, 'a')
  return fork(module, [], { env, execArgv: [], stdio: ['ignore', file, file, 'ipc'] })
}

/** Returns its first message, which says that it is serving. */
export async function ready<Message>(child: ChildProcess, name: string): Promise<Message> {
  const timer = setTimeout(() => child.kill('SIGKILL'), startsWithinMs)
  const ended = Promise.withResolvers<never>()
  child.once('exit', (code, signal) =>
    ended.reject(
      new Error(`${name} ended before it served (${signal ?? code}); see the log next to its state folder.`),
    ),
  )
  try {
    return await Promise.race([nextMessage<Message>(child), ended.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** The next message of a module of the project, which exports the type of what it sends. */
export const nextMessage = <Message>(child: ChildProcess): Promise<Message> =>
  // A channel between processes knows no types; both ends of this one are compiled with the same.
  new Promise((done) => child.once('message', (message) => done(message as Message)))

export async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
  child.kill('SIGTERM')
  await once(child, 'exit')
  clearTimeout(timer)
}

export async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, 'localhost', done))
  const port = portOf(server)
  await new Promise<void>((done) => server.close(() => done()))
  return port
}

const tickMs = 10

export function usedMs(pid: number | undefined): number | null {
  const fields = statOf(pid)
  return fields && ticks(fields, 11)
}

/** The same of a process and its children, those that have ended included. */
export function usedMsWithChildren(pid: number): number | null {
  const fields = statOf(pid)
  if (!fields) return null
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  const running = children.map((child) => usedMs(Number(child)) ?? 0)
  return running.reduce((sum, ms) => sum + ms, ticks(fields, 11) + ticks(fields, 13))
}

export const parentOf = (pid: number): number => Number(statOf(pid)?.[1])

/** The fields of a process after its name, of which the first is its state. */
function statOf(pid: number | undefined): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

/** In user and in system mode, which are two neighbouring fields. */
const ticks = (fields: readonly string[], first: number): number =>
  (Number(fields[first]) + Number(fields[first + 1])) * tickMs
