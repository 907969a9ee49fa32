import { syncAllowlists } from '../features/allowlists/lock-sync.ts'
import { advanceChangeSets } from '../features/change-sets/advance.ts'
import { raiseStuckLocks } from '../features/alarms/alarms.ts'
import { lastGatewayLife, openGatewayLife } from '../features/hardware/gateway-lives.ts'
import { sweepOutages } from '../features/outages/outages.ts'
import { endOverdueCommands } from '../features/commands/command-results.ts'
import { runNotifier } from '../features/notifier/messages.ts'
import { endLeftSessions } from '../features/parking-sessions/parking-sessions.ts'
import { settleDeletions } from '../features/devices/remove-device.ts'
import type { Db } from '../platform/context.ts'
import type { Bus } from '../platform/bus.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Log } from '../platform/log.ts'
import { openCommandSender } from './command-sender.ts'
import { openCounts } from './counts.ts'
import type { Counting, GatewayCounts } from './counts.ts'
import { holdGatewayLock } from './gateway-lock.ts'
import { openHeartbeats } from './heartbeats.ts'
import { openHistoryPace } from './flow/history-pace.ts'
import { openInbox } from './inbox.ts'
import { openLinks } from './links.ts'
import { announceFadedHealth, repeat } from './maintenance.ts'
import type { Repeating } from './maintenance.ts'
import { openPositions } from './positions.ts'
import { forgetOldDeviceEvents } from '../features/hardware-state/seen-events.ts'

export interface GatewayOptions {
  db: Db
  /** Address for the connection that holds the lock. */
  databaseUrl: string
  bus: Bus
  brokerUrl: string
  username: string
  password: string
  config: Config
  clock: Clock
  log: Log
  jobs: Jobs
}

export interface Gateway {
  stats(): GatewayCounts
  close(): Promise<void>
}

/** After a sudden end the lock of the former process may last for half a minute, so this is no reason to refuse the start. */
const oneBrokerOnly =
  'Another process holds the device gateway. The embedded broker serves one process only: if that process goes on, set MQTT_URL to one broker for all processes.'

/**
 * Receives device messages and sends commands. Of several processes one runs it; the others wait for the lock. Resolves
 * after the first attempt: if it got the lock, once it is connected to the broker and subscribed.
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const counting = openCounts(options.log)
  let held: Held | undefined
  const lock = holdGatewayLock({
    databaseUrl: options.databaseUrl,
    log: options.log,
    async onHeld() {
      held = hold(options, counting)
      counting.counts.is_holding = 1
      await held.ready
    },
    async onLost() {
      counting.counts.is_holding = 0
      await held?.close()
      held = undefined
    },
  })
  if ((await lock.ready) === 'elsewhere' && options.config.mqtt_url === null) options.log.warn(oneBrokerOnly)
  return { stats: () => ({ ...counting.counts }), close: () => lock.close() }
}

interface Held {
  ready: Promise<void>
  close(): Promise<void>
}

const secondMs = 1_000
const watchEveryMs = 5_000
const hourMs = 3_600_000
/** Events of a long transaction are committed so much later than their ids say. */
const eventsLateMs = 60_000
const wholeBatch = 200

function hold(options: GatewayOptions, counting: Counting): Held {
  const { db, bus, config, clock, log } = options
  const idLength = { min: config.hardware_id_digits, max: config.hardware_id_digits }
  const heartbeats = openHeartbeats({ db, clock, config, counting, log })
  const positions = openPositions({ db, clock, counting, log })
  const historyPace = openHistoryPace()
  const inbox = openInbox({ db, clock, config, log, counting, idLength, heartbeats, historyPace, positions })
  const links = openLinks(options, inbox)
  const sender = openCommandSender({ db, clock, config, counting, links })
  const send = (ids: readonly string[] | null): void =>
    void sender.send(ids).catch((error: unknown) => log.warn({ err: error }, 'commands cannot be sent yet'))
  const life = openGatewayLife(db)
  let isClosed = false
  let watchedAt: Date | undefined

  async function watch(): Promise<void> {
    const now = clock.now()
    // What faded while no process held the gateway is announced as well.
    watchedAt ??= await lastGatewayLife(db, now)
    // Being live requires a connection to the broker.
    if (links.isConnected()) await life.live(now)
    await announceFadedHealth(db, config, { since: watchedAt, now })
    watchedAt = now
    await raiseStuckLocks(db, config, now)
  }
  // What happened while no process held the gateway is still noticed, as far as a day back.
  let noticedAt = clock.now().getTime() - 24 * hourMs
  async function notify(): Promise<void> {
    const now = clock.now().getTime()
    await runNotifier({ db, config, clock, jobs: options.jobs }, new Date(noticedAt - eventsLateMs))
    noticedAt = now
  }
  const upkeep = [
    // Covers commands that the bus did not announce, for example before a start or a takeover.
    repeat(secondMs, 'commands to send', log, () => sender.send(null)),
    repeat(secondMs, 'commands to end', log, () => endOverdue(db, clock, counting)),
    // Reads every open session, so it runs less often.
    repeat(2 * secondMs, 'sessions to end', log, () => endLeftSessions(options, clock.now())),
    ...plansOf(options),
    repeat(secondMs, 'notifications', log, notify),
    repeat(watchEveryMs, 'health', log, watch),
    repeat(config.outages.sweep_s * secondMs, 'outages', log, () => sweepOutages({ db, config, clock })),
    repeat(hourMs, 'old device events', log, () => forgetOldDeviceEvents(db, clock.now(), () => !isClosed)),
  ]
  const stops = [bus.on((message) => message.kind === 'command' && send(message.ids)), bus.onGap(() => send(null))]
  return {
    ready: links.ready.then(() => send(null)),
    async close() {
      isClosed = true
      for (const stop of stops) stop()
      await links.close()
      await Promise.all(upkeep.map((one) => one.stop()))
      await Promise.all([heartbeats.close(), positions.close()])
    },
  }
}

/** What is carried out step by step, from rows that say how far it is. */
const plansOf = (options: GatewayOptions): Repeating[] => [
  repeat(secondMs, 'devices to delete', options.log, () => settleDeletions(options)),
  repeat(secondMs, 'allowlists', options.log, () => syncAllowlists(options)),
  repeat(secondMs, 'change sets', options.log, () => advanceChangeSets(options)),
]

async function endOverdue(db: Db, clock: Clock, counting: Counting): Promise<void> {
  for (let ended = wholeBatch; ended === wholeBatch;) {
    ended = await endOverdueCommands(db, clock.now())
    counting.counts.commands_timed_out += ended
  }
}
