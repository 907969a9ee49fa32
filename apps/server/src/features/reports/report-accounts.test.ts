import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { createReport, createReportLink, downloadReport, getReport } from '@wheelhouse/contract/reports/reports.ts'
import type { ReportBody } from '@wheelhouse/contract/reports/reports.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testAppWithFiles } from '../../../test/support/test-app-with-files.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeFleet } from '../fleets/samples.ts'
import { makeSubscription } from '../subscriptions/samples.ts'
import { makeUser } from '../users/samples.ts'

let w: TestApp
let ours: Organization
let place: string
let fleet: string
let pass: string
let rider: string
let accountant: Caller
const money: Needs = {
  report: ['CREATE_REPORT', 'GET_REPORTS'],
  location: ['GET'],
  session: ['GET'],
  payment: ['GET'],
  user: ['GET'],
}

beforeAll(async () => {
  w = await testAppWithFiles()
})
afterAll(() => w.end())
beforeEach(async () => {
  ours = await w.make.organization()
  place = await w.make.location(ours, { label: '@SUM(A1:A9)', time_zone: 'Europe/Tallinn' })
  fleet = await makeFleet(w, ours, { time_zone: 'America/Los_Angeles' })
  pass = await makeSubscription(w, ours.id, [ours.owner], { time_zone: 'Asia/Tokyo' })
  rider = await makeUser(w, [ours.owner], { name: `=cmd|' /C calc'!A0` })
  accountant = await w.person([{ group_id: ours.owner, needs: money }], ours.id)
})

const earners = () =>
  [
    ['location', place, 'parking_session_id'],
    ['rental_fleet', fleet, 'rental_session_id'],
    ['subscription', pass, 'subscription_id'],
  ] as const

/** A payment of each kind in three currencies at these moments, captured, and every second one refunded in part. */
async function earn(moments: readonly string[]): Promise<void> {
  for (const [type, id, column] of earners())
    for (const [nth, at] of moments.entries()) {
      const payment = uuidv7()
      const [amount, currency] = [1_000 + nth * 10, ['EUR', 'NOK', 'JPY'][nth % 3]]
      await w.pool.query(
        `insert into payments (id, type, ${column}, charge_key, user_id, visible_through_type, visible_through_id, amount_minor, currency, state, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'paid', $10, $10)`,
        [
          payment,
          type === 'subscription' ? 'subscription' : 'session',
          type === 'subscription' ? id : uuidv7(),
          payment,
          rider,
          type,
          id,
          amount,
          currency,
          at,
        ],
      )
      const entry = (number: number, kind: string, sum: number, debit: string, credit: string, later: string) =>
        w.pool.query(
          `insert into payment_entries (id, payment_id, number, kind, amount_minor, debit, credit, at)
           values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7::timestamptz + $8::interval)`,
          [payment, number, kind, sum, debit, credit, at, later],
        )
      await entry(1, 'owed', amount, 'rider', 'revenue', '0')
      await entry(2, 'paid', amount, 'provider', 'rider', '1 minute')
      if (nth % 2 === 0) continue
      await w.pool.query(
        `insert into payment_attempts (id, payment_id, number, kind, amount_minor, actor_kind, created_at)
         values (gen_random_uuid(), $1, 1, 'refund', 300, 'system', $2)`,
        [payment, at],
      )
      await entry(3, 'refunded', 300, 'revenue', 'provider', '40 days')
    }
}

async function made(more: Partial<ReportBody>, by = accountant): Promise<Answer['body']> {
  const body = {
    description: 'Money of a month',
    type: 'payment',
    format: 'csv',
    from_day: '2026-03-29',
    to_day: '2026-03-29',
    location_ids: [],
    ...more,
  }
  const { body: report } = await by.call(createReport, { body: body as never })
  await w.runJobs()
  return (await by.call(getReport, { params: { report_id: report.id } })).body
}
async function bytesOf(report_id: string, by = accountant): Promise<Uint8Array> {
  const link = await by.call(createReportLink, { params: { report_id } })
  const answer = await by.call(downloadReport, { params: { token: String(link.body.url).split('/').at(-1) as string } })
  expect(answer.status).toBe(200)
  return answer.bytes
}
type Row = Record<string, string>
const rowsOf = async (report: { id: string }): Promise<Row[]> =>
  parse(Buffer.from(await bytesOf(report.id)), { bom: true, columns: true }) as Row[]

// Around the night of 29 March: Tallinn's day has 23 hours, Los Angeles is behind it, Tokyo ahead.
const moments = Array.from({ length: 32 }, (_, nth) => new Date(Date.UTC(2026, 2, 28, 6 + nth * 2, 30)).toISOString())

describe('the payment report', () => {
  test('of an organization holds what was paid at its locations, for rides of its fleets and for its subscriptions', async () => {
    await earn(moments)
    const rows = await rowsOf(await made({ of_organization_id: ours.id }))
    // The days on the wall clock of whatever earned it, compared as text and not as instants.
    const { rows: wanted } = await w.pool.query<{ currency: string; gross: number; refunded: number; n: number }>(
      `select p.currency, count(*)::int as n, sum(paid.sum)::int as gross, sum(coalesce(back.sum, 0))::int as refunded from payments p
       cross join lateral (select sum(amount_minor) from payment_entries where payment_id = p.id and kind = 'paid') paid
       left join lateral (select sum(amount_minor) from payment_entries where payment_id = p.id and kind = 'refunded') back on true
       where p.visible_through_id = any($1) and to_char(p.created_at at time zone
         case p.visible_through_type when 'location' then 'Europe/Tallinn' when 'rental_fleet' then 'America/Los_Angeles' else 'Asia/Tokyo' end, 'YYYYMMDD') = '20260329'
       group by 1 order by 1`,
      [[place, fleet, pass]],
    )
    expect(wanted).toHaveLength(3)
    const sum = (currency: string, column: string) => {
      const own = rows.filter((row) => row['currency'] === currency)
      return Math.round(own.reduce((total, row) => total + Number(row[column]), 0) * 100) / 100
    }
    for (const { currency, n, gross, refunded } of wanted) {
      const minor = currency === 'JPY' ? 1 : 100
      expect(rows.filter((row) => row['currency'] === currency)).toHaveLength(n)
      expect([sum(currency, 'gross'), sum(currency, 'refunded')]).toEqual([gross / minor, refunded / minor])
      expect(sum(currency, 'net')).toBeCloseTo((gross - refunded) / minor, 6)
    }
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['session', 'subscription']))
    expect(rows.filter((row) => row['subscription_id'] !== '').map((row) => row['subscription_id'])).toContain(pass)
  })

  test('of chosen locations holds their money alone', async () => {
    await earn(moments.slice(10, 14))
    const rows = await rowsOf(await made({ location_ids: [place], from_day: '2026-03-01', to_day: '2026-04-01' }))
    expect(rows).toHaveLength(4)
  })

  test('of an operator of fleets without a location is made all the same', async () => {
    await earn(moments.slice(0, 3))
    await w.pool.query('delete from resource_group_members where resource_id = $1', [place])
    const report = await made({ of_organization_id: ours.id, from_day: '2026-03-01', to_day: '2026-04-01' })
    expect(report).toMatchObject({ status: 'ready', locations: 0, rows_done: 6 })
  })

  test('leaves out fleets and subscriptions whose payments its maker may not see, and dies with the right', async () => {
    await earn(moments.slice(0, 3))
    const here = await w.make.group()
    await w.make.members('location', place, [here])
    const { report: making, ...seeing } = money
    const local = await w.person(
      [
        { group_id: ours.owner, needs: { report: making } },
        { group_id: here, needs: seeing },
      ],
      ours.id,
    )
    const days = { from_day: '2026-03-01', to_day: '2026-04-01' }
    const report = { ...days, of_organization_id: ours.id }
    const narrow = await made(report, local)
    expect(narrow).toMatchObject({ status: 'ready', rows_done: 3 })
    const wide = await made(report)
    expect(wide.rows_done).toBe(9)
    await w.pool.query('delete from resource_group_members where resource_id = $1', [fleet])
    const refused = await accountant.call(createReportLink, { params: { report_id: wide.id } })
    expect(refused).toMatchObject({ status: 403, body: { error_code: 'report_covers_more' } })
  })

  test('names a deleted rider no more, and keeps every amount', async () => {
    await earn(moments.slice(0, 3))
    const days = { from_day: '2026-03-01', to_day: '2026-04-01', of_organization_id: ours.id }
    const before = await rowsOf(await made(days))
    await w.pool.query(
      `update users set name = 'Deleted user', phone = null, email = null, deleted_at = now() where id = $1`,
      [rider],
    )
    const after = await rowsOf(await made(days))
    expect(new Set(before.map(({ person }) => person))).not.toContain('')
    expect(new Set(after.map(({ person }) => person))).toEqual(new Set(['']))
    expect(after.map(({ gross, net }) => [gross, net])).toEqual(before.map(({ gross, net }) => [gross, net]))
  })
})

describe('a file that a sheet opens runs nothing', () => {
  test('no cell of a workbook is a formula, and texts that look like one are texts', async () => {
    await earn(moments.slice(0, 3))
    const days = { from_day: '2026-03-01', to_day: '2026-04-01' }
    const report = await made({ ...days, format: 'xlsx', of_organization_id: ours.id })
    const bytes = await bytesOf(report.id)
    const { sheets } = await readXlsx(bytes)
    const [head = [], ...rows] = sheets[0]?.rows ?? []
    expect(rows.map((row) => row[head.indexOf('person')])).toContain(`=cmd|' /C calc'!A0`)
    const cells = [...(sheets[0]?.cells?.values() ?? [])]
    expect(cells.filter(({ formula }) => formula !== undefined)).toEqual([])
  })

  test('in CSV such a text has the prefix that keeps it a text', async () => {
    await earn(moments.slice(0, 3))
    const days = { from_day: '2026-03-01', to_day: '2026-04-01' }
    const [first] = await rowsOf(await made({ ...days, of_organization_id: ours.id }))
    expect(first?.['person']).toMatch(/^'=cmd/)
    const launched = await made({ ...days, type: 'locations_metadata', of_organization_id: ours.id })
    expect((await rowsOf(launched))[0]?.['location_label']).toBe(`'@SUM(A1:A9)`)
  })
})

test('a corrected stay is in the next report as it is now, and counted once', async () => {
  const device = await w.make.device(place)
  const user_id = rider
  const stay = { id: uuidv7(), location_id: place, device_id: device, device_type: 'dock', user_id }
  const now = w.clock.now().toISOString()
  await w.db
    .insertInto('parking_sessions')
    .values({
      ...stay,
      access_key_id: null,
      rating: null,
      comment: null,
      status: 'ended',
      how_ended: 'normal',
      started_at: '2026-03-28T20:00:00.000Z',
      ended_at: '2026-03-28T21:00:00.000Z',
      fee_minor: 200,
      currency: 'EUR',
      updated_at: now,
    })
    .execute()
  const days = { type: 'detailed_parking', of_organization_id: ours.id } as const
  expect(await made(days)).toMatchObject({ rows_done: 0 })
  // The lock's own clock was four hours behind.
  const moved = { started_at: '2026-03-29T00:00:00.000Z', ended_at: '2026-03-29T02:00:00.000Z', fee_minor: 400 }
  await w.db.updateTable('parking_sessions').set(moved).where('id', '=', stay.id).execute()
  const rows = await rowsOf(await made(days))
  expect(rows.map((row) => [row['session_id'], row['minutes'], row['fee']])).toEqual([[stay.id, '120', '4']])
})
