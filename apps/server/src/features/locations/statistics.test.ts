import { afterAll, beforeAll, expect, test } from 'vitest'
import { locationStatistics } from '@wheelhouse/contract/locations/location-statistics.ts'
import type { LocationStatistics } from '@wheelhouse/contract/locations/location-statistics.ts'
import { fakeClock, testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { makeSession } from '../parking-sessions/samples.ts'

let w: TestApp
let organization: Organization
let caller: Caller

beforeAll(async () => {
  w = await testApp()
  organization = await w.make.organization()
  caller = await w.person([{ group_id: organization.owner, needs: { location: ['GET', 'GETSTATISTICS'] } }])
})
afterAll(() => w.end())

const ask = async (location_id: string, days = 7): Promise<LocationStatistics> =>
  await caller.ask(locationStatistics, { params: { location_id }, query: { days } })

/** A session of so many minutes; without them it is still open. */
async function stay(
  location: string,
  started_at: string,
  minutes: number | null,
  values: Record<string, unknown> = {},
): Promise<void> {
  const device = await w.make.device(location)
  const ended = {
    status: 'ended',
    how_ended: 'normal',
    ended_at: new Date(Date.parse(started_at) + (minutes ?? 0) * 60_000).toISOString(),
  }
  await makeSession(w, location, device, { started_at, ...(minutes === null ? {} : ended), ...values })
}

test('sessions a day with their mean, each beside the same weekday before', async () => {
  expect(fakeClock().now().toISOString()).toBe('2026-06-15T10:00:00.000Z')
  const location = await w.make.location(organization)
  await stay(location, '2026-06-15T06:00:00.000Z', null)
  await stay(location, '2026-06-12T06:00:00.000Z', 30)
  await stay(location, '2026-06-12T07:00:00.000Z', 90)
  await stay(location, '2026-06-05T07:00:00.000Z', 10)
  await stay(location, '2026-06-12T08:00:00.000Z', 5, { how_ended: 'cancelled' })
  await stay(location, '2026-06-14T08:00:00.000Z', null, { status: 'booked' })
  const statistics = await ask(location)
  expect(statistics).toMatchObject({
    today: '2026-06-15',
    weeks_earlier: 1,
    sessions: 3,
    mean_minutes: 60,
    previous_sessions: 1,
  })
  expect(statistics.days.map(({ date }) => date)).toEqual(
    [9, 10, 11, 12, 13, 14, 15].map((day) => `2026-06-${String(day).padStart(2, '0')}`),
  )
  expect(statistics.days[3]).toEqual({
    date: '2026-06-12',
    sessions: 2,
    mean_minutes: 60,
    previous_date: '2026-06-05',
    previous_sessions: 1,
  })
  expect(statistics.days[6]).toMatchObject({ sessions: 1, mean_minutes: null })
})

test('values: a day is one of the location’s own time zone', async () => {
  const late = '2026-06-12T22:30:00.000Z'
  const [tallinn, oslo, honolulu] = [
    await w.make.location(organization),
    await w.make.location(organization, { time_zone: 'Europe/Oslo' }),
    await w.make.location(organization, { time_zone: 'Pacific/Honolulu' }),
  ]
  for (const location of [tallinn, oslo, honolulu]) await stay(location, late, 10)
  const dayOf = async (location: string) => (await ask(location)).days.find(({ sessions }) => sessions > 0)?.date
  expect([await dayOf(tallinn), await dayOf(oslo), await dayOf(honolulu)]).toEqual([
    '2026-06-13',
    '2026-06-13',
    '2026-06-12',
  ])
})

test('values: weekdays stand against weekdays, so 30 days are compared with those five weeks earlier', async () => {
  const { days, weeks_earlier } = await ask(await w.make.location(organization), 30)
  expect([days.length, weeks_earlier, days.at(-1)?.previous_date]).toEqual([30, 5, '2026-05-11'])
})

test('a period is bounded', async () => {
  const location_id = await w.make.location(organization)
  for (const days of [6, 93, 'many'])
    expect((await caller.call(locationStatistics, { params: { location_id }, query: { days } })).status).toBe(400)
})
