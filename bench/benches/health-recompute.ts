import { openDatabase } from '@wheelhouse/db/database.ts'
import { sweepOutages } from '../../apps/server/src/features/outages/outages.ts'
import { readConfig } from '../../apps/server/src/platform/config.ts'
import { ledger, must } from '../bench.ts'
import type { Bench } from '../bench.ts'
import type { Filled } from '../fixtures.ts'
import { interleaved } from '../measure.ts'
import { allHealths } from '../peers/history-queries.ts'

/** The field at its full size: 5,000 locations and 100,000 devices; three of every hundred locations are silent. */
const sessions = 1_000_000
const sweepsEach = 3

export const healthRecompute: Bench = {
  name: 'health-recompute',
  fault: 'sweeps without a listening gateway, so that nothing is checked',
  async run(fixtures, options) {
    const book = ledger('health-recompute', fixtures)
    const filled = await fixtures.filled({ sessions })
    await fixtures.stopServer()
    const now = await fieldWithHeartbeats(filled, options.isFaulty)
    const deps = {
      db: openDatabase(filled.pool),
      config: readConfig({ DATABASE_URL: filled.url, WHEELHOUSE_DATA: fixtures.folder }),
      clock: { now: () => now },
    }
    // The first sweep raises the outages; the measured ones find nothing to change.
    await sweepOutages(deps)
    await sweepOutages(deps)
    await agree(filled, now)
    const subject = async () => {
      const began = performance.now()
      for (let n = 0; n < sweepsEach; n++) await sweepOutages(deps)
      return (performance.now() - began) / sweepsEach
    }
    const peer = async () => {
      const began = performance.now()
      for (let n = 0; n < sweepsEach; n++)
        await filled.pool.query({ name: 'all healths', text: allHealths, values: [now.toISOString()] })
      return (performance.now() - began) / sweepsEach
    }
    const description = { size: '100k devices', unit: 'ms', peerName: 'all healths by one bare statement' }
    book.add(
      { ...description, what: 'one sweep, outages compared', aim: { is: 'at most', ratio: 1.5 } },
      await interleaved(options.rounds, subject, peer),
    )
    return book.lines
  },
}

/** Makes the field send until now, except for 3 % of it. */
async function fieldWithHeartbeats({ pool }: Filled, isFaulty: boolean): Promise<Date> {
  const now = new Date()
  await pool.query('truncate outages, gateway_lives')
  await pool.query('insert into gateway_lives values ($1, $2)', [
    new Date(now.getTime() - 40 * 86_400_000).toISOString(),
    new Date(now.getTime() - (isFaulty ? 3_600_000 : 0)).toISOString(),
  ])
  await pool.query(
    `update hardware_state s set last_heartbeat_at = $1::timestamptz - case when h.controller_id < '08' then interval '2 days' else interval '1 second' end from hardware h where h.hardware_id = s.hardware_id`,
    [now.toISOString()],
  )
  await pool.query('vacuum analyze hardware_state')
  return now
}

async function agree({ pool }: Filled, now: Date): Promise<void> {
  const { rows } = await pool.query<{ location_id: string; health: string }>(allHealths, [now.toISOString()])
  const offline = rows.filter(({ health }) => health === 'offline').map(({ location_id }) => location_id)
  const standing = await pool.query<{ location_id: string }>(
    'select location_id from outages where hardware_id is null and cleared_at is null',
  )
  must(offline.length > 0, 'No location is silent: there is nothing to find')
  const withOutage = new Set(standing.rows.map(({ location_id }) => location_id))
  must(
    withOutage.size === offline.length && offline.every((id) => withOutage.has(id)),
    `${offline.length} locations are offline and ${withOutage.size} have an outage`,
  )
}
