import { deviceHeartbeatHistory } from '@wheelhouse/contract/hardware/hardware-history.ts'
import type { HardwareHistory } from '@wheelhouse/contract/hardware/hardware-history.ts'
import { ledger, must } from '../bench.ts'
import type { Bench } from '../bench.ts'
import type { Filled } from '../fixtures.ts'
import { answersPerSecond, read, warmUp } from '../http-load.ts'
import { interleaved } from '../measure.ts'
import { startPeer } from '../peers/start-peer.ts'

/** A small field and one of full size: the month of a device must not cost more beside 100,000 others. */
const fields = [10_000, 1_000_000] as const
const days = 30

export const heartbeatHistory: Bench = {
  name: 'heartbeat-history',
  fault: 'requests a device with two days of hours instead of a month',
  async run(fixtures, options) {
    const book = ledger('heartbeat-history', fixtures)
    for (const sessions of fields) {
      const filled = await fixtures.filled({ sessions })
      const { devices, month, other } = await pickDevices(filled)
      const server = await fixtures.server(filled)
      const peer = await startPeer('http-peer', fixtures.folder, { DATABASE_URL: filled.url })
      try {
        const token = await fixtures.identity.token(filled.scale.people.everything.id)
        const path = deviceHeartbeatHistory.path.replace(':device_id', options.isFaulty ? other.id : month.id)
        const to = new Date(filled.scale.made_at)
        const from = new Date(Math.floor((to.getTime() - days * 86_400_000) / 7_200_000) * 7_200_000)
        const period = `from=${from.toISOString()}&to=${to.toISOString()}`
        const subject = { url: `${server.url}${path}?${period}`, token }
        const bare = { url: `${peer.url}/history?hardware=${month.hardware_id}&${period}` }
        must(isSame(await read(subject), await read(bare)), 'Subject and peer show different points')
        const load = { seconds: Math.max(options.seconds, 2), connections: 1 }
        for (const call of [subject, bare]) await warmUp(call, load)
        const rounds = await interleaved(
          options.rounds,
          () => answersPerSecond(subject, load),
          () => answersPerSecond(bare, load),
        )
        const description = {
          size: `${Math.round(devices / 1_000)}k devices`,
          unit: 'answers/s',
          peerName: 'the bare roll-up query, pg and node:http',
        }
        book.add({ ...description, what: `one device, ${days} days`, aim: { is: 'at least', ratio: 0.85 } }, rounds)
      } finally {
        await peer.stop()
      }
    }
    return book.lines
  },
}

interface Named {
  id: string
  hardware_id: string
}

/** A device with a whole month of hours, and one with only the last days. */
async function pickDevices({ pool }: Filled): Promise<{ devices: number; month: Named; other: Named }> {
  const { rows } = await pool.query<Named & { hours: number }>(`
    (select d.id, d.hardware_id, count(*) as hours from devices d join hardware_hours h on h.hardware_id = d.hardware_id
      where d.hardware_id in (select hardware_id from hardware_hours where bucket_from < now() - interval '20 days' limit 200) and d.type = 'dock' group by 1, 2 limit 1)
    union all (select d.id, d.hardware_id, 0 from devices d where d.type = 'dock' and not exists
      (select 1 from hardware_hours h where h.hardware_id = d.hardware_id and h.bucket_from < now() - interval '20 days') limit 1)`)
  const count = await pool.query<{ devices: number }>('select count(*) as devices from devices')
  const [month, other] = rows
  must(month !== undefined && other !== undefined, 'The history to be measured was not created')
  return { devices: count.rows[0]?.devices ?? 0, month, other }
}

type Bare = { points: { at: string; beats: number; supply_min_mv: number }[] }

/** The subject returns every step, the peer only those with heartbeats. */
function isSame(ours: HardwareHistory, theirs: Bare): boolean {
  const withHeartbeats = ours.points.filter(({ beats }) => beats > 0)
  return (
    withHeartbeats.length === theirs.points.length &&
    withHeartbeats.length > 300 &&
    withHeartbeats.every(({ at, beats, supply_min_mv }, index) => {
      const other = theirs.points[index]
      return other?.at === at && other.beats === beats && other.supply_min_mv === supply_min_mv
    })
  )
}
