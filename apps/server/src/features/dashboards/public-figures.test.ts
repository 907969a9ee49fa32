import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { chartIds, chartRules } from '@wheelhouse/contract/dashboards/charts.ts'
import type { ChartId, Figures, SeriesFigures } from '@wheelhouse/contract/dashboards/charts.ts'
import { createDashboard, getPublicDashboard, openPublicLink } from '@wheelhouse/contract/dashboards/dashboards.ts'
import type { Dashboard } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { anonymous } from './anonymous.ts'
import { makeSession } from '../parking-sessions/samples.ts'
import { refreshRollups } from '../rollups/refresh.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { chartOf } from '../../../test/support/dashboard-place.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { callRoute, testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'

let w: TestApp
let ours: Organization
let manager: Caller
let here: string

beforeAll(async () => {
  w = await testApp()
  await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => w.end())
beforeEach(async () => {
  ours = await w.make.organization()
  manager = await w.person([{ group_id: ours.owner, needs: stockRights('Manager') }], ours.id)
  here = await w.make.location(ours, { label: 'Station A' })
})

interface Stays {
  day: number
  count: number
  /** The same rider for all of them, or a rider for each. */
  rider?: string
  /** How many of them have ended, and how many of them were rated. */
  ended?: number
  rated?: number
  stars?: number
  minutes?: number
}

/** So many stays at a place on a day of June, from eight o'clock UTC. */
async function park(location: string, { day, count, rider, ended = count, rated = 0, stars = 2, minutes = 60 }: Stays) {
  for (let nth = 0; nth < count; nth++) {
    const started = Date.UTC(2026, 5, day, 8, nth % 60)
    const end = { status: 'ended', how_ended: 'normal', ended_at: new Date(started + minutes * 60_000).toISOString() }
    await makeSession(w, location, await w.make.device(location), {
      user_id: rider ?? uuidv7(),
      started_at: new Date(started).toISOString(),
      rating: nth < rated ? stars : null,
      ...(nth < ended ? end : {}),
    })
  }
}

/** A place with so many docks, of which so many are taken all day long on these days of June. */
async function fill(location: string, docks: number, taken: number, days: readonly number[]): Promise<void> {
  for (let nth = 0; nth < docks; nth++) {
    const device = await w.make.device(location)
    for (const day of nth < taken ? days : [])
      await makeSession(w, location, device, {
        status: 'ended',
        how_ended: 'normal',
        user_id: uuidv7(),
        started_at: new Date(Date.UTC(2026, 5, day - 1, 21)).toISOString(),
        ended_at: new Date(Date.UTC(2026, 5, day, 21)).toISOString(),
      })
  }
}

/** What everybody sees who has the address of a link to these charts. */
async function published(
  charts: readonly ChartId[],
  values: object = {},
): Promise<(days?: string) => Promise<Figures>> {
  const body = { name: 'For the city', organization_id: ours.id, location_ids: [here], organization_ids: [], ...values }
  const board: Dashboard = (await manager.call(createDashboard, { body })).body
  await w.pool.query('update dashboards set tiles = $2 where id = $1', [
    board.id,
    JSON.stringify(charts.map((chart) => ({ chart, size: 'small' }))),
  ])
  const params = { dashboard_id: board.id }
  const headers = { 'if-match': `"${board.version}"` }
  const opened = (await manager.call(openPublicLink, { params, body: {}, headers } as never)).body as Dashboard
  const token = opened.public_link?.path.replace('public/', '') ?? ''
  return async (days = '30') => {
    await refreshRollups(w.db, () => w.clock.now(), new AbortController().signal)
    // Figures are kept for a minute.
    w.clock.advance(60_001)
    return (await callRoute(w.app, null, getPublicDashboard, { params: { token }, query: { days } })).body.figures
  }
}
const toldOf = (values: readonly unknown[]) => values.flat().filter((value) => value !== null)
const nothing = { value: null, previous: null }

describe('decision 33: at least five people are behind each number of a public link', () => {
  test('a single stay is not shown by its duration and its rating, also where sessions are no tile', async () => {
    await park(here, { day: 10, count: 1, rated: 1 })
    const figures = await (await published(['duration', 'ratings']))()
    for (const id of ['duration', 'ratings'] as const)
      expect([toldOf(chartOf(figures, id).values), chartOf(figures, id).headline]).toEqual([[], nothing])
  })

  test('one rating among many stays is not shown, and neither is the duration of one stay that has ended among many', async () => {
    await park(here, { day: 10, count: 12, ended: 1, rated: 1 })
    const figures = await (await published(['sessions', 'duration', 'ratings']))()
    expect(chartOf(figures, 'sessions').headline.value).toBe(10)
    for (const id of ['duration', 'ratings'] as const)
      expect([toldOf(chartOf(figures, id).values), chartOf(figures, id).headline]).toEqual([[], nothing])
  })

  test('five ratings are shown, and five stays that have ended', async () => {
    await park(here, { day: 10, count: 6, ended: 5, rated: 5 })
    const figures = await (await published(['duration', 'ratings']))()
    expect(chartOf(figures, 'duration').headline.value).toBe(60)
    expect(chartOf(figures, 'ratings').headline.value).toBe(2)
    expect(toldOf(chartOf(figures, 'ratings').values)).toEqual([2])
  })

  test('many stays of one rider are one person, in every chart', async () => {
    await park(here, { day: 10, count: 20, rider: uuidv7(), rated: 20 })
    const figures = await (await published(['sessions', 'people', 'duration', 'ratings', 'best_locations']))()
    for (const chart of figures.charts) {
      if (chart.kind === 'series') expect([chart.chart, toldOf(chart.values)]).toEqual([chart.chart, []])
      if (chart.kind === 'bars') expect(chart.bars).toEqual([])
      expect(chart).toMatchObject({ headline: nothing })
    }
  })

  test('people are counted in the period before by themselves', async () => {
    await park(here, { day: 3, count: 10, rider: uuidv7() })
    await park(here, { day: 10, count: 10 })
    const figures = await (await published(['sessions', 'best_locations']))('7')
    expect(chartOf(figures, 'sessions').headline).toEqual({ value: 10, previous: null })
    expect(toldOf(chartOf(figures, 'sessions').previous)).toEqual([])
    expect(chartOf(figures, 'best_locations').bars).toMatchObject([{ value: 10, previous: null }])
  })

  test('every chart that a public link may show has its rule', async () => {
    const all = chartIds.filter((chart) => chartRules[chart].isPublic)
    const figures = await (await published(all))()
    expect(figures.charts.map(({ chart }) => chart).toSorted()).toEqual(all.toSorted())
  })
})

describe('decision 33: what is shown is rounded, so that subtraction leads to nobody', () => {
  test('one stay at a place is not what is left of the sum beside the other places', async () => {
    const quiet = await w.make.location(ours, { label: 'Station B' })
    await park(here, { day: 10, count: 60 })
    const read = await published(['sessions', 'best_locations'], { location_ids: [here, quiet] })
    const told = async () => {
      const figures = await read()
      return { sum: chartOf(figures, 'sessions').headline.value, bars: chartOf(figures, 'best_locations').bars }
    }
    const before = await told()
    await park(quiet, { day: 10, count: 1 })
    expect(await told()).toEqual(before)
    expect(before).toEqual({ sum: 60, bars: [{ id: null, label: 'Station A', value: 60, previous: null }] })
  })

  test('one quiet day is not what is left of the sum beside the other days, also in the period before', async () => {
    for (const day of [2, 9]) await park(here, { day, count: 9 })
    for (const day of [3, 10]) await park(here, { day, count: 4 })
    const figures = await (await published(['sessions', 'people']))('7')
    for (const id of ['sessions', 'people'] as const) {
      const { values, previous, headline } = chartOf(figures, id)
      expect([id, toldOf(values), toldOf(previous)]).toEqual([id, [10], [10]])
      expect([id, headline]).toEqual([id, { value: 15, previous: 15 }])
    }
  })

  test('whatever the counts are, a hidden one is never seen to be one, two or three', () => {
    const people = { came: 1_000, finished: 1_000, rated: 1_000 }
    const crowd = { points: [people, people, people], places: new Map(), whole: people }
    const shownOf = (values: number[]) => {
      const headline = { value: values.reduce((sum, value) => sum + value, 0), previous: null }
      const base = {
        kind: 'series',
        chart: 'sessions',
        unit: 'count',
        currency: null,
        rounded_to: null,
        now: null,
      } as const
      const chart: SeriesFigures = { ...base, values, previous: [], headline }
      return JSON.stringify(anonymous([chart], { now: crowd, earlier: crowd }))
    }
    const busy = Array.from({ length: 10 }, (_, index) => index + 5)
    const all = busy.flatMap((one) => busy.flatMap((other) => [0, 1, 2, 3, 4].map((hidden) => [one, other, hidden])))
    const hiddenBehind = Map.groupBy(all, shownOf)
    const certain = [...hiddenBehind.values()].map((choices) => new Set(choices.map(([, , hidden]) => hidden)))
    expect(certain.filter((hidden) => hidden.size === 1 && !hidden.has(0) && !hidden.has(4))).toEqual([])
  })

  test('no exact mean is shown, from which the number of stays and their sum could be computed', async () => {
    await park(here, { day: 10, count: 7, minutes: 50 })
    await park(here, { day: 10, count: 4, minutes: 93, rated: 3, stars: 3 })
    await park(here, { day: 10, count: 4, rated: 4 })
    const figures = await (await published(['duration', 'ratings']))()
    expect(toldOf(chartOf(figures, 'duration').values)).toEqual([60])
    expect(chartOf(figures, 'duration')).toMatchObject({ headline: { value: 60 }, rounded_to: 15 })
    expect(chartOf(figures, 'ratings')).toMatchObject({ headline: { value: 2.5 }, rounded_to: 0.5 })
  })

  test('places are in the order of what is shown, and the cut is made there too', async () => {
    const places = [here]
    for (const letter of 'BCDEFGHIJKL') places.push(await w.make.location(ours, { label: `Station ${letter}` }))
    for (const [index, place] of places.entries()) await park(place, { day: 10, count: index === 0 ? 5 : 6 })
    const { bars } = chartOf(await (await published(['best_locations'], { location_ids: places }))(), 'best_locations')
    // Station A has fewer stays than the others. Its place in the list must not say so.
    expect(bars.map(({ label, value }: { label: string; value: number }) => `${label} ${value}`)).toEqual(
      [...'ABCDEFGHIJ'].map((letter) => `Station ${letter} 5`),
    )
  })

  test('a day counts once it is over at every place, so that nobody watches who comes just now', async () => {
    const west = await w.make.location(ours, { time_zone: 'Pacific/Honolulu' })
    const read = await published(['sessions'], { location_ids: [here, west] })
    // One o'clock of the sixteenth in Greenwich is three in the afternoon of the fifteenth in Honolulu.
    w.clock.advance(15 * 3_600_000)
    expect(await read()).toMatchObject({ to: '2026-06-14' })
    w.clock.advance(10 * 3_600_000)
    await park(west, { day: 16, count: 9 })
    const figures = await read()
    expect([figures.to, chartOf(figures, 'sessions').values.at(-1)]).toEqual(['2026-06-15', 10])
    w.clock.advance(-25 * 3_600_000)
  })
})

describe('decision 33: occupancy on a public link', () => {
  test('one dock is not shown, neither by day nor by hour', async () => {
    await fill(here, 1, 1, [10])
    const read = await published(['occupancy', 'occupancy_week'])
    for (const days of ['7', '30', '90']) {
      const figures = await read(days)
      for (const id of ['occupancy', 'occupancy_week'] as const)
        expect([toldOf(chartOf(figures, id).values), chartOf(figures, id).headline]).toEqual([[], nothing])
    }
  })

  test('half of nineteen docks is not shown, and half of twenty is', async () => {
    await fill(here, 19, 10, [9])
    const read = await published(['occupancy'])
    expect(toldOf(chartOf(await read(), 'occupancy').values)).toEqual([])
    await w.make.device(here)
    expect(toldOf(chartOf(await read(), 'occupancy').values)).toEqual([50])
  })

  test('four bicycles at many docks are not shown; more are, in steps of ten percent', async () => {
    await fill(here, 21, 4, [9])
    const read = await published(['occupancy'])
    expect(toldOf(chartOf(await read(), 'occupancy').values)).toEqual([])
    const busy = await w.make.location(ours)
    await fill(busy, 21, 7, [9])
    const both = chartOf(await (await published(['occupancy'], { location_ids: [here, busy] }))(), 'occupancy')
    // Eleven of 42.
    expect(both.values[24]).toBe(30)
    expect(both).toMatchObject({ rounded_to: 10, now: null })
  })

  test('an hour of the week stands for at least four days', async () => {
    // Four Tuesdays of May and June, and three Wednesdays.
    await fill(here, 20, 10, [-12, -5, 2, 9, -4, 3, 10])
    const read = await published(['occupancy_week'])
    expect(toldOf(chartOf(await read('7'), 'occupancy_week').values)).toEqual([])
    const { values } = chartOf(await read('30'), 'occupancy_week')
    expect(values[1]).toEqual(Array.from({ length: 24 }, () => 50))
    expect(toldOf(values)).toHaveLength(24)
  })
})
