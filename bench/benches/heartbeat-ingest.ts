import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { scaleText } from '@wheelhouse/db/scale/sizes.ts'
import { ledger, must } from '../bench.ts'
import type { Bench } from '../bench.ts'
import type { Filled, Fixtures } from '../fixtures.ts'
import { interleaved, quantile, repeated } from '../measure.ts'
import type { FromControllers, SimulatedController, ToControllers } from '../peers/controllers.ts'
import { bulkUpsert } from '../peers/bulk-upsert.ts'
import { launch, nextMessage, stopped } from '../server.ts'
import type { Server } from '../server.ts'

/** A field of full size; some of its devices send heartbeats. */
const sessions = 1_000_000
const devices = 10_000
/** The rate of 100,000 devices with one heartbeat per minute. */
const heartbeatsPerSecond = 100_000 / 60
const committedWithinMs = 60_000

export const heartbeatIngest: Bench = {
  name: 'heartbeat-ingest',
  fault: 'a tenth of the devices send an old counter, so that nothing is written for them',
  async run(fixtures, options) {
    const book = ledger('heartbeat-ingest', fixtures)
    const filled = await fixtures.filled({ sessions })
    const server = await fixtures.server(filled)
    const controllers = await takeControllers(filled)
    const field = await openField(fixtures, server, controllers)
    let seq = await highestSeq(filled)
    const size = `${scaleText(field.hardware.length)} devices`
    if (options.isFaulty) await raiseCounters(filled, field.hardware)
    try {
      const subject = () => committedPerSecond(filled, field, ++seq)
      const peer = () => bulkUpsert(filled.pool, field.hardware, ++seq)
      await subject()
      const description = { size, unit: 'rows/s' }
      book.add(
        {
          ...description,
          what: 'MQTT to committed rows',
          peerName: 'upserts in batches of 500 by pg',
          aim: { is: 'at least', ratio: 0.25 },
        },
        await interleaved(options.rounds, subject, peer),
      )
      const paces: Record<'lag' | 'cores', number[]> = { lag: [], cores: [] }
      const rounds = await repeated(options.rounds, async () => {
        const { lagMs, cores } = await sendAtRate(filled, field, server, ++seq)
        paces.lag.push(lagMs)
        paces.cores.push(cores)
        return lagMs
      })
      const atRate = { size: '100k devices a minute', peerName: '–' }
      const lag = { what: 'lag from sending to commit, p99', unit: 'ms', aim: { is: 'under', value: 2_000 } } as const
      const load = { what: 'processors that the server uses', unit: 'cores', aim: { is: 'under', value: 0.5 } } as const
      book.add({ ...atRate, ...lag }, rounds)
      book.add({ ...atRate, ...load }, { ...rounds, subject: paces.cores })
    } finally {
      await stopped(field.child)
    }
    return book.lines
  },
}

/** Takes whole controllers until there are enough devices, with new secrets for this run. */
async function takeControllers({ pool }: Filled): Promise<SimulatedController[]> {
  const { rows } = await pool.query<{ id: string; hardware: string[] }>(
    'select controller_id as id, array_agg(hardware_id) as hardware from hardware group by controller_id order by controller_id limit 2000',
  )
  const played: SimulatedController[] = []
  let count = 0
  for (const { id, hardware } of rows) {
    if (count >= devices) break
    const own = hardware.slice(0, devices - count)
    played.push({ id, secret: randomBytes(24).toString('base64url'), hardware: own })
    count += own.length
  }
  const hashes = played.map(({ secret }) => createHash('sha256').update(secret).digest('hex'))
  await pool.query(
    'update controllers c set secret_hash = n.hash from unnest($1::text[], $2::text[]) n(id, hash) where c.hardware_id = n.id',
    [played.map(({ id }) => id), hashes],
  )
  return played
}

interface Field {
  child: ChildProcess
  hardware: string[]
  sendHeartbeats(seq: number, overMs: number, watched: string[]): Promise<Record<string, number>>
}

async function openField(
  { folder }: Fixtures,
  { mqttPort }: Server,
  controllers: SimulatedController[],
): Promise<Field> {
  const child = launch(
    join(import.meta.dirname, '../peers/controllers.ts'),
    { PATH: process.env.PATH },
    join(folder, 'peer.log'),
  )
  const send = (message: ToControllers): void => void child.send(message)
  send({ kind: 'connect', port: mqttPort, controllers })
  const answer = await nextMessage<FromControllers>(child)
  must(answer.kind === 'connected', answer.kind === 'failed' ? answer.words : 'The controllers are not connected')
  return {
    child,
    hardware: controllers.flatMap((one) => one.hardware),
    async sendHeartbeats(seq, overMs, watched) {
      send({ kind: 'sendHeartbeats', seq, overMs, watched })
      const sent = await nextMessage<FromControllers>(child)
      if (sent.kind !== 'sent') throw new Error('The controllers sent no heartbeats')
      return sent.times
    },
  }
}

const highestSeq = async ({ pool }: Filled): Promise<number> => {
  const { rows } = await pool.query<{ seq: number }>('select max(seq) as seq from hardware_state')
  return Math.max(2 ** 32, rows[0]?.seq ?? 0)
}

/** Sets the counters far ahead, so that every heartbeat is ignored as old. */
async function raiseCounters({ pool }: Filled, hardware: string[]): Promise<void> {
  const some = hardware.filter((_, index) => index % 10 === 0)
  await pool.query('update hardware_state set seq = seq + 1000000 where hardware_id = any($1::text[])', [some])
}

const written = async ({ pool }: Filled, hardware: readonly string[], seq: number): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*) as count from unnest($1::text[]) w(id) join hardware_state s on s.hardware_id = w.id where s.seq = $2',
    [hardware, seq],
  )
  return rows[0]?.count ?? 0
}

/** Sends all heartbeats as fast as possible and waits until each is in its row. */
async function committedPerSecond(filled: Filled, field: Field, seq: number): Promise<number> {
  const some = field.hardware.filter((_, index) => index % 250 === 0)
  const began = performance.now()
  const sent = field.sendHeartbeats(seq, 0, [])
  while (
    (await written(filled, some, seq)) < some.length ||
    (await written(filled, field.hardware, seq)) < field.hardware.length
  ) {
    if (performance.now() - began > committedWithinMs) {
      const count = await written(filled, field.hardware, seq)
      must(false, `Of ${field.hardware.length} beats ${count} were committed within a minute`)
    }
    await pause(5)
  }
  const rate = (field.hardware.length * 1000) / (performance.now() - began)
  await sent
  return rate
}

/**
 * Sends at the rate of a hundred thousand devices; some are watched from sending until their row shows the heartbeat.
 */
async function sendAtRate(
  filled: Filled,
  field: Field,
  server: Server,
  seq: number,
): Promise<{ lagMs: number; cores: number }> {
  const watched = field.hardware.filter((_, index) => index % 25 === 0)
  const [began, used] = [Date.now(), server.usedMs()]
  const sending = field.sendHeartbeats(seq, (field.hardware.length / heartbeatsPerSecond) * 1000, watched)
  const seen = new Map<string, number>()
  while (seen.size < watched.length) {
    must(
      Date.now() - began < committedWithinMs,
      `Of ${watched.length} watched beats ${seen.size} were committed within a minute`,
    )
    const { rows } = await filled.pool.query<{ hardware_id: string }>(
      'select hardware_id from hardware_state where hardware_id = any($1::text[]) and seq = $2',
      [watched.filter((id) => !seen.has(id)), seq],
    )
    for (const { hardware_id } of rows) seen.set(hardware_id, Date.now())
    await pause(20)
  }
  const tookMs = Date.now() - began
  const times = await sending
  const lags = watched.map((id) => (seen.get(id) ?? 0) - (times[id] ?? 0))
  return { lagMs: quantile(lags, 0.99), cores: used === null ? 0 : ((server.usedMs() ?? 0) - used) / tookMs }
}
