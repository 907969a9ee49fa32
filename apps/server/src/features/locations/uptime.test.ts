import { readFile } from 'node:fs/promises'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDashboard, getDashboardFigures } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { locationUptime } from '@wheelhouse/contract/locations/location-uptime.ts'
import type { LocationUptime } from '@wheelhouse/contract/locations/location-uptime.ts'
import { createReport, getReportPreview } from '@wheelhouse/contract/reports/reports.ts'
import type { ReportPreview } from '@wheelhouse/contract/reports/reports.ts'
import { stockRights } from '../../../test/support/roles.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testAppWithFiles } from '../../../test/support/test-app-with-files.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { refreshRollups } from '../rollups/refresh.ts'

const withoutDevices = new URL('../../../../../packages/db/migrations/0106_uptime_without_devices.sql', import.meta.url)

let w: TestApp
let ours: Organization
let manager: Caller

beforeAll(async () => {
  w = await testAppWithFiles()
  await w.make.group({ type: 'system', covers_everything: true })
  ours = await w.make.organization()
  manager = await w.person([{ group_id: ours.owner, needs: stockRights('Manager') }], ours.id)
})
afterAll(() => w.end())

const hour = 3_600
const longAgo = '2026-01-01T00:00:00.000Z'
/** In service since January. */
const makePlace = (values: Record<string, unknown> = {}): Promise<string> =>
  w.make.location(ours, { created_at: longAgo, launched_at: longAgo, updated_at: longAgo, ...values })
const makeDock = (location_id: string): Promise<string> => w.make.device(location_id, { created_at: longAgo })
const countFigures = () => refreshRollups(w.db, () => w.clock.now())
const uptime = (location_id: string, who = manager): Promise<LocationUptime> =>
  who.ask(locationUptime, { params: { location_id } })

/** An outage of the location as a whole, or of a device; answers its id. */
async function outage(
  location_id: string,
  began_at: string,
  ended_at: string,
  device_id: string | null = null,
): Promise<string> {
  const id = uuidv7()
  const hardware_id = device_id === null ? null : `HW ${device_id}`
  const times = { began_at, raised_at: began_at, ended_at, cleared_at: ended_at, clearing: 'recovered' }
  await w.db
    .insertInto('outages')
    .values({ id, location_id, device_id, hardware_id, ...times })
    .execute()
  return id
}

async function setStatus(location_id: string, status: string, updated_at: string): Promise<void> {
  await w.db.updateTable('locations').set({ status, updated_at }).where('id', '=', location_id).execute()
}

/** Planned maintenance of four hours with an outage in it, an outage of a dock and one of the location, and one to be corrected. */
async function makePast(location_id: string, dock: string): Promise<{ correctedLater: string }> {
  await setStatus(location_id, 'maintenance', '2026-05-20T05:00:00.000Z')
  await setStatus(location_id, 'launched', '2026-05-20T09:00:00.000Z')
  await outage(location_id, '2026-05-20T06:00:00.000Z', '2026-05-20T07:00:00.000Z')
  await outage(location_id, '2026-05-25T01:00:00.000Z', '2026-05-25T03:00:00.000Z', dock)
  await outage(location_id, '2026-05-25T02:00:00.000Z', '2026-05-25T04:00:00.000Z')
  // Neither the day before the first one nor today counts.
  await outage(location_id, '2026-05-15T06:00:00.000Z', '2026-05-15T20:59:00.000Z')
  await outage(location_id, '2026-06-15T06:00:00.000Z', '2026-06-15T07:00:00.000Z')
  return { correctedLater: await outage(location_id, '2026-06-10T10:00:00.000Z', '2026-06-10T15:00:00.000Z') }
}

type Period = Pick<LocationUptime, 'from' | 'to'>

/** The uptime chart of a dashboard of these locations alone. */
async function dashboardChart(location_ids: string[], { from, to }: Period) {
  const body = { name: 'Some places', organization_id: ours.id, location_ids, organization_ids: [] }
  const { id } = await manager.ask(createDashboard, { body })
  const { charts } = await manager.ask(getDashboardFigures, {
    params: { dashboard_id: id },
    query: { from, to, compare: 'none' },
  })
  const chart = charts.find((one: { chart: string }) => one.chart === 'uptime')
  if (chart?.kind !== 'series') throw new Error('The dashboard has no chart of the uptime')
  return chart
}

async function reportPreview(location_ids: string[], { from, to }: Period): Promise<ReportPreview> {
  const body = {
    description: 'Uptime of some places',
    type: 'location_uptime' as const,
    format: 'csv' as const,
    from_day: from,
    to_day: to,
    location_ids,
  }
  const { id } = await manager.ask(createReport, { body })
  await w.runJobs()
  return await manager.ask(getReportPreview, { params: { report_id: id } })
}

const sumOf = ({ columns, rows }: ReportPreview, column: string): number => {
  const index = columns.findIndex(({ name }) => name === column)
  return rows.reduce((sum, row) => sum + Number(row[index]), 0)
}
const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100)

describe('uptime of the last 30 whole days', () => {
  test('is one figure at the location, on a dashboard and in a report, also after an outage was corrected', async () => {
    const place = await makePlace()
    const dock = await makeDock(place)
    const { correctedLater } = await makePast(place, dock)
    await countFigures()
    const first = await uptime(place)
    expect(first).toMatchObject({ from: '2026-05-16', to: '2026-06-14', missing: null, offline_s: 7 * hour })
    const ended_at = '2026-06-10T11:30:07.000Z'
    await w.db.updateTable('outages').set({ ended_at, cleared_at: ended_at }).where('id', '=', correctedLater).execute()
    await countFigures()
    const shown = await uptime(place)
    const [reachable, offline] = [712.5 * hour - 7, 3.5 * hour + 7]
    expect(shown).toMatchObject({
      uptime: (reachable / (716 * hour)) * 100,
      online_s: reachable - hour,
      partly_s: hour,
      offline_s: offline,
      maintenance_s: 4 * hour,
      incidents: 3,
      mtbf_s: reachable / 3,
      mttr_s: (5.5 * hour + 7) / 3,
      worst_device: { id: dock, type: 'dock', offline_s: 2 * hour },
    })

    const chart = await dashboardChart([place], shown)
    expect(chart.headline.value).toBe(shown.uptime)
    expect(chart.values).toEqual(shown.days.map((day) => day.uptime))

    const report = await reportPreview([place], shown)
    const [inReport] = report.uptime?.places ?? []
    expect(inReport?.uptime).toBe(rounded(shown.uptime))
    expect(inReport?.days).toEqual(shown.days.map((day) => rounded(day.uptime)))
    expect(sumOf(report, 'incidents')).toBe(shown.incidents)
    expect(sumOf(report, 'offline_minutes')).toBeCloseTo(shown.offline_s / 60, 0)
    expect(sumOf(report, 'maintenance_minutes')).toBe(shown.maintenance_s / 60)
  })

  test('a report adds up seconds, and not the rounded minutes of its file', async () => {
    const place = await makePlace()
    await makeDock(place)
    for (let day = 16; day < 46; day++) {
      const begun = Date.UTC(2026, 4, day, 12)
      await outage(place, new Date(begun).toISOString(), new Date(begun + 13_000).toISOString())
    }
    await countFigures()
    const shown = await uptime(place)
    expect([shown.offline_s, shown.incidents]).toEqual([390, 30])
    const report = await reportPreview([place], shown)
    expect(report.uptime?.places[0]?.uptime).toBe(rounded(shown.uptime))
    // Minutes to one decimal make it 99.99.
    expect(rounded(shown.uptime)).toBe(99.98)
  })

  test('a location without devices has none at the location, on a dashboard and in a report, and lifts no mean', async () => {
    const [watched, bare] = [await makePlace(), await makePlace()]
    await makeDock(watched)
    await outage(watched, '2026-06-01T00:00:00.000Z', '2026-06-10T00:00:00.000Z')
    await countFigures()
    const shown = await uptime(watched)
    expect(shown.uptime).toBe(70)
    expect(await uptime(bare)).toMatchObject({ missing: 'no_devices', uptime: null, online_s: 0 })

    const alone = await dashboardChart([bare], shown)
    expect([alone.headline.value, new Set(alone.values)]).toEqual([null, new Set([null])])
    expect((await dashboardChart([watched, bare], shown)).headline.value).toBe(70)

    const report = await reportPreview([watched, bare], shown)
    expect(report.uptime?.places.map((place) => place.uptime)).toEqual([70])
    expect(sumOf(report, 'online_minutes') + sumOf(report, 'offline_minutes')).toBe(30 * 24 * 60)
  })

  test('it counts from the moment at which a location has devices until it has none', async () => {
    const place = await makePlace()
    await countFigures()
    const dock = await w.make.device(place, { created_at: '2026-06-05T09:00:00.000Z' })
    await outage(place, '2026-06-05T09:00:00.000Z', '2026-06-05T15:00:00.000Z')
    await countFigures()
    expect(await uptime(place)).toMatchObject({ online_s: (9 * 24 + 6) * hour, offline_s: 6 * hour })
    await w.db.updateTable('devices').set({ deleted_at: '2026-06-10T09:00:00.000Z' }).where('id', '=', dock).execute()
    await countFigures()
    const shown = await uptime(place)
    expect(shown).toMatchObject({ missing: null, uptime: 95, online_s: 114 * hour, offline_s: 6 * hour })
    expect((await dashboardChart([place], shown)).headline.value).toBe(95)
    expect((await reportPreview([place], shown)).uptime?.places[0]?.uptime).toBe(95)
  })

  test('time without devices that an earlier version counted as online is counted again by the migration', async () => {
    const [watched, bare] = [await makePlace(), await makePlace()]
    await makeDock(watched)
    await w.make.device(bare, { created_at: '2026-06-05T00:00:00.000Z' })
    await countFigures()
    const places = [watched, bare]
    const wrong = `update uptime_figures set online_s = 1 where scope_id = any($1) and grain = 'day' and period <= '2026-06-05'`
    await w.pool.query(wrong, [places])
    await w.pool.query(await readFile(withoutDevices, 'utf8'))
    const { rows } = await w.pool.query('select place_id from rollup_marks where place_id = any($1)', [places])
    expect(rows).toEqual([{ place_id: bare }])
    await countFigures()
    expect((await uptime(bare)).online_s).toBe((9 * 24 + 21) * hour)
  })

  test('whole days are those of the location’s own time zone', async () => {
    const days = async (time_zone: string) => {
      const { from, to, days: each } = await uptime(await makePlace({ time_zone }))
      return [from, to, each.length, each[0]?.date, each.at(-1)?.date]
    }
    expect(await days('Europe/Tallinn')).toEqual(['2026-05-16', '2026-06-14', 30, '2026-05-16', '2026-06-14'])
    // There the 16th has just begun.
    expect(await days('Pacific/Kiritimati')).toEqual(['2026-05-17', '2026-06-15', 30, '2026-05-17', '2026-06-15'])
  })
})

describe('a location without a figure says why', () => {
  const reasonOf = async (location_id: string) => {
    await countFigures()
    const { missing, uptime: share } = await uptime(location_id)
    return [missing, share]
  }

  test('it has no devices that could be offline', async () => {
    expect(await reasonOf(await makePlace())).toEqual(['no_devices', null])
  })

  test('it is in service since today', async () => {
    const today = '2026-06-15T05:00:00.000Z'
    const place = await makePlace({ launched_at: today, updated_at: today })
    await makeDock(place)
    expect(await reasonOf(place)).toEqual(['less_than_a_day', null])
  })

  test('it was not in service on any of the days', async () => {
    const place = await makePlace({ status: 'installed', launched_at: null })
    await makeDock(place)
    expect(await reasonOf(place)).toEqual(['not_in_service', null])
  })
})

test('rights: it is shown to those who may see the statistics of the location', async () => {
  const place = await makePlace()
  const seesOnly = await w.person([{ group_id: ours.owner, needs: { location: ['GET'] } }])
  const elsewhere = await w.make.organization()
  const stranger = await w.person([{ group_id: elsewhere.owner, needs: stockRights('Manager') }])
  const status = async (who: Caller) => (await who.call(locationUptime, { params: { location_id: place } })).status
  expect([await status(manager), await status(seesOnly), await status(stranger)]).toEqual([200, 403, 404])
})
