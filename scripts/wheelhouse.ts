import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { layFoundation } from '@wheelhouse/db/foundation.ts'
import { ChildFailed, keepRunning } from './children.ts'
import type { KeptChild } from './children.ts'
import { demonstrationMaps } from './demonstration-maps.ts'
import { demonstrationOf } from './demonstration.ts'
import type { Seed } from './demonstration.ts'
import type { DatabaseRole } from '@wheelhouse/db/database-roles.ts'
import { addressesOfParts, openMainDatabase } from './main-database.ts'
import type { MainDatabase } from './main-database.ts'
import { refuseTakenPorts } from './ports.ts'
import { step } from './progress.ts'
import type { Say } from './progress.ts'
import { partUrlNames, StartError } from './settings.ts'
import type { StartSettings } from './settings.ts'
import { takeStateFolder } from './state-folder.ts'

export const appNames = ['identity', 'server', 'fleet'] as const
export type AppName = (typeof appNames)[number]

/** What a start is made of; a test passes small replacements. */
export interface Parts {
  apps: Record<AppName, string>
  /** How an app is started and kept; the default restarts it whenever it ends by itself. */
  keep?: typeof keepRunning | undefined
  buildConsole: (say: Say, signal: AbortSignal) => Promise<void>
  seed: (database: MainDatabase, dataDir: string) => ReturnType<Seed>
}

export interface Start {
  /** When everything answers: whether it is the demonstration. */
  serving: Promise<{ isDemonstration: boolean }>
  /** Rejects, after the start, when a part that has to run cannot. */
  failure: Promise<never>
  /** In order; may come in the middle of the start. */
  stop(): Promise<void>
  /** At once. */
  kill(): Promise<void>
}

interface Run {
  settings: StartSettings
  parts: Parts
  say: Say
  signal: AbortSignal
  children: Map<AppName, KeptChild>
  database: MainDatabase | undefined
  release: () => void
  fail: (error: Error) => void
}

const orphansPatienceMs = 15_000
const readyWithinMs = 60_000
const stopWithinMs = { fleet: 3_000, server: 8_000, identity: 3_000 } as const
const startSettlesWithinMs = 10_000

export function startWheelhouse(settings: StartSettings, parts: Parts, say: Say): Start {
  const abort = new AbortController()
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => {})
  const run: Run = {
    settings,
    parts,
    say,
    signal: abort.signal,
    children: new Map(),
    database: undefined,
    release: () => {},
    fail: failure.reject,
  }
  const serving = begin(run)
  serving.catch(() => {})
  const settled = (): Promise<unknown> =>
    Promise.race([serving.catch(() => {}), pause(startSettlesWithinMs, undefined, { ref: false })])
  let stopping: Promise<void> | undefined
  async function stop(): Promise<void> {
    abort.abort()
    run.children.get('server')?.tell({ stopping: true })
    await settled()
    await endInOrder(run)
  }
  return {
    serving,
    failure: failure.promise,
    stop() {
      return (stopping ??= stop())
    },
    async kill() {
      abort.abort()
      for (const child of run.children.values()) child.kill()
      await endInOrder(run)
    },
  }
}

async function begin(run: Run): Promise<{ isDemonstration: boolean }> {
  const { settings, parts, say, signal } = run
  const folder = takeStateFolder(settings.dataDir)
  run.release = folder.release
  await refuseTakenPorts(settings, folder.wasAbandoned ? orphansPatienceMs : 0)
  signal.throwIfAborted()
  const opening = openMainDatabase(settings, say).then((database) => (run.database = database))
  const inVain = new AbortController()
  opening.catch(() => inVain.abort())
  const building = parts.buildConsole(say, AbortSignal.any([signal, inVain.signal]))
  // Both end before either error counts, so that nothing is still being made when the start is taken back.
  await Promise.allSettled([opening, building])
  const database = await opening
  await building
  signal.throwIfAborted()
  const seed = (): Promise<void> =>
    step(say, 'Making the demonstration data', () => parts.seed(database, settings.dataDir))
  const isDemonstration = await demonstrationOf(database.pool, settings, seed)
  await layFoundation(database.pool)
  signal.throwIfAborted()
  await startApps(run, await addressesOfParts(database, settings), isDemonstration)
  await step(say, 'Waiting for the services to answer', () => waitUntilReady(run))
  return { isDemonstration }
}

const roleOf = { server: 'services', identity: 'identity' } as const

async function startApps(run: Run, addresses: Record<DatabaseRole, string>, isDemonstration: boolean): Promise<void> {
  const common = environmentOf(run.settings, isDemonstration)
  const start = (name: AppName): Promise<void> => {
    const keep = run.parts.keep ?? keepRunning
    // The fleet knows the broker only.
    const env = name === 'fleet' ? common : { ...common, DATABASE_URL: addresses[roleOf[name]] }
    const child = keep(name === 'identity' ? 'identity provider' : name, run.parts.apps[name], env, run.say)
    run.children.set(name, child)
    return child.ready
  }
  const wanted: AppName[] = run.settings.identityUrl ? ['server'] : ['identity', 'server']
  await step(run.say, 'Starting the services', async () => {
    const areKeysClear = await prepareSealing(run)
    // The provider knows a wrong installation key by its own keys, so it starts before clear ones are sealed with it.
    if (areKeysClear) for (const name of wanted) await start(name)
    else await Promise.all(wanted.map(start))
  })
  run.signal.throwIfAborted()
  // The devices come by themselves as soon as the broker serves; nobody waits for them.
  if (isDemonstration) start('fleet').catch(run.fail)
}

/** Whether a migration left keys of riders in clear, which the server seals as it starts. */
async function prepareSealing({ database }: Run): Promise<boolean> {
  const answer = await database?.pool.query<{ has: boolean }>('select exists (select from clear_keys) as has')
  if (answer?.rows[0]?.has !== true) return false
  // What PostgreSQL noted of columns that are gone. Without the right to it this is a warning.
  await database?.pool.query('vacuum (full) pg_statistic')
  return true
}

function environmentOf({ ports, host, dataDir }: StartSettings, isDemonstration: boolean): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    WHEELHOUSE_DATA: dataDir,
    WHEELHOUSE_DEMO: isDemonstration ? '1' : '0',
  }
  for (const [name, port] of Object.entries(ports)) env[name] = String(port)
  for (const name of ['DATABASE_URL', ...Object.values(partUrlNames)]) delete env[name]
  if (host === undefined) delete env.HOST
  // The demonstration is watched by a person, who came for its addresses and not for every request.
  if (isDemonstration) env.WHEELHOUSE_LOG ??= 'warn'
  if (isDemonstration) for (const [name, value] of Object.entries(demonstrationMaps(env))) env[name] ??= value
  // The simulated riders have an app: it and the services share a secret from start to end.
  if (isDemonstration) {
    env.RIDERS_APP_URL ??= `http://${hostToAsk(host)}:${ports.PORT}`
    env.RIDERS_APP_SECRET ??= randomBytes(32).toString('base64url')
    // Some simulated hardware connects for the first time.
    env.PROVISIONING_SECRET ??= randomBytes(32).toString('base64url')
  }
  return env
}

async function waitUntilReady({ settings, signal, children }: Run): Promise<void> {
  const url = `http://${hostToAsk(settings.host)}:${settings.ports.PORT}/readyz`
  const lost = Promise.all([...children.values()].map((child) => child.ready))
  for (const since = Date.now(); Date.now() - since < readyWithinMs; await pause(20)) {
    await lost
    signal.throwIfAborted()
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
    if (answer?.status === 200) return
  }
  throw new StartError(`The server runs, but ${url} did not answer 200 within a minute; its words are above.`)
}

export function hostToAsk(host: string | undefined): string {
  if (host === undefined || host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** The fleet falls silent first; the database is there until the last one that writes has gone. */
async function endInOrder(run: Run): Promise<void> {
  for (const name of ['fleet', 'server', 'identity'] as const) await run.children.get(name)?.stop(stopWithinMs[name])
  await run.database?.close()
  run.release()
}

export { ChildFailed, StartError }
