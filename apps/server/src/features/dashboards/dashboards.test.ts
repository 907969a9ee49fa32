import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chartIds } from '@wheelhouse/contract/dashboards/charts.ts'
import type { Figures } from '@wheelhouse/contract/dashboards/charts.ts'
import {
  arrangeDashboard,
  closePublicLink,
  createDashboard,
  deleteDashboard,
  getDashboard,
  getDashboardFigures,
  getPublicDashboard,
  listDashboardEvents,
  listDashboards,
  openPublicLink,
  updateDashboard,
} from '@wheelhouse/contract/dashboards/dashboards.ts'
import type { Dashboard, PublicDashboard } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { getOverview } from '@wheelhouse/contract/overview/overview.ts'
import { makeFleet } from '../fleets/samples.ts'
import { makePayment } from '../payments/samples.ts'
import { endedRide, makeRide } from '../rental-sessions/samples.ts'
import { makeVehicle } from '../rentals/samples.ts'
import { makeSubscription } from '../subscriptions/samples.ts'
import { framesOf } from './public-links.ts'
import { makeSession } from '../parking-sessions/samples.ts'
import { refreshRollups } from '../rollups/refresh.ts'
import { stockRights } from '../../../test/support/roles.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { callRoute, testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'

let w: TestApp
let ours: Organization
let theirs: Organization
let manager: Caller
let viewer: Caller
let stranger: Caller
let here: string
let there: string

beforeAll(async () => {
  w = await testApp()
  await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => w.end())
beforeEach(async () => {
  ;[ours, theirs] = [await w.make.organization(), await w.make.organization()]
  manager = await w.person([{ group_id: ours.owner, needs: stockRights('Manager') }], ours.id)
  viewer = await w.person([{ group_id: ours.owner, needs: stockRights('Viewer') }], ours.id)
  stranger = await w.person([{ group_id: theirs.owner, needs: stockRights('Manager') }], theirs.id)
  ;[here, there] = [await w.make.location(ours), await w.make.location(theirs)]
})

const body = (values: object = {}) => ({
  name: 'City centre',
  organization_id: ours.id,
  location_ids: [here],
  organization_ids: [],
  ...values,
})
const create = (values: object = {}, who = manager): Promise<Answer> =>
  who.call(createDashboard, { body: body(values) })
const made = async (values: object = {}): Promise<Dashboard> => (await create(values)).body
const ref = ({ id }: { id: string }) => ({ dashboard_id: id })
const at = ({ version }: { version: number }) => ({ 'if-match': `"${version}"` })
const open = (board: Dashboard, values: object = {}, who = manager): Promise<Answer> =>
  who.call(openPublicLink, { params: ref(board), body: values, headers: at(board) } as never)
const opened = async (board: Dashboard, values: object = {}): Promise<Dashboard> => (await open(board, values)).body
const tokenOf = (board: Dashboard): string => board.public_link?.path.replace('public/', '') ?? ''
const publicly = (token: string, query: object = {}): Promise<Answer> =>
  callRoute(w.app, null, getPublicDashboard, { params: { token }, query })
const figures = async (who: Caller, board: Dashboard, query: object = {}): Promise<Figures> =>
  (
    await who.call(getDashboardFigures, {
      params: ref(board),
      query: { from: '2026-06-01', to: '2026-06-14', ...query },
    } as never)
  ).body
const chartOf = ({ charts }: Pick<Figures, 'charts'>, id: string) => charts.find(({ chart }) => chart === id) as any // oxlint-disable-line typescript/no-explicit-any -- tests name the fields they expect

/** So many ended sessions on a day of June, and their figures. */
async function park(location: string, day: number, count: number): Promise<void> {
  const device = await w.make.device(location)
  const begun = (minute: number) => new Date(Date.UTC(2026, 5, day, 8, minute)).toISOString()
  for (let minute = 0; minute < count; minute++)
    await makeSession(w, location, device, {
      status: 'ended',
      how_ended: 'normal',
      started_at: begun(minute),
      ended_at: new Date(Date.parse(begun(minute)) + 3_600_000).toISOString(),
    })
}
const rollUp = () => refreshRollups(w.db, () => w.clock.now(), new AbortController().signal)

describe('spec 5: dashboards', () => {
  test('at least one location or organization must be picked', async () => {
    expect(await create({ location_ids: [] })).toMatchObject({
      status: 400,
      body: { error_message: expect.stringContaining('Pick at least one location or organization') },
    })
    expect((await create({ location_ids: [], organization_ids: [ours.id] })).status).toBe(200)
  })

  test('one is made, changed, arranged and deleted, each with its event', async () => {
    const board = await made()
    expect(board).toMatchObject({ name: 'City centre', locations: [{ id: here }], public_link: null })
    const tiles = [{ chart: 'uptime', size: 'wide' }] as const
    const renamed = (
      await manager.call(updateDashboard, {
        params: ref(board),
        body: body({ name: 'Old town' }),
        headers: at(board),
      } as never)
    ).body as Dashboard
    const arranged = (
      await manager.call(arrangeDashboard, {
        params: ref(board),
        body: { tiles: [...tiles] },
        headers: at(renamed),
      } as never)
    ).body as Dashboard
    expect(arranged).toMatchObject({ name: 'Old town', tiles })
    const events = (await manager.call(listDashboardEvents, { params: ref(board) } as never)).body.items
    expect(events.map(({ verb }: { verb: string }) => verb)).toEqual(['arranged', 'updated', 'created'])
    await manager.call(deleteDashboard, { params: ref(board), headers: at(arranged) } as never)
    expect((await manager.call(getDashboard, { params: ref(board) })).status).toBe(404)
  })

  test('a place that its maker does not see is not found, and one that another person picked stays', async () => {
    expect((await create({ location_ids: [there] })).status).toBe(404)
    const board = await made()
    await w.db.insertInto('dashboard_locations').values({ dashboard_id: board.id, location_id: there }).execute()
    await manager.call(updateDashboard, {
      params: ref(board),
      body: body({ name: 'Kept' }),
      headers: at(board),
    } as never)
    const { rows } = await w.pool.query('select location_id from dashboard_locations where dashboard_id = $1', [
      board.id,
    ])
    expect(new Set(rows.map((row) => row.location_id))).toEqual(new Set([here, there]))
  })

  test('search dashboards: by name, organization and location', async () => {
    const board = await made({ name: 'Findable' })
    const { rows } = await w.pool.query('select label from locations where id = $1', [here])
    const found = async (q: string, who = manager): Promise<string[]> =>
      (await who.call(listDashboards, { query: { q } })).body.items.map(({ id }: Dashboard) => id)
    for (const q of ['findab', board.organization_name, rows[0].label])
      expect([q, await found(q)]).toEqual([q, [board.id]])
    expect(await found('Findable', stranger)).toEqual([])
  })
})

describe('spec 6: the leave of the organization to have dashboards', () => {
  test('without it nothing is listed, read, made or changed', async () => {
    const board = await made()
    const { organization: _, ...rights } = stockRights('Manager')
    const needs = { ...rights, organization: ['GET'] } as const
    const without = await w.person([{ group_id: ours.owner, needs }], ours.id)
    expect((await without.call(listDashboards)).status).toBe(403)
    expect((await without.call(getDashboard, { params: ref(board) })).status).toBe(403)
    expect((await create({}, without)).status).toBe(403)
    expect((await open(board, {}, without)).status).toBe(403)
  })

  test('the leave of one organization is none for another', async () => {
    const { organization: _, ...rights } = stockRights('Manager')
    const grants = [
      { group_id: ours.owner, needs: rights },
      { group_id: theirs.owner, needs: { organization: ['analytics-dashboard:get'] } as const },
    ]
    const board = await made()
    const mixed = await w.person(grants, ours.id)
    expect((await mixed.call(listDashboards)).body.items).toEqual([])
    expect((await mixed.call(getDashboard, { params: ref(board) })).status).toBe(403)
    expect((await create({}, mixed)).status).toBe(403)
  })
})

describe('values: charts', () => {
  const everyChart = chartIds.map((chart) => ({ chart, size: 'small' as const }))

  test('sessions a day beside the same weekdays earlier, and the best locations', async () => {
    await park(here, 3, 7)
    await park(here, 10, 9)
    await rollUp()
    const board = await made()
    const reply = await figures(viewer, board)
    expect(reply).toMatchObject({ step: 'day', days_earlier: 14, locations: 1 })
    expect(chartOf(reply, 'sessions')).toMatchObject({ headline: { value: 16, previous: null } })
    expect(chartOf(reply, 'sessions').values[2]).toBe(7)
    expect(chartOf(reply, 'duration').headline.value).toBe(60)
    expect(chartOf(reply, 'best_locations').bars).toMatchObject([{ id: here, value: 16, previous: 0 }])
    const week = await figures(viewer, board, { from: '2026-06-08', to: '2026-06-14' })
    expect(chartOf(week, 'sessions')).toMatchObject({ headline: { value: 9, previous: 7 } })
    // Hour 11 in Tallinn, nine stays of an hour at one dock: never more than full.
    expect(chartOf(week, 'occupancy_week').values[2][11]).toBe(100)
  })

  test.each([
    { clocks: 'forward', day: '2026-03-29', from: '2026-03-28T22:00:00.000Z', to: '2026-03-29T21:00:00.000Z', left: 3 },
    { clocks: 'back', day: '2025-10-26', from: '2025-10-25T21:00:00.000Z', to: '2025-10-26T22:00:00.000Z', left: null },
  ])('a dock that is taken all day is full on the day that clocks go $clocks', async ({ day, from, to, left }) => {
    const [taken] = [await w.make.device(here), await w.make.device(here)]
    await makeSession(w, here, taken, { status: 'ended', how_ended: 'normal', started_at: from, ended_at: to })
    await rollUp()
    const board = await made()
    await w.pool.query('update dashboards set tiles = $2 where id = $1', [board.id, JSON.stringify(everyChart)])
    const reply = await figures(viewer, board, { from: day, to: day, compare: 'none' })
    expect(chartOf(reply, 'occupancy').values).toEqual([50])
    const sunday = chartOf(reply, 'occupancy_week').values[6]
    expect(sunday).toEqual(Array.from({ length: 24 }, (_, hour) => (hour === left ? null : 50)))
  })

  test('every chart is answered, and one without its right is hidden', async () => {
    const board = await made()
    await w.pool.query('update dashboards set tiles = $2 where id = $1', [board.id, JSON.stringify(everyChart)])
    const staff = await w.person([{ group_id: ours.owner, needs: stockRights('Superadmin') }])
    await park(here, 3, 2)
    await rollUp()
    const all = await figures(staff, board)
    const answered = new Set(all.charts.map(({ chart }) => chart))
    // Nothing was paid, so there is no currency to draw.
    expect(chartIds.filter((id) => !answered.has(id))).toEqual(['revenue'])
    expect(all.charts.filter(({ kind }) => kind === 'hidden')).toEqual([])
    const seen = await figures(viewer, board)
    const hidden = seen.charts.filter(({ kind }) => kind === 'hidden').map(({ chart }) => chart)
    expect(hidden.toSorted()).toEqual(['commands', 'firmware', 'latency', 'revenue'])
  })

  describe('rides, and money that is earned at no location', () => {
    const tiles = (['rides', 'ride_distance', 'revenue', 'sessions'] as const).map((chart) => ({
      chart,
      size: 'small',
    }))
    const board = async (values: object): Promise<Dashboard> => {
      const one = await made({ location_ids: [], ...values })
      await w.pool.query('update dashboards set tiles = $2 where id = $1', [one.id, JSON.stringify(tiles)])
      return one
    }
    async function ride(fleet: string, day: number, count: number): Promise<void> {
      const { id } = await makeVehicle(w, fleet)
      const started_at = new Date(Date.UTC(2026, 5, day, 9)).toISOString()
      const ended_at = new Date(Date.UTC(2026, 5, day, 10)).toISOString()
      for (let nth = 0; nth < count; nth++)
        await makeRide(w, fleet, id, { ...endedRide, started_at, ended_at, distance_m: 1_500 })
    }
    async function earn(type: string, id: string, amount_minor: number, currency = 'EUR'): Promise<void> {
      const payment = await makePayment(w, 'paid', { location_id: here, amount_minor })
      const column = type === 'rental_fleet' ? 'rental_session_id' : 'subscription_id'
      await w.pool.query(
        `update payments set visible_through_type = $2, visible_through_id = $3, currency = $4, parking_session_id = null, ${column} = $3 where id = $1`,
        [payment, type, id, currency],
      )
      await w.pool.query(`insert into rollup_marks (family, place_id, from_at) values ('revenue', $1, '2026-06-01')`, [
        id,
      ])
    }

    test('belong to the dashboards of their organization, for who may see them, and to no other', async () => {
      const staff = await w.person([{ group_id: ours.owner, needs: stockRights('Superadmin') }])
      const [fleet, foreign] = [await makeFleet(w, ours), await makeFleet(w, theirs)]
      const pass = await makeSubscription(w, ours.id, [ours.owner])
      await ride(fleet, 10, 3)
      await ride(foreign, 10, 8)
      await earn('rental_fleet', fleet, 700)
      await earn('subscription', pass, 2_000)
      await earn('rental_fleet', foreign, 90_000)
      await rollUp()
      const one = await board({ organization_ids: [ours.id] })
      const to = { to: '2026-06-15' }
      const seen = await figures(staff, one, to)
      expect(chartOf(seen, 'rides')).toMatchObject({ headline: { value: 3 }, unit: 'count' })
      expect(chartOf(seen, 'ride_distance')).toMatchObject({ headline: { value: 4.5 }, unit: 'km' })
      expect(chartOf(seen, 'revenue')).toMatchObject({ headline: { value: 2_700 }, currency: 'EUR' })
      expect(chartOf(await figures(viewer, one, to), 'revenue')).toMatchObject({ kind: 'hidden' })
      const places = await board({ location_ids: [here] })
      expect(chartOf(await figures(staff, places, to), 'rides').headline.value).toBeNull()
      await w.pool.query('delete from resource_group_members where resource_id = $1', [fleet])
      const less = await figures(staff, one, to)
      expect(chartOf(less, 'rides').headline.value).toBeNull()
      expect(chartOf(less, 'revenue').headline.value).toBe(2_000)
    })

    test('are read from the level above by who sees everything there is, and place by place by everybody else', async () => {
      const group = await w.make.group({ type: 'system', covers_everything: true })
      const everywhere = await w.person([{ group_id: group, needs: stockRights('Superadmin') }])
      const fleet = await makeFleet(w, theirs)
      await park(here, 9, 4)
      await park(there, 9, 3)
      await ride(fleet, 9, 2)
      await rollUp()
      const whole = await board({ organization_ids: [ours.id] })
      await w.pool.query('insert into dashboard_locations (dashboard_id, location_id) select $1, id from locations', [
        whole.id,
      ])
      await w.pool.query(
        `insert into dashboard_organizations (dashboard_id, organization_id) select $1, id from organizations on conflict do nothing`,
        [whole.id],
      )
      const ofAll = async (kind: string): Promise<number> =>
        (
          await w.pool.query<{ n: number }>(
            `select sum(sessions)::int as n from session_figures where kind = $1 and grain = 'day' and period between '2026-06-01' and '2026-06-14'
               and (scope_id in (select id from locations) or scope_id in (select id from rental_fleets))`,
            [kind],
          )
        ).rows[0]?.n ?? 0
      const [stays, rides] = [await ofAll('parking'), await ofAll('rental')]
      const before = await figures(everywhere, whole)
      expect(chartOf(before, 'sessions').headline.value).toBe(stays)
      expect(chartOf(before, 'rides').headline.value).toBe(rides)
      // A level above that is wrong shows who reads it.
      const wrong = (by: number) =>
        w.pool.query(
          `update session_figures set sessions = sessions + $1 where scope_id = '00000000-0000-0000-0000-000000000000' and grain = 'day' and period = '2026-06-09'`,
          [by],
        )
      await wrong(1_000)
      expect(chartOf(await figures(everywhere, whole), 'sessions').headline.value).toBe(stays + 1_000)
      expect(chartOf(await figures(manager, whole), 'sessions').headline.value).toBe(4)
      await wrong(-1_000)
    })
  })

  test('half a year is drawn by weeks, a year by months, and more than a year is refused', async () => {
    const board = await made()
    const half = await figures(viewer, board, { from: '2026-01-01', to: '2026-06-14' })
    expect(half).toMatchObject({ step: 'week', days_earlier: 168 })
    expect(half.days).toHaveLength(24)
    const year = await figures(viewer, board, { from: '2025-06-15', to: '2026-06-14' })
    expect(year).toMatchObject({ step: 'month', days_earlier: 365 })
    expect(year.days).toEqual(['2025-06-15', '2025-07-01', ...year.days.slice(2, 12), '2026-06-01'])
    const query = { from: '2025-01-01', to: '2026-06-14' }
    expect((await viewer.call(getDashboardFigures, { params: ref(board), query } as never)).status).toBe(400)
  })

  describe('the months of a year', () => {
    /** A stay at noon of each third day of more than two years, in June twice, on the clock of each place. */
    const stayThrough = async (): Promise<void> => {
      for (const location of [here, there]) {
        const device = await w.make.device(location)
        await w.pool.query(
          `insert into parking_sessions (id, location_id, device_id, device_type, status, how_ended, started_at, ended_at, fee_minor, payment_state, rating, updated_at)
           select gen_random_uuid(), $1, $2, 'dock', 'ended', 'normal', t, t + make_interval(mins => 10 + n % 50), 0, 'not_charged', 1 + n % 5, t
           from (select n, '2024-05-01T10:00:00Z'::timestamptz + make_interval(days => n * 3, hours => n % 14) as t from generate_series(0, 258) n) s
           where t < '2026-06-15'`,
          [location, device],
        )
      }
      await rollUp()
    }
    /** Counted day by day from the sessions, and added up by the names of the months. */
    const counted = async (places: string[], from: string, to: string): Promise<Map<string, number>> => {
      const { rows } = await w.pool.query<{ day: string }>(
        `select to_char(s.started_at at time zone l.time_zone, 'YYYY-MM-DD') as day from parking_sessions s join locations l on l.id = s.location_id
         where l.id = any($1)`,
        [places],
      )
      const days = rows.map(({ day }) => day).filter((day) => day >= from && day <= to)
      const byMonth = Map.groupBy(days, (day) => day.slice(0, 7))
      return new Map([...byMonth].map(([month, own]) => [month, own.length]))
    }
    const sumOf = (months: Map<string, number>) => [...months.values()].reduce((sum, count) => sum + count, 0)

    test.each([
      ['2025-06-15', '2026-06-14', '2024-06-15', '2025-06-14'],
      ['2025-07-01', '2026-05-31', '2024-08-01', '2025-06-30'],
      ['2025-09-02', '2026-04-01', '2025-02-02', '2025-09-01'],
    ])(
      '%s to %s equals the sessions counted one by one, and so does what is before it',
      async (from, to, first, last) => {
        await stayThrough()
        const both = await w.person([
          { group_id: ours.owner, needs: stockRights('Manager') },
          { group_id: theirs.owner, needs: stockRights('Manager') },
        ])
        const board: Dashboard = (await create({ location_ids: [here, there] }, both)).body
        for (const [who, places] of [
          [both, [here, there]],
          [viewer, [here]],
        ] as const) {
          const reply = await figures(who, board, { from, to, compare: 'previous' })
          const months = await counted([...places], from, to)
          const chart = chartOf(reply, 'sessions')
          expect(reply.days.map((day, index) => [day.slice(0, 7), chart.values[index] ?? 0])).toEqual(
            reply.days.map((day) => [day.slice(0, 7), months.get(day.slice(0, 7)) ?? 0]),
          )
          const before = sumOf(await counted([...places], first, last))
          expect(chart.headline).toEqual({ value: sumOf(months), previous: before })
          const best = chartOf(reply, 'best_locations')
          expect(best.headline).toEqual({ value: sumOf(months), previous: before })
        }
      },
    )

    test('are read where they are kept, and only there', async () => {
      await stayThrough()
      const board = await made()
      const sessions = async (query: object) =>
        chartOf(await figures(viewer, board, query), 'sessions').headline.value as number
      const year = { from: '2025-06-15', to: '2026-06-14' }
      const short = { from: '2026-03-01', to: '2026-03-31' }
      const before = [await sessions(year), await sessions(short)]
      await w.pool.query(
        `update session_figures set sessions = sessions + 1000 where scope_id = $1 and grain = 'month' and period = '2026-03-01'`,
        [here],
      )
      expect([await sessions(year), await sessions(short)]).toEqual([Number(before[0]) + 1_000, before[1]])
    })
  })

  test('rights: a place that its reader sees through several groups counts once', async () => {
    const [group, partial] = [await w.make.group({}), await w.make.group({})]
    await w.make.members('location', here, [group, partial])
    const reader = await w.person([
      { group_id: ours.owner, needs: stockRights('Manager') },
      { group_id: group, needs: stockRights('Manager') },
      { group_id: partial, needs: { location: ['GET'] } },
    ])
    await park(here, 3, 6)
    await rollUp()
    const shown = await figures(reader, await made())
    expect(shown.locations).toBe(1)
    expect(chartOf(shown, 'sessions').headline.value).toBe(6)
  })

  test('rights: places of a dashboard that its reader does not see count for nothing, also when rights changed later', async () => {
    const both = await w.person([
      { group_id: ours.owner, needs: stockRights('Manager') },
      { group_id: theirs.owner, needs: stockRights('Manager') },
    ])
    await park(here, 3, 6)
    await park(there, 3, 8)
    await rollUp()
    const board: Dashboard = (await create({ location_ids: [here, there] }, both)).body
    expect(chartOf(await figures(both, board), 'sessions').headline.value).toBe(14)
    expect(chartOf(await figures(viewer, board), 'sessions').headline.value).toBe(6)
    expect(JSON.stringify(await figures(viewer, board))).not.toContain(there)
    await w.pool.query('delete from role_grants where person_id = $1 and group_id = $2', [both.id, theirs.owner])
    expect(chartOf(await figures(both, board), 'sessions').headline.value).toBe(6)
  })
})

describe('issue 14: attacks on the public link', () => {
  const withFew = async (): Promise<Dashboard> => {
    await park(here, 3, 4)
    await park(here, 10, 9)
    await rollUp()
    return opened(await made({ name: 'For the city' }))
  }
  const dead = async (token: string): Promise<void> => {
    const answer = await publicly(token)
    expect({ status: answer.status, code: answer.body.error_code }).toEqual({ status: 404, code: 'not_found' })
  }

  test('it opens without sign-in, without ids, people and small counts', async () => {
    const board = await withFew()
    const { status, body: shown, text } = await publicly(tokenOf(board))
    expect(status).toBe(200)
    expect(shown).toMatchObject({ name: 'For the city' })
    for (const id of [here, board.id, ours.id, manager.id, viewer.id]) expect(text).not.toContain(id)
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
    const sessions = chartOf((shown as PublicDashboard).figures, 'sessions')
    expect(sessions.values.filter((value: number | null) => value !== null)).toEqual([10])
    // Of 13: the true sum would give the hidden 4 away.
    expect(sessions.headline.value).toBe(15)
    expect(chartOf(shown.figures, 'duration').values.filter((value: number | null) => value !== null)).toHaveLength(1)
    for (const chart of ['revenue', 'commands', 'firmware', 'maintenance', 'offline_devices', 'overstays'])
      expect(chartOf(shown.figures, chart)).toBeUndefined()
  })

  test('guessed, altered and odd addresses are not found, all in the same words', async () => {
    const token = tokenOf(await withFew())
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    const altered = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
    for (const one of [altered, token.slice(1), `${token}a`, token.toUpperCase(), '%', "' or true --", 'a'.repeat(43)])
      await dead(one)
  })

  test('switched off, it is dead at once, although it was just read', async () => {
    const board = await withFew()
    const token = tokenOf(board)
    expect((await publicly(token)).status).toBe(200)
    await manager.call(closePublicLink, { params: ref(board), headers: at(board) } as never)
    await dead(token)
  })

  test('a new address kills the one before; an expired one is dead', async () => {
    const board = await withFew()
    const renewed = await opened(board, { is_new: true })
    expect(tokenOf(renewed)).not.toBe(tokenOf(board))
    await dead(tokenOf(board))
    const until = new Date(w.clock.now().getTime() + 3_600_000).toISOString()
    const limited = await opened(renewed, { expires_at: until })
    expect(tokenOf(limited)).toBe(tokenOf(renewed))
    w.clock.advance(3_600_001)
    await dead(tokenOf(limited))
    expect((await open(limited, { expires_at: until })).status).toBe(400)
  })

  test('it shows no more than the person who switched it on may see, and dies with that right', async () => {
    const board = await withFew()
    await w.db.insertInto('dashboard_locations').values({ dashboard_id: board.id, location_id: there }).execute()
    await park(there, 10, 20)
    await rollUp()
    const shown = (await publicly(tokenOf(board), { days: '7' })).body
    expect(shown.figures.locations).toBe(1)
    await w.pool.query('delete from role_grants where person_id = $1', [manager.id])
    await dead(tokenOf(board))
  })

  test('a deleted dashboard and a disabled person take it with them', async () => {
    const board = await withFew()
    await w.pool.query(
      `update console_users set disabled_at = now(), disabled_reason = 'Left the company' where id = $1`,
      [manager.id],
    )
    await dead(tokenOf(board))
    await w.pool.query('update console_users set disabled_at = null, disabled_reason = null where id = $1', [
      manager.id,
    ])
    expect((await publicly(tokenOf(board))).status).toBe(200)
    await w.pool.query('delete from dashboards where id = $1', [board.id])
    await dead(tokenOf(board))
  })

  test('its address is no token for anything else, and no other periods are answered', async () => {
    const token = tokenOf(await withFew())
    const answer = await callRoute(w.app, token, getOverview)
    expect(answer.status).toBe(401)
    expect((await publicly(token, { days: '29' })).status).toBe(400)
    expect((await publicly(token, { from: '2026-06-10' })).status).toBe(400)
  })

  test('only a site that was named may frame it; an odd name is refused', async () => {
    const board = await made()
    const odd = ['*', 'http://city.example', 'https://city.example/x', 'https://a.b; script-src *', 'https://*.example']
    for (const origin of odd)
      expect([origin, (await open(board, { frame_origins: [origin] })).status]).toEqual([origin, 400])
    expect((await opened(board, { frame_origins: ['https://City.example'] })).public_link?.frame_origins).toEqual([
      'https://city.example',
    ])
  })

  test('the page of the link may be framed by these sites alone, and by nobody once it is off', async () => {
    const board = await opened(await made(), { frame_origins: ['https://city.example'] })
    const page = `/analytics/dashboards/public/${tokenOf(board)}`
    const frames = (path: string) => framesOf(w.db, w.clock.now(), path)
    expect(await frames(page)).toEqual(['https://city.example'])
    for (const other of ['/analytics/dashboards', `${page}/x`, page.slice(0, -1), `/login${page}`])
      expect([other, await frames(other)]).toEqual([other, []])
    await manager.call(closePublicLink, { params: ref(board), headers: at(board) } as never)
    expect(await frames(page)).toEqual([])
  })

  test('who may only look at a dashboard may not publish it', async () => {
    expect((await open(await made(), {}, viewer)).status).toBe(403)
    expect((await open(await made(), {}, stranger)).status).toBe(404)
  })

  // The last of all: afterwards this address has used up its minute.
  test('who tries many addresses is slowed down', async () => {
    const statuses: number[] = []
    for (let tried = 0; tried < 125; tried++) statuses.push((await publicly('b'.repeat(43))).status)
    expect(new Set(statuses)).toEqual(new Set([404, 429]))
    expect((await manager.call(listDashboards)).status).toBe(200)
  })
})
