import { gbfsFeeds, gbfsPath } from '@wheelhouse/contract/public-areas/feeds.ts'
import type { GbfsFeed } from '@wheelhouse/contract/public-areas/feeds.ts'
import type { TestApp } from './test-app.ts'
import { makeFleet } from '../../src/features/fleets/samples.ts'
import { makeArea } from '../../src/features/public-areas/samples.ts'

/** Each test reads from its own address, because the number of reads of an address is limited. */
let reader = 0

interface Vehicle {
  vehicle_id: string
  station_id?: string
  lat?: number
  current_range_meters: number
}

/** A public area with a location and a fleet. */
export async function makeFeedPlace(w: TestApp) {
  reader++
  const ours = await w.make.organization()
  await w.pool.query(`update organizations set email = 'info@ours.test' where id = $1`, [ours.id])
  const square = await w.make.location(ours, { label: 'Old square', city: 'Tallinn' })
  const fleet = await makeFleet(w, ours)
  const area = await makeArea(w, ours, [square])
  return { ours, square, fleet, area }
}

interface Place {
  w: TestApp
  area: string
}

/** What tests do with feeds. The place is asked for at each call, because every test has another one. */
export function feedActions(place: () => Place) {
  const read = (url: string, headers: Record<string, string> = {}) =>
    place().w.app.inject({ method: 'GET', url, headers, remoteAddress: `10.0.0.${reader}` })
  /** After what was published before is not kept any more. */
  const get = (url: string, headers: Record<string, string> = {}) => {
    place().w.clock.advance(5_000)
    return read(url, headers)
  }
  const gbfs = async (feed: GbfsFeed) => (await get(gbfsPath(place().area, feed))).json()
  const vehicles = async () => (await gbfs('vehicle_status')).data.vehicles as Vehicle[]
  async function texts(): Promise<Record<GbfsFeed, string>> {
    const files = await Promise.all(
      gbfsFeeds.map(async (feed) => [feed, (await get(gbfsPath(place().area, feed))).body] as const),
    )
    return Object.fromEntries(files) as Record<GbfsFeed, string>
  }
  return { read, get, gbfs, vehicles, texts }
}
