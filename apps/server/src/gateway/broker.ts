import { Worker } from 'node:worker_threads'
import { usualIdLength } from '@wheelhouse/device-protocol/topics.ts'
import type { IdLength } from '@wheelhouse/device-protocol/topics.ts'
import { secretHash } from './broker-secrets.ts'
import { usualPaces } from './flow/controller-pace.ts'
import type { ControllerPaces } from './flow/controller-pace.ts'
import type { Pace } from './flow/quota.ts'

export interface BrokerLimits {
  connections: number
  /** From the connection to its CONNECT. */
  connectTimeoutMs: number
  /** A subscriber that has not read for this long is disconnected. */
  drainTimeoutMs: number
  filtersPerClient: number
  controllerQueue: number
  gatewayQueue: number
  /** Of one controller, within the queue for the gateway. */
  gatewayQueuePerController: number
  paces: ControllerPaces
  /** Connections of hardware that nobody knows, and the start messages of each. */
  newcomers: number
  newcomerPace: Pace
}
export const usualBrokerLimits: BrokerLimits = {
  connections: 20_000,
  connectTimeoutMs: 10_000,
  drainTimeoutMs: 30_000,
  filtersPerClient: 32,
  controllerQueue: 100,
  gatewayQueue: 10_000,
  gatewayQueuePerController: 200,
  paces: usualPaces,
  newcomers: 200,
  newcomerPace: { perSecond: 0.2, burst: 100 },
}

export interface BrokerSettings {
  /** 0 takes any free port. */
  port: number
  /** Unset: 127.0.0.1 and ::1. */
  host?: string | undefined
  /** PEM text; required for a host that is not loopback. */
  tls?: { cert: string; key: string } | undefined
  databaseUrl: string
  /** Random for each start and known to the gateway only. */
  gatewayPassword: string
  /** Unset: hardware that nobody knows is refused. */
  provisioningSecret?: string | undefined
  idLength?: IdLength
  limits?: Partial<BrokerLimits>
  onNotice?: (notice: BrokerNotice) => void
}

export type BrokerNotice =
  /** A second connection with the same identity took over. */
  | { kind: 'takeover'; controller_id: string; at: string }
  /** A controller signed in with a new secret that is not known to have reached it. */
  | { kind: 'new_secret'; controller_id: string; secret_hash: string; at: string }
  /** A sample, at most one per second and reason, of the messages dropped because of their topic or size. */
  | { kind: 'dropped'; client_id: string; topic: string; why: string }
  /**
   * The thread crashed and was restarted; sessions and retained messages are lost, and clients reconnect by themselves.
   */
  | { kind: 'restarted'; reason: string }

export const noCounts = () => ({
  published: 0,
  refused_connect: 0,
  takeovers: 0,
  foreign_topic: 0,
  unknown_topic: 0,
  oversized: 0,
  denied_subscribe: 0,
  /** Messages other than its start, of hardware that was not accepted yet. */
  unaccepted: 0,
  queue_full: 0,
  slow_readers: 0,
  broken_connections: 0,
  too_many_connections: 0,
  /** Acknowledgements that were withheld for a while, because the controller sent faster than its pace. */
  delayed: 0,
  /** Messages without acknowledgement that were dropped for the same reason. */
  over_pace: 0,
})
export type BrokerCounts = ReturnType<typeof noCounts>
export type BrokerStats = BrokerCounts & { connected: number; waiting_for_gateway: number }

const noStats = (): BrokerStats => ({ ...noCounts(), connected: 0, waiting_for_gateway: 0 })

export interface Broker {
  port: number
  stats(): Promise<BrokerStats>
  /** Ends the connection of a controller whose secret was replaced or revoked, and asks for its secret again. */
  kick(controllerId: string): void
  close(): Promise<void>
}

export interface WorkerSettings {
  port: number
  hosts: string[]
  tls?: { cert: string; key: string } | undefined
  databaseUrl: string
  gatewayPasswordHash: string
  provisioningHash: string | null
  idLength: IdLength
  limits: BrokerLimits
}
export type ToWorker = { kind: 'stats'; ask: number } | { kind: 'kick'; controller_id: string } | { kind: 'close' }
export type FromWorker =
  | { kind: 'listening'; port: number }
  | { kind: 'failed'; code: string; message: string }
  | { kind: 'stats'; ask: number; stats: BrokerStats }
  | { kind: 'closed' }
  | Extract<BrokerNotice, { kind: 'takeover' | 'new_secret' | 'dropped' }>

const loopback = ['localhost', '127.0.0.1', '::1']
const restartAfterMs = 500
const closeWithinMs = 3_000

const failure = (settings: WorkerSettings, code: string, message: string): Error => {
  if (code === 'EADDRINUSE')
    return new Error(
      `Port ${settings.port} for the device broker is in use. Set MQTT_PORT to a free port, or, if another server process of this installation uses it, MQTT_URL to one broker for all.`,
    )
  if (code === 'EACCES')
    return new Error(
      `Port ${settings.port} for the device broker may not be opened by this user. Set MQTT_PORT to one above 1023.`,
    )
  return new Error(
    `The device broker cannot listen on ${settings.hosts.join(' and ')}, port ${settings.port}: ${message}`,
  )
}

/** Runs the worker until it listens; rejects with a one-sentence error. */
function runWorker(
  settings: WorkerSettings,
  onMessage: (message: FromWorker) => void,
): Promise<{ worker: Worker; port: number }> {
  const worker = new Worker(new URL('./broker-worker.ts', import.meta.url), { workerData: settings })
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'listening') {
        worker.off('error', reject)
        resolve({ worker, port: message.port })
      } else if (message.kind === 'failed') reject(failure(settings, message.code, message.message))
      else onMessage(message)
    })
  })
}

function workerSettings(settings: BrokerSettings): WorkerSettings {
  if (settings.host && !loopback.includes(settings.host) && !settings.tls)
    throw new Error(
      `The device broker listens on ${settings.host} only with TLS: set MQTT_URL to a broker of your own, or leave HOST unset.`,
    )
  const hosts = !settings.host || settings.host === 'localhost' ? ['127.0.0.1', '::1'] : [settings.host]
  return {
    port: settings.port,
    hosts,
    tls: settings.tls,
    databaseUrl: settings.databaseUrl,
    gatewayPasswordHash: secretHash(settings.gatewayPassword),
    provisioningHash: settings.provisioningSecret ? secretHash(settings.provisioningSecret) : null,
    idLength: settings.idLength ?? usualIdLength,
    limits: { ...usualBrokerLimits, ...settings.limits },
  }
}

/** The current thread and the requests that wait for it. */
interface Running {
  readonly settings: WorkerSettings
  readonly onNotice: (notice: BrokerNotice) => void
  readonly awaited: Map<number, (stats: BrokerStats) => void>
  worker: Worker | null
  isClosing: boolean
  onClosed: () => void
}

/**
 * The embedded broker. Devices sign in with their own secret, the server as `gatewayUser` with `gatewayPassword` and
 * the client id `gatewayClientId`.
 */
export async function startBroker(options: BrokerSettings): Promise<Broker> {
  const onNotice = options.onNotice ?? (() => undefined)
  const running: Running = {
    settings: workerSettings(options),
    onNotice,
    awaited: new Map(),
    worker: null,
    isClosing: false,
    onClosed: () => undefined,
  }
  await launch(running)
  let ask = 0
  return {
    port: running.settings.port,
    stats: () =>
      new Promise((resolve) => {
        if (!running.worker) return resolve(noStats())
        running.awaited.set(++ask, resolve)
        post(running, { kind: 'stats', ask })
      }),
    kick: (controllerId) => post(running, { kind: 'kick', controller_id: controllerId }),
    close: () => closeBroker(running),
  }
}

const post = ({ worker }: Running, message: ToWorker): void => worker?.postMessage(message)

async function launch(running: Running): Promise<void> {
  const { worker, port } = await runWorker(running.settings, (message) => handleMessage(running, message))
  running.worker = worker
  // Port 0 took any free port; a restart has to use the same one.
  running.settings.port = port
  let reason = ''
  worker.on('error', (error) => {
    reason = String(error)
  })
  worker.on('exit', (code) => {
    running.worker = null
    for (const answer of running.awaited.values()) answer(noStats())
    running.awaited.clear()
    if (!running.isClosing) setTimeout(() => void relaunch(running, reason || `exit ${code}`), restartAfterMs)
  })
}

async function relaunch(running: Running, reason: string): Promise<void> {
  if (running.isClosing) return
  try {
    await launch(running)
    running.onNotice({ kind: 'restarted', reason })
  } catch {
    setTimeout(() => void relaunch(running, reason), restartAfterMs)
  }
}

function handleMessage({ awaited, onClosed, onNotice }: Running, message: FromWorker): void {
  if (message.kind === 'stats') {
    awaited.get(message.ask)?.(message.stats)
    awaited.delete(message.ask)
  } else if (message.kind === 'closed') onClosed()
  else if (message.kind === 'takeover' || message.kind === 'new_secret' || message.kind === 'dropped') onNotice(message)
}

async function closeBroker(running: Running): Promise<void> {
  const { worker } = running
  running.isClosing = true
  if (!worker) return
  const closed = new Promise<void>((resolve) => {
    running.onClosed = resolve
    worker.once('exit', () => resolve())
    setTimeout(resolve, closeWithinMs).unref()
  })
  post(running, { kind: 'close' })
  await closed
  await worker.terminate()
}
