import { startLoad } from '../../apps/server/test/gateway/device-load.ts'
import { must } from '../bench.ts'
import type { Fault } from './fault.ts'
import { holdsWithin, openGround, postmasterOf, secret } from './ground.ts'
import type { Ground } from './ground.ts'
import { checkAll, underLoad } from './server-kill.ts'
import { startWrites } from './writes.ts'

const backWithinMs = 10_000
const noticedWithinMs = 1_000
/** Commits are confirmed before they are on the disk, and stay in memory for long. */
const careless = { synchronous_commit: 'off', wal_writer_delay: '10s', wal_writer_flush_after: '1GB' }

/** Kills PostgreSQL while the services run and are used: the whole server and one of its connections by turns. */
export const databaseKill: Fault = {
  name: 'database-kill',
  usualTimes: 6,
  planted: 'PostgreSQL confirms commits before it has written them',
  async run(fixtures, { times, isFaulty }) {
    const ground = await openGround(fixtures, { writers: 3, postgresSettings: isFaulty ? careless : {} })
    let longestMs = 0
    try {
      const server = await ground.startServer()
      // What was made before the load is on the disk in any case.
      await ground.pool.query('checkpoint')
      const writes = startWrites(ground, server.url)
      const load = startLoad({ docks: ground.docks, secret, mqttPort: server.mqttPort })
      try {
        for (let round = 1; round <= times; round++) {
          await underLoad(load, writes)
          const backMs = await killOnce(ground, round % 2 === 1, () => writes.confirmed.labels.length)
          longestMs = Math.max(longestMs, backMs)
          await checkAll(ground, load, writes)
        }
        await underLoad(load, writes)
      } finally {
        await Promise.all([load.stop(), writes.stop()])
      }
      await checkAll(ground, load, writes)
      const { labels } = writes.confirmed
      return `PostgreSQL was killed ${times} times; ${labels.length} writes and ${load.acknowledged.length} events of docks were confirmed: none is lost; the first write after a kill was confirmed within ${(longestMs / 1_000).toFixed(1)} s`
    } finally {
      await ground.close()
    }
  },
}

/** Returns how long the services confirmed nothing. */
async function killOnce(ground: Ground, isWhole: boolean, confirmed: () => number): Promise<number> {
  const { rows } = await ground.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'wheelhouse server' limit 1`,
  )
  const backend = rows[0]?.pid
  const began = performance.now()
  process.kill(isWhole || backend === undefined ? postmasterOf(ground) : backend, 'SIGKILL')
  // Processes of a killed PostgreSQL go on for a moment; it may be back before this looks.
  await holdsWithin(noticedWithinMs, () => ground.pool.query('select 1').then(notAway, isGone))
  const before = confirmed()
  const isBack = await holdsWithin(backWithinMs, () => confirmed() > before)
  must(isBack, `No write is confirmed within ${backWithinMs} ms of the kill`)
  return performance.now() - began
}

const notAway = (): boolean => false
const isGone = (): boolean => true
