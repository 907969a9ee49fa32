import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import { openKey } from '@wheelhouse/db/sealing.ts'
import type { SealedKey } from '@wheelhouse/db/sealing.ts'
import { scaleText } from '@wheelhouse/db/scale/sizes.ts'
import { ledger, must } from '../bench.ts'
import type { Bench } from '../bench.ts'
import type { Filled, Fixtures } from '../fixtures.ts'
import { interleaved } from '../measure.ts'
import { bulkEvents, eventsOfParking } from '../peers/bulk-events.ts'
import type { FromSenders, SendingController, ToSenders } from '../peers/event-senders.ts'
import { installationKey, launch, nextMessage, stopped } from '../server.ts'
import type { Server } from '../server.ts'

const sessions = 10_000
const docks = 3_000
/** A controller may send 200 events at once and 20 a second after that. */
const docksOfController = 10
const eventsPerSecond = 3_000

export const lockEvents: Bench = {
  name: 'lock-events',
  fault: 'a tenth of the docks send an old counter, so that their locks do not move',
  async run(fixtures, options) {
    const book = ledger('lock-events', fixtures)
    const filled = await fixtures.filled({ sessions })
    const server = await fixtures.server(filled)
    const senders = await openSenders(fixtures, server, await takeControllers(filled))
    const description = { size: `${scaleText(senders.hardware.length)} docks`, unit: 'events/s' }
    let seq = await highestSeq(filled)
    if (options.isFaulty) await raiseCounters(filled, senders.hardware)
    const costs: number[] = []
    const subject = async () => {
      const before = server.usedMs() ?? 0
      const rate = await parkingsPerSecond(filled, senders, (seq += eventsOfParking))
      const events = senders.hardware.length * eventsOfParking
      costs.push((((server.usedMs() ?? 0) - before) * 1000) / events)
      return rate
    }
    const peer = () => bulkEvents(filled.pool, senders.hardware, (seq += eventsOfParking))
    try {
      await subject()
      costs.length = 0
      const rounds = await interleaved(options.rounds, subject, peer)
      const bare = 'inserts in batches of 500 by pg, without sessions and history'
      book.add({ ...description, what: 'key scans and dock states, MQTT to committed rows', peerName: bare }, rounds)
      const aim = { is: 'over', value: eventsPerSecond } as const
      const alone = { ...rounds, peer: [] }
      book.add({ ...description, what: 'the same', peerName: '–', aim }, alone)
      const cost = { what: 'processor time of the server, of one event', unit: 'µs', peerName: '–' }
      book.add({ ...description, ...cost }, { ...alone, subject: costs })
    } finally {
      await stopped(senders.child)
    }
    return book.lines
  },
}

/** Free docks of many controllers, each with the card of another rider; the secrets are new for this run. */
async function takeControllers({ pool }: Filled): Promise<SendingController[]> {
  const { rows } = await pool.query<{ id: string; docks: string[] }>(
    `select h.controller_id as id, (array_agg(h.hardware_id order by h.hardware_id))[1:$1] as docks
     from hardware h join devices d using (hardware_id) join hardware_state s using (hardware_id)
     where d.type = 'dock' and s.dock_state = 'unlocked'
       and not exists (select 1 from parking_sessions p where p.device_id = d.id and p.status <> 'ended')
     group by 1 order by 1 limit $2`,
    [docksOfController, docks],
  )
  const keys = await cardsIn(pool)
  const controllers: SendingController[] = []
  let count = 0
  for (const { id, docks: own } of rows) {
    if (count >= docks) break
    const cards = own.map((hardware_id, n) => ({ hardware_id, key: keys[(count + n) % keys.length] ?? '' }))
    controllers.push({ id, secret: randomBytes(24).toString('base64url'), docks: cards })
    count += own.length
  }
  const hashes = controllers.map(({ secret }) => createHash('sha256').update(secret).digest('hex'))
  await pool.query(
    'update controllers c set secret_hash = n.hash from unnest($1::text[], $2::text[]) n(id, hash) where c.hardware_id = n.id',
    [controllers.map(({ id }) => id), hashes],
  )
  return controllers
}

async function cardsIn(pool: Filled['pool']): Promise<string[]> {
  const { rows } = await pool.query<SealedKey>(
    `select key_hash, key_sealed from access_keys where type = 'rfid' order by id limit $1`,
    [docks],
  )
  return rows.map((sealed) => openKey(installationKey, sealed))
}

interface Senders {
  child: ChildProcess
  hardware: string[]
  /** Each dock reports a parking; resolves when all events are acknowledged. */
  send(seq: number): Promise<void>
}

async function openSenders(
  { folder }: Fixtures,
  { mqttPort }: Server,
  controllers: SendingController[],
): Promise<Senders> {
  const module = join(import.meta.dirname, '../peers/event-senders.ts')
  const child = launch(module, { PATH: process.env.PATH }, join(folder, 'peer.log'))
  const ask = async (message: ToSenders): Promise<void> => {
    const answered = nextMessage<FromSenders>(child)
    child.send(message)
    const answer = await answered
    must(answer.kind !== 'failed', answer.kind === 'failed' ? answer.words : '')
  }
  await ask({ kind: 'connect', port: mqttPort, controllers })
  return {
    child,
    hardware: controllers.flatMap((one) => one.docks.map(({ hardware_id }) => hardware_id)),
    send: (seq) => ask({ kind: 'send', seq }),
  }
}

const highestSeq = async ({ pool }: Filled): Promise<number> => {
  const { rows } = await pool.query<{ seq: number }>(
    'select max(greatest(seq, dock_state_seq)) as seq from hardware_state',
  )
  return Math.max(2 ** 32, rows[0]?.seq ?? 0)
}

/** Sets the counters far ahead, so that what these docks report is kept as late. */
async function raiseCounters({ pool }: Filled, hardware: string[]): Promise<void> {
  const some = hardware.filter((_, index) => index % 10 === 0)
  await pool.query(
    'update hardware_state set dock_state_seq = greatest(seq, dock_state_seq) + 1000000 where hardware_id = any($1::text[])',
    [some],
  )
}

/** Acknowledged means committed: what the rows say is counted as soon as the last acknowledgement is here. */
async function parkingsPerSecond(filled: Filled, senders: Senders, seq: number): Promise<number> {
  const { hardware } = senders
  const began = performance.now()
  const at = new Date()
  await senders.send(seq)
  const rate = (hardware.length * eventsOfParking * 1000) / (performance.now() - began)
  const { rows } = await filled.pool.query<{ events: number; moved: number; sessions: number }>(
    `select (select count(*)::int from device_events where hardware_id = any($1::text[]) and event_id = any($2::text[])) as events,
       (select count(*)::int from hardware_state where hardware_id = any($1::text[]) and dock_state = 'unlocked' and dock_state_seq = $3) as moved,
       (select count(*)::int from parking_sessions s join devices d on d.id = s.device_id
        where d.hardware_id = any($1::text[]) and s.started_at >= $4 and s.status = 'ended' and s.user_id is not null) as sessions`,
    [hardware, [0, 1, 2, 3].map((step) => `e${seq + step}`), seq + 3, at],
  )
  const [found] = rows
  const wanted = { events: hardware.length * eventsOfParking, moved: hardware.length, sessions: hardware.length }
  must(
    JSON.stringify(found) === JSON.stringify(wanted),
    `Acknowledged are ${JSON.stringify(wanted)}, committed are ${JSON.stringify(found)}`,
  )
  return rate
}
