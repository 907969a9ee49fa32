import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  getParkingSession,
  listActiveParkingSessions,
  listParkingSessions,
} from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeCommand } from '../commands/samples.ts'
import { makeSession } from './samples.ts'

/** Enough locations for the walk, and few enough rows to look at: one ended session a minute over many places. */
const places = 80
const sessionsEach = 6
let w: TestApp
let wide: Caller
let narrow: Caller
let middle: Caller
let everything: Caller
let locations: string[]
let devices: string[]
let ids: string[]

beforeAll(async () => {
  w = await testApp()
  const organization = await w.make.organization()
  const few = await w.make.group()
  const some = await w.make.group()
  locations = []
  ids = []
  for (let n = 0; n < places; n++) {
    const location = await w.make.location(organization)
    locations.push(location)
    if (n < 3) await w.make.members('location', location, [few])
    if (n < 20) await w.make.members('location', location, [some])
  }
  devices = await Promise.all(locations.map((location) => w.make.device(location)))
  for (let n = 0; n < places * sessionsEach; n++) {
    const place = n % places
    const started = w.clock.now().getTime() - n * 60_000
    const values = {
      status: 'ended',
      how_ended: n % 7 === 0 ? 'forced' : 'normal',
      started_at: new Date(started).toISOString(),
      ended_at: new Date(started + n * 30_000).toISOString(),
      rating: n === 470 ? 1 : null,
      comment: n % 50 === 0 ? 'No lamp' : null,
    }
    ids.push(await makeSession(w, locations[place] as string, devices[place] as string, values))
  }
  const needs = { session: ['GET'] } as const
  wide = await w.person([{ group_id: organization.owner, needs }])
  middle = await w.person([{ group_id: some, needs }])
  narrow = await w.person([{ group_id: few, needs }])
  everything = await w.person([{ group_id: await w.make.group({ covers_everything: true }), needs }])
})
afterAll(() => w.end())

async function allPages(caller: Caller, query: Record<string, unknown>) {
  const found: string[] = []
  let total = 0
  for (let cursor: string | null = null, turn = 0; turn === 0 || cursor; turn++) {
    const page: { items: { id: string }[]; total: number; next: string | null } = (
      await caller.send(listParkingSessions, { query: { limit: 37, ...query, ...(cursor ? { cursor } : {}) } })
    ).body
    found.push(...page.items.map((item) => item.id))
    total = page.total
    cursor = page.next
  }
  return { found, total }
}

describe('data model 2: for each kind of viewer the pages together are the whole list in order', () => {
  test('everything, a wide and a narrow view, newest first and oldest first', async () => {
    const ofFew = ids.filter((_, n) => n % places < 3)
    for (const [caller, expected] of [
      [everything, ids],
      [wide, ids],
      [narrow, ofFew],
    ] as const) {
      const newest = await allPages(caller, {})
      expect(newest.found).toEqual(expected)
      expect(newest.total).toBe(expected.length)
      expect((await allPages(caller, { order: 'asc' })).found).toEqual(expected.toReversed())
    }
  })

  test('filters: rare ratings, comments, ends, durations, places and periods', async () => {
    const at = (n: number) => new Date(w.clock.now().getTime() - n * 60_000).toISOString()
    const cases: [Record<string, unknown>, (n: number) => boolean][] = [
      [{ rating: 1 }, (n) => n === 470],
      [{ has_comment: 'yes' }, (n) => n % 50 === 0],
      [{ how_ended: 'forced' }, (n) => n % 7 === 0],
      [{ min_minutes: 200 }, (n) => n * 0.5 >= 200],
      [{ min_minutes: 100, below_minutes: 200 }, (n) => n * 0.5 >= 100 && n * 0.5 < 200],
      [{ location_id: locations[5] }, (n) => n % places === 5],
      [{ how_ended: ['forced', 'normal'], min_minutes: 100 }, (n) => n >= 200],
      [{ how_ended: 'forced', has_comment: 'yes' }, (n) => n % 350 === 0],
      [{ has_comment: 'no', from: at(100) }, (n) => n % 50 !== 0 && n <= 100],
      [
        { location_id: [locations[5], locations[2], locations[5]], how_ended: 'forced' },
        (n) => [2, 5].includes(n % places) && n % 7 === 0,
      ],
      [{ device_id: devices[1] }, (n) => n % places === 1],
      [{ device_id: devices[1], location_id: locations[2] }, () => false],
      [{ from: at(100), to: at(10) }, (n) => n <= 100 && n > 10],
    ]
    const sees: [Caller, number][] = [
      [everything, places],
      [wide, places],
      [middle, 20],
      [narrow, 3],
    ]
    for (const [caller, seen] of sees)
      for (const [query, keep] of cases) {
        const { found, total } = await allPages(caller, query)
        expect(found, JSON.stringify(query)).toEqual(ids.filter((_, n) => n % places < seen && keep(n)))
        expect(total).toBe(found.length)
      }
  })

  test('a filter by a foreign location gives no foreign rows', async () => {
    expect((await allPages(narrow, { location_id: locations[5] })).found).toEqual([])
  })
})

describe('rights: sessions follow the place where they happened', () => {
  test('details carry the timeline, and commands in it need GETCMDSHISTORY', async () => {
    const organization = await w.make.organization()
    const location = await w.make.location(organization)
    const device = await w.make.device(location)
    const session = await makeSession(w, location, device)
    await makeCommand(w, { device_id: device, location_id: location, hardware_id: 'AAAAAAAAAAAA' })
    const viewer = await w.person([{ group_id: organization.owner, needs: { session: ['GET'] } }])
    const technician = await w.person([
      { group_id: organization.owner, needs: { session: ['GET'], device: ['GETCMDSHISTORY'] } },
    ])
    const timeline = async (caller: Caller) =>
      (
        (await caller.ask(getParkingSession, { params: { session_id: session } })) as {
          timeline: { verb: string }[]
        }
      ).timeline.map((one) => one.verb)
    expect(await timeline(viewer)).toEqual([])
    expect(await timeline(technician)).toEqual(['identify'])
    expect((await viewer.ask(listActiveParkingSessions)).items).toMatchObject([
      { id: session, status: 'active', ended_at: null },
    ])
  })
})
