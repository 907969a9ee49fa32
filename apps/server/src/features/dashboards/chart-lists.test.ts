import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listCommands } from '@wheelhouse/contract/commands/commands.ts'
import { overstayClasses } from '@wheelhouse/contract/dashboards/charts.ts'
import type { BarFigures, ChartId, Figures } from '@wheelhouse/contract/dashboards/charts.ts'
import { getDashboardFigures } from '@wheelhouse/contract/dashboards/dashboards.ts'
import type { Dashboard } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { listFirmwareVersions } from '@wheelhouse/contract/firmware/firmware.ts'
import type { FirmwareVersion } from '@wheelhouse/contract/firmware/firmware.ts'
import { hardwareList } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { listLocations } from '@wheelhouse/contract/locations/locations.ts'
import { listLogEntries } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import { listOutages } from '@wheelhouse/contract/outages/outages.ts'
import {
  listActiveParkingSessions,
  listParkingSessions,
} from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { getPaymentTotals, listPayments } from '@wheelhouse/contract/payments/payments.ts'
import { listActiveRentalSessions, listRentalSessions } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import {
  from,
  makeChartedFleet,
  makeChartedPlace,
  makeWholeDashboard,
  to,
} from '../../../test/support/chart-list-place.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { makeSuperadmin, stockRights } from '../../../test/support/roles.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeLogEntry } from '../maintenance-log/samples.ts'
import { makeOutage } from '../outages/samples.ts'
import { refreshRollups } from '../rollups/refresh.ts'

let w: TestApp
let ours: Organization
let theirs: Organization
/** Sees all there are. */
let all: Caller
/** Sees the places of one of the organizations. */
let part: Caller
let board: Dashboard
/** A dashboard whose organization `part` does not see. */
let hidden: Dashboard
const seesBoard = { dashboards: ['analytics-dashboard:get'], organization: ['analytics-dashboard:get'] } as const
const days = `${from}..${to}`

beforeAll(async () => {
  w = await testApp()
  all = await makeSuperadmin(w)
  ;[ours, theirs] = [await w.make.organization(), await w.make.organization()]
  const third = await w.make.organization()
  part = await w.person([{ group_id: ours.owner, needs: stockRights('Superadmin') }], ours.id)
  await makeChartedPlace(w, ours, 'Europe/Tallinn')
  await makeChartedPlace(w, theirs, 'America/Los_Angeles')
  const picked = await makeChartedPlace(w, third, 'America/Los_Angeles')
  await makeChartedPlace(w, third, 'Europe/Tallinn')
  await makeChartedFleet(w, ours, 'Europe/Tallinn')
  await makeChartedFleet(w, theirs, 'America/Los_Angeles')
  await makeChartedFleet(w, third, 'Europe/Tallinn')
  await refreshRollups(w.db, () => w.clock.now(), new AbortController().signal)
  board = await makeWholeDashboard(all, ours.id, { location_ids: [picked], organization_ids: [ours.id, theirs.id] })
  hidden = await makeWholeDashboard(all, theirs.id, { organization_ids: [ours.id] })
})
afterAll(() => w.end())

const figures = async (who: Caller): Promise<Figures> =>
  (await who.send(getDashboardFigures, { params: { dashboard_id: board.id }, query: { from, to } })).body
const headline = ({ charts }: Figures, id: ChartId): number | null => {
  const chart = charts.find((one) => one.chart === id)
  return chart === undefined || chart.kind === 'hidden' ? null : chart.headline.value
}
const barsOf = ({ charts }: Figures, id: ChartId): BarFigures['bars'] => {
  const chart = charts.find((one) => one.chart === id)
  return chart?.kind === 'bars' ? chart.bars : []
}
const ask = (who: Caller, route: Route, query: object): Promise<Answer> => who.send(route, { query })
const total = async (who: Caller, route: Route, query: object): Promise<number> => {
  const { status, body, text } = await ask(who, route, query)
  expect(status, text).toBe(200)
  expect(body.total).toBe(body.items.length)
  return body.total
}
const sum = (counts: readonly number[]): number => counts.reduce((whole, count) => whole + count, 0)
const onBoard = (query: object = {}) => ({ limit: 200, dashboard_id: board.id, ...query })

describe('issue 14: each number equals the list that it opens, for who sees all and for who sees a part', () => {
  test.each([
    ['sessions', listParkingSessions, { days, took_place: 'yes' }, { all: 18, part: 6 }],
    ['rides', listRentalSessions, { days, took_place: 'yes' }, { all: 6, part: 3 }],
    ['maintenance', listLogEntries, {}, { all: 3, part: 1 }],
    ['overstays', listActiveParkingSessions, { min_minutes: 1_440 }, { all: 21, part: 7 }],
  ] as const)('%s', async (chart, route, query, expected) => {
    for (const [who, caller] of [
      ['all', all],
      ['part', part],
    ] as const) {
      expect([who, headline(await figures(caller), chart)]).toEqual([who, expected[who]])
      expect([who, await total(caller, route, onBoard(query))]).toEqual([who, expected[who]])
    }
  })

  test('the share of commands that succeeded is that of the commands of its list', async () => {
    for (const [caller, commands] of [
      [all, 9],
      [part, 3],
    ] as const) {
      const sent = await total(caller, listCommands, onBoard({ days }))
      const succeeded = await total(caller, listCommands, onBoard({ days, status: 'success' }))
      expect(sent).toBe(commands)
      expect(headline(await figures(caller), 'commands')).toBeCloseTo((succeeded / sent) * 100)
    }
  })

  test('revenue is the sum of the payments of its list', async () => {
    const now = w.clock.now().toISOString().slice(0, 10)
    const query = { from: now, to: now }
    for (const [caller, minor] of [
      [all, 1_500],
      [part, 500],
    ] as const) {
      const figuresNow = await caller.send(getDashboardFigures, { params: { dashboard_id: board.id }, query })
      expect(headline(figuresNow.body, 'revenue')).toBe(minor)
      const places = { dashboard_id: board.id, days: `${now}..${now}` }
      const { body } = await ask(caller, getPaymentTotals, places)
      expect(body.totals).toMatchObject([{ currency: 'EUR', captured_minor: minor }])
      expect(await total(caller, listPayments, { limit: 200, ...places })).toBe(minor / 500)
    }
  })

  test.each(overstayClasses)('overstays of $label', async ({ label, from: min_minutes, below }) => {
    for (const [caller, count] of [
      [all, { '24 to 72 h': 6, '3 to 7 d': 6, 'more than 7 d': 9 }],
      [part, { '24 to 72 h': 2, '3 to 7 d': 2, 'more than 7 d': 3 }],
    ] as const) {
      const bar = barsOf(await figures(caller), 'overstays').find((one) => one.label === label)
      expect(bar?.value).toBe(count[label])
      const query = onBoard({ min_minutes, ...(below === null ? {} : { below_minutes: below }) })
      expect(await total(caller, listActiveParkingSessions, query)).toBe(count[label])
    }
  })

  test('firmware counts the pieces of its list, as a whole and by version', async () => {
    const half = await w.make.group()
    const watcher = await w.person([
      { group_id: ours.owner, needs: { location: ['GET'], ...seesBoard } },
      { group_id: half, needs: { hardware: ['GET'] } },
    ])
    const { rows } = await w.pool.query<{ id: string }>(
      `select d.id from devices d join locations l on l.id = d.location_id where l.owner_id = $1 and d.hardware_id is not null limit 1`,
      [ours.id],
    )
    for (const { id } of rows) await w.make.members('device', id, [half])
    for (const [caller, pieces] of [
      [all, [3, 3, 2]],
      [part, [1, 1]],
      // By the device alone, and not by its location.
      [watcher, [1]],
    ] as const) {
      const shown = await figures(caller)
      expect(headline(shown, 'firmware')).toBe(sum(pieces))
      const { body } = await ask(caller, listFirmwareVersions, { dashboard_id: board.id })
      expect(sum(body.items.map((row: FirmwareVersion) => row.pieces))).toBe(sum(pieces))
      expect(body.items).toHaveLength(pieces.length)
      const bars = barsOf(shown, 'firmware')
      expect(bars.map(({ value }) => value)).toEqual(pieces)
      for (const { firmware, value } of bars) {
        const query = onBoard({ firmware_name: firmware?.name, firmware_version: firmware?.version })
        expect(await total(caller, hardwareList.route, query)).toBe(value)
      }
    }
  })

  test('uptime leads to what was offline on any of its days, on the clock of the place', async () => {
    // Until it is the 3rd of June in Tallinn; in Los Angeles the late one began on the 10th.
    expect(await total(all, listOutages, onBoard({ days, scope: 'location' }))).toBe(5)
    expect(await total(part, listOutages, onBoard({ days, scope: 'location' }))).toBe(1)
    const span = { from: '2026-06-02T00:00:00.000Z', to: '2026-06-11T00:00:00.000Z' }
    expect(await total(part, listOutages, onBoard(span))).toBe(1)
    expect(await total(part, listOutages, onBoard({ ...span, from: '2026-06-04T00:00:00.000Z' }))).toBe(0)
  })

  test('the locations are those that count', async () => {
    for (const [caller, locations] of [
      [all, 3],
      [part, 1],
    ] as const) {
      expect((await figures(caller)).locations).toBe(locations)
      expect(await total(caller, listLocations, onBoard())).toBe(locations)
    }
  })
})

const routes: readonly Route[] = [
  listParkingSessions,
  listActiveParkingSessions,
  listRentalSessions,
  listActiveRentalSessions,
  listPayments,
  listCommands,
  listOutages,
  listLogEntries,
  hardwareList.route,
]
const named = (some: readonly Route[]) => some.map((route) => ({ path: route.path, route }))

describe('lists by organization', () => {
  test.each(named([...routes, listLocations]))(
    '$path has the rows of its places, in whatever part it has there',
    async ({ route }) => {
      const [own, other] = [
        { organization_id: ours.id, limit: 200 },
        { organization_id: theirs.id, limit: 200 },
      ]
      const both = { organization_id: [ours.id, theirs.id], limit: 200 }
      const [mine, others] = [await total(all, route, own), await total(all, route, other)]
      expect(Math.min(mine, others)).toBeGreaterThan(0)
      expect(await total(all, route, both)).toBe(mine + others)
      const whole = await total(all, route, { limit: 200 })
      expect(await total(all, route, { organization_id_not: ours.id, limit: 200 })).toBe(whole - mine)
      expect(await total(part, route, own)).toBe(mine)
    },
  )

  test('an operator is one of its organizations, too', async () => {
    const location = await w.make.location(ours, { operator_id: theirs.id })
    await makeLogEntry(w, location)
    await makeOutage(w, location)
    const [entries, outages] = [listLogEntries, listOutages]
    for (const [route, count] of [
      [entries, 2],
      [outages, 3],
    ] as const)
      expect(await total(all, route, { organization_id: theirs.id, limit: 200 })).toBe(count)
    // Its reader sees the location, and with it who else has a part there.
    for (const route of [listLocations, outages])
      expect(await total(part, route, { organization_id: theirs.id, limit: 200 })).toBe(1)
    await w.pool.query('update locations set operator_id = null where id = $1', [location])
  })
})

describe('rights: what the reader may not see finds nothing, as if there were no such thing', () => {
  const nobody = '01900000-0000-7000-8000-000000000000'

  test.each(named(routes))('organizations of $path', async ({ route }) => {
    const unseen = await ask(part, route, { organization_id: theirs.id })
    const unknown = await ask(part, route, { organization_id: nobody })
    expect(unseen.body).toMatchObject({ items: [], total: 0 })
    expect(unseen.text).toBe(unknown.text)
    const without = await ask(part, route, { organization_id_not: theirs.id, limit: 200 })
    expect(without.body.total).toBe(await total(part, route, { limit: 200 }))
  })

  test.each(named([listParkingSessions, listPayments, listCommands]))(
    'who sees rows of $path, and not their location, does not find out whose it is',
    async ({ route }) => {
      const needs = { session: ['GET'], payment: ['GET'], device: ['GETCMDSHISTORY'], organization: ['GET'] } as const
      const watcher = await w.person([{ group_id: ours.owner, needs }])
      expect(await total(watcher, route, { limit: 200 })).toBeGreaterThan(0)
      expect(await total(watcher, route, { organization_id: ours.id, limit: 200 })).toBe(0)
    },
  )

  test.each(named([...routes, listLocations, listFirmwareVersions]))('dashboards of $path', async ({ route }) => {
    expect((await ask(all, route, { dashboard_id: hidden.id })).body.total).toBeGreaterThan(0)
    const unseen = await ask(part, route, { dashboard_id: hidden.id })
    expect(unseen.body).toMatchObject({ items: [], total: 0 })
    expect(unseen.text).toBe((await ask(part, route, { dashboard_id: nobody })).text)
  })
})

test.each(['2026-06-01', '2026-06-31..2026-07-01', '2026-06-01..', 'today'])('%s are no two days', async (odd) => {
  for (const route of [listParkingSessions, listRentalSessions, listPayments, listCommands, listOutages])
    expect((await ask(all, route, { days: odd })).status).toBe(400)
})
