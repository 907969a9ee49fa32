import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currencyDecimals } from '@wheelhouse/contract/currencies.ts'
import { reportColumns, reportTypes } from '@wheelhouse/contract/reports/report-columns.ts'
import type { ReportType } from '@wheelhouse/contract/reports/report-columns.ts'
import {
  createReport,
  createReportLink,
  downloadReport,
  getReportPreview,
} from '@wheelhouse/contract/reports/reports.ts'
import { figuresOracle } from '../../../test/support/figures-oracle.ts'
import type { Sums } from '../../../test/support/figures-oracle.ts'
import { reportOracle } from '../../../test/support/report-oracle.ts'
import { expectFiguresToEqual, expectLevelsToAddUp } from '../../../test/support/stored-figures.ts'
import { testAppWithFiles } from '../../../test/support/test-app-with-files.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { insertTroubledPast } from '../../../test/support/troubled-past.ts'
import type { Past } from '../../../test/support/troubled-past.ts'
import { checkRollups } from '../rollups/check.ts'
import { refreshRollups } from '../rollups/refresh.ts'

const repeatedHours = new URL('../../../../../packages/db/migrations/0100_repeated_hours.sql', import.meta.url)

let w: TestApp
let past: Past
let figures: Awaited<ReturnType<typeof figuresOracle>>
let maker: Caller

beforeAll(async () => {
  w = await testAppWithFiles()
  past = await insertTroubledPast(w)
  figures = await figuresOracle(w.pool, w.clock.now().getTime())
  const needs = {
    report: ['CREATE_REPORT', 'GET_REPORTS'],
    location: ['GET', 'GETSTATISTICS'],
    session: ['GET'],
    device: ['GETCMDSHISTORY'],
    payment: ['GET'],
    user: ['GET'],
  } as const
  const { organization } = past
  maker = await w.person([{ group_id: organization.owner, needs }], organization.id)
})
afterAll(() => w.end())

type Cells = Record<string, string>
interface Days {
  from_day: string
  to_day: string
}
async function made(type: ReportType, days: Days): Promise<string> {
  const about = { description: `Sums of ${type}`, location_ids: [], of_organization_id: past.organization.id }
  const { body } = await maker.call(createReport, { body: { ...about, ...days, type, format: 'csv' } })
  await w.runJobs()
  return String(body.id)
}
async function rowsOf(type: ReportType, days: Days): Promise<Cells[]> {
  const link = await maker.call(createReportLink, { params: { report_id: await made(type, days) } })
  const token = String(link.body.url).split('/').at(-1) ?? ''
  const answer = await maker.call(downloadReport, { params: { token } })
  expect([type, answer.status]).toEqual([type, 200])
  return parse<Cells>(answer.bytes, { bom: true, columns: true })
}

/** By what the rows of a report are added up. */
const keys: Record<ReportType, readonly string[]> = {
  detailed_parking: ['location_code', 'device', 'currency', 'payment_state', 'end_reason'],
  payment: ['kind', 'subscription_id', 'currency', 'state'],
  locations_launched: ['location_code', 'status'],
  location_usage: ['location_code', 'day'],
  session_history: ['location_code', 'event', 'actor', 'device', 'command', 'result'],
  location_uptime: ['location_code', 'day'],
  locations_metadata: ['location_code', 'status', 'time_zone', 'created_at', 'launched_at'],
}

/** All numbers of the file, money in minor units, and how many rows name a person. */
function sumsOf(type: ReportType, rows: readonly Cells[]): Sums {
  const sums: Sums = new Map()
  const kinds = Object.entries<string>(reportColumns[type])
  for (const row of rows) {
    const key = keys[type].map((name) => row[name] ?? '').join(' ')
    const own = sums.get(key) ?? {}
    sums.set(key, own)
    const count = (name: string, value: number) => (own[name] = (own[name] ?? 0) + value)
    count('rows', 1)
    const currency = row['currency'] ?? ''
    for (const [name, kind] of kinds) {
      const value = row[name] ?? ''
      if (value === '') continue
      if (kind === 'personal') count(name, 1)
      if (name === 'worst_device_offline_minutes') count(`worst ${row['worst_device']}`, Number(value))
      else if (kind === 'number') count(name, Number(value))
      if (kind === 'money')
        count(
          type === 'location_usage' ? `revenue ${currency}` : name,
          Math.round(Number(value) * 10 ** currencyDecimals(currency)),
        )
    }
  }
  return sums
}

/** The file rounds to one decimal. */
const tolerance = 0.051
function differences(found: Sums, wanted: Sums): string[] {
  return [...new Set([...found.keys(), ...wanted.keys()])].flatMap((key) => {
    const [one, other] = [found.get(key) ?? {}, wanted.get(key) ?? {}]
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name) => {
      const [value, due] = [one[name] ?? 0, other[name] ?? 0]
      return Math.abs(value - due) <= tolerance ? [] : [`${key}: ${name} is ${value} and not ${due}`]
    })
  })
}

describe('after late, corrected, deleted and refunded rows', () => {
  // From the day on which the clocks of a place are set back to the one on which they are set forward.
  describe.each([
    ['Europe', { from_day: '2025-10-26', to_day: '2026-03-29' }],
    ['Los Angeles', { from_day: '2025-11-02', to_day: '2026-03-08' }],
  ])('between the clock changes of %s', (_, days) => {
    test.each(reportTypes)('the sums of the report %s equal what its rows say', async (type) => {
      const rows = await rowsOf(type, days)
      const wanted = await reportOracle(w.pool, { ...days, figures })
      expect(rows.length).toBeGreaterThan(0)
      expect(differences(sumsOf(type, rows), wanted[type])).toEqual([])
    })
  })

  test('the cells of an uptime report are those of its rows, the worst place first', async () => {
    const days = { from_day: '2025-10-26', to_day: '2026-03-29' }
    const preview = await maker.ask(getReportPreview, { params: { report_id: await made('location_uptime', days) } })
    const { location_uptime: wanted } = await reportOracle(w.pool, { ...days, figures })
    const { count, places = [] } = preview.uptime ?? {}
    expect([count, places.length]).toEqual([past.places.length, past.places.length])
    const shares = places.map(({ uptime }) => uptime ?? Infinity)
    expect(shares).toEqual(shares.toSorted((one, other) => one - other))
    for (const { location_code, days: cells, offline_minutes, maintenance_minutes } of places)
      for (const [index, share] of cells.entries()) {
        const day = new Date(Date.parse(days.from_day) + index * 86_400_000).toISOString().slice(0, 10)
        const { online_minutes = 0, partly_online_minutes = 0, ...row } = wanted.get(`${location_code} ${day}`) ?? {}
        const [up, offline] = [online_minutes + partly_online_minutes, row['offline_minutes'] ?? 0]
        expect(offline_minutes[index]).toBe(offline)
        expect(maintenance_minutes[index]).toBe(row['maintenance_minutes'] ?? 0)
        if (up + offline === 0) expect(share).toBeNull()
        else expect(share).toBeCloseTo((up / (up + offline)) * 100, 1)
      }
  })

  test('figures by day, by month and over everything equal their rows, and the nightly check agrees', async () => {
    await refreshRollups(w.db, () => w.clock.now())
    await expectFiguresToEqual(w.pool, figures)
    await expectLevelsToAddUp(w.pool)
    expect((await checkRollups(w.db, w.clock.now(), 250)).differences).toEqual([])
  })

  test('days with a repeated hour that were counted by an earlier version are counted again by the migration', async () => {
    const [place] = past.places
    const longDay = `scope_id = $1 and grain = 'day' and period = '2025-10-26'`
    const hours = async () =>
      (await w.pool.query(`select occupied_s_by_hour from usage_figures where ${longDay}`, [place])).rows
    const before = await hours()
    await w.pool.query(
      `update usage_figures set occupied_s_by_hour = array_fill(0::bigint, array[24]) where ${longDay}`,
      [place],
    )
    await w.pool.query(await readFile(repeatedHours, 'utf8'))
    const { rows } = await w.pool.query('select distinct place_id from rollup_marks')
    // Kathmandu never changes its clocks.
    expect(rows.map(({ place_id }) => place_id)).not.toContain(past.places[2])
    await refreshRollups(w.db, () => w.clock.now())
    expect(await hours()).toEqual(before)
  })
})
