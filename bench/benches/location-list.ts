import { isDeepStrictEqual } from 'node:util'
import { listLocations, locationTotals } from '@wheelhouse/contract/locations/locations.ts'
import { ledger, must } from '../bench.ts'
import type { Bench } from '../bench.ts'
import type { Filled } from '../fixtures.ts'
import { answersPerSecond, read } from '../http-load.ts'
import type { Call } from '../http-load.ts'
import { interleaved } from '../measure.ts'
import { startPeer } from '../peers/start-peer.ts'

/** The field at its full size: 5,000 locations and 100,000 devices. */
const sessions = 1_000_000
const rowsOnPage = 100
const sorts = ['code', 'owner_name', 'issues'] as const

export const locationList: Bench = {
  name: 'location-list',
  fault: 'signs in as a person who sees a thousandth of the locations',
  async run(fixtures, options) {
    const book = ledger('location-list', fixtures)
    const filled = await fixtures.filled({ sessions })
    await sendAllHeartbeats(filled)
    const server = await fixtures.server(filled)
    const token = await fixtures.identity.token(filled.scale.people[options.isFaulty ? 'thousandth' : 'everything'].id)
    const peer = await startPeer('http-peer', fixtures.folder, { DATABASE_URL: filled.url })
    const description = {
      size: '5k locations',
      unit: 'answers/s',
      peerName: 'the same query, pg and node:http',
      aim: { is: 'at least' as const, ratio: 0.7 },
    }
    // Sequential, because each request already takes a whole processor.
    const load = { seconds: Math.max(options.seconds, 2), connections: 1 }
    const race = (subject: Call, bare: Call) =>
      interleaved(
        options.rounds,
        () => answersPerSecond(subject, load),
        () => answersPerSecond(bare, load),
      )
    try {
      for (const sort of sorts) {
        const subject = { url: `${server.url}${listLocations.path}?sort=${sort}&limit=${rowsOnPage}`, token }
        const bare = { url: `${peer.url}/locations?sort=${sort}&limit=${rowsOnPage}` }
        const [ours, theirs] = [
          await read<{ items: unknown[]; total: number }>(subject),
          await read<{ items: unknown[]; total: number }>(bare),
        ]
        must(
          isDeepStrictEqual(ours.items, theirs.items) && ours.total === theirs.total,
          `By ${sort} subject and peer show different rows`,
        )
        book.add({ ...description, what: `by ${sort}, ${rowsOnPage} rows` }, await race(subject, bare))
      }
      const [totals, bareTotals] = [
        { url: `${server.url}${locationTotals.path}`, token },
        { url: `${peer.url}/totals` },
      ]
      must(isDeepStrictEqual(await read(totals), await read(bareTotals)), 'The totals of subject and peer differ')
      book.add({ ...description, what: 'totals' }, await race(totals, bareTotals))
    } finally {
      await peer.stop()
    }
    return book.lines
  },
}

/** Lets the whole field send heartbeats now, so that no health fades during the comparison. */
async function sendAllHeartbeats({ pool }: Filled): Promise<void> {
  await pool.query(`update hardware_state s set last_heartbeat_at = now() - case when h.controller_id < '08' then interval '2 days' else interval '1 second' end
    from hardware h where h.hardware_id = s.hardware_id`)
  await pool.query('vacuum analyze hardware_state')
}
