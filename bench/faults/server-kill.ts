import { setTimeout as pause } from 'node:timers/promises'
import { lostOf, staleDocks, startLoad } from '../../apps/server/test/gateway/device-load.ts'
import { must } from '../bench.ts'
import type { Fault } from './fault.ts'
import { holdsWithin, openGround, secret } from './ground.ts'
import type { Ground } from './ground.ts'
import { checkWrites, startWrites } from './writes.ts'

const loadWithinMs = 60_000
const writesARound = 10
const eventsARound = 50

type Load = ReturnType<typeof startLoad>
type Writes = ReturnType<typeof startWrites>

/** Kills the services while people write and docks report. */
export const serverKill: Fault = {
  name: 'server-kill',
  usualTimes: 15,
  planted: 'a confirmed write and one location of a batch are removed after the last kill',
  async run(fixtures, { times, isFaulty }) {
    const ground = await openGround(fixtures, { writers: 3 })
    try {
      let server = await ground.startServer()
      const writes = startWrites(ground, server.url)
      const load = startLoad({ docks: ground.docks, secret, mqttPort: server.mqttPort })
      try {
        for (let round = 1; round <= times; round++) {
          await underLoad(load, writes)
          await pause(Math.random() * 500)
          await server.kill()
          if (isFaulty && round === times) await plantLoss(ground, writes)
          await checkAll(ground, load, writes)
          if (round % 10 === 0) fixtures.say(`  ${round} of ${times}`)
          server = await ground.startServer()
        }
        await underLoad(load, writes)
      } finally {
        await Promise.all([load.stop(), writes.stop()])
      }
      await checkAll(ground, load, writes)
      const { labels } = writes.confirmed
      return `The services were killed ${times} times; ${labels.length} writes and ${load.acknowledged.length} events of docks were confirmed: none is lost, no batch is half applied`
    } finally {
      await ground.close()
    }
  },
}

/** Without load a kill proves nothing. */
export async function underLoad({ acknowledged }: Load, { confirmed }: Writes): Promise<void> {
  const [writes, events] = [confirmed.labels.length + writesARound, acknowledged.length + eventsARound]
  const isLoaded = await holdsWithin(
    loadWithinMs,
    () => confirmed.labels.length >= writes && acknowledged.length >= events,
  )
  must(isLoaded, `The services are not back within ${loadWithinMs} ms: ${confirmed.unexplained[0] ?? 'no answers'}`)
}

export async function checkAll(ground: Ground, { acknowledged }: Load, { confirmed }: Writes): Promise<void> {
  await checkWrites(ground, confirmed)
  const [lost, stale] = [await lostOf(ground.pool, acknowledged), await staleDocks(ground.pool, acknowledged)]
  must(lost.length === 0, `${lost.length} acknowledged events of docks are lost`)
  must(stale.length === 0, `${stale.length} docks have an older state than was acknowledged`)
}

async function plantLoss({ pool, batch }: Ground, { confirmed }: Writes): Promise<void> {
  const [label] = confirmed.labels
  await pool.query('delete from points_of_interest where label = $1', [label])
  await pool.query('delete from resource_group_members where resource_id = $1', [batch[0]])
}
