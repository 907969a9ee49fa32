import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { parse } from 'csv-parse/sync'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import {
  cancelReport,
  createReport,
  createReportLink,
  downloadReport,
  getReport,
  getReportPreview,
  listReportEvents,
  runReportAgain,
  setReportRepeat,
} from '@wheelhouse/contract/reports/reports.ts'
import type { ReportBody } from '@wheelhouse/contract/reports/reports.ts'
import type { ReportType } from '@wheelhouse/contract/reports/report-columns.ts'
import { expireReports, repeatReports } from './jobs.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'

let w: TestApp
let folder: string
let owner: Organization
let places: string[]
let maker: Caller
const everything: Needs = {
  report: ['CREATE_REPORT', 'GET_REPORTS'],
  location: ['GET', 'GETSTATISTICS', 'GET_PRIVATE_TAGS'],
  session: ['GET'],
  payment: ['GET'],
  user: ['GET'],
}
const { user: _, ...blind } = everything
const people = [uuidv7(), uuidv7(), uuidv7()]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reports-'))
  w = await testApp({ WHEELHOUSE_KEY: 'a key of this test', WHEELHOUSE_DATA: folder })
  owner = await w.make.organization()
  places = await Promise.all(
    ['Europe/Tallinn', 'America/Los_Angeles'].map((time_zone) =>
      w.make.location(owner, {
        time_zone,
        launched_at: '2026-01-01T00:00:00.000Z',
        created_at: '2025-12-01T00:00:00.000Z',
        updated_at: '2026-01-01T00:00:00.000Z',
        private_tags: ['secret-tag'],
        label: '=HYPERLINK("https://evil.test")',
      }),
    ),
  )
  maker = await w.person([{ group_id: owner.owner, needs: everything }], owner.id)
  await insertPast()
})
afterAll(async () => {
  await w.end()
  await rm(folder, { recursive: true, force: true })
})

/** Three months of stays, payments with refunds in three currencies, outages and events, drawn from their numbers. */
async function insertPast(): Promise<void> {
  const [one, other] = places as [string, string]
  const docks = await Promise.all(
    [one, one, other].map((place) => w.make.device(place, { created_at: '2025-12-01T00:00:00.000Z' })),
  )
  await sql`insert into users (id, name, country_code, created_at) select id, 'Rider ' || nth, 'EE', now() from unnest(${people}::uuid[]) with ordinality p(id, nth)`.execute(
    w.db,
  )
  await w.make.members('user', people[0] as string, [owner.owner])
  await w.make.members('user', people[1] as string, [owner.owner])
  await sql`insert into parking_sessions (id, location_id, device_id, device_type, user_id, status, how_ended, started_at, ended_at, fee_minor, currency, payment_state, rating, updated_at)
    select gen_random_uuid(), (${places}::uuid[])[1 + n % 2], (${docks}::uuid[])[1 + n % 3], 'dock', (${people}::uuid[])[1 + n % 3], 'ended',
      case when n % 17 = 0 then 'forced' when n % 23 = 0 then 'cancelled' else 'normal' end, t, t + make_interval(mins => 7 + n * 13 % 2900), n % 5 * 150,
      case when n % 5 > 0 then (array['EUR', 'NOK', 'JPY'])[1 + n % 3] end, 'paid', case when n % 4 = 0 then 1 + n % 5 end, now()
    from (select n, '2026-03-01T05:00:00Z'::timestamptz + make_interval(mins => n * 211) as t from generate_series(0, 400) n) s`.execute(
    w.db,
  )
  await sql`insert into payments (id, type, parking_session_id, charge_key, user_id, visible_through_type, visible_through_id, amount_minor, currency, state, created_at, updated_at)
    select gen_random_uuid(), 'session', id, id::text, user_id, 'location', location_id, fee_minor, currency, 'paid', ended_at, ended_at from parking_sessions where fee_minor > 0`.execute(
    w.db,
  )
  await sql`insert into payment_entries (id, payment_id, number, kind, amount_minor, debit, credit, at)
    select gen_random_uuid(), id, 1, 'owed', amount_minor, 'rider', 'revenue', created_at from payments
    union all select gen_random_uuid(), id, 2, 'paid', amount_minor, 'provider', 'rider', created_at from payments`.execute(
    w.db,
  )
  await sql`insert into payment_attempts (id, payment_id, number, kind, amount_minor, actor_kind, created_at)
    select gen_random_uuid(), id, 1, 'refund', amount_minor / 2, 'system', created_at + interval '9 days' from payments where amount_minor = 300`.execute(
    w.db,
  )
  await sql`insert into payment_entries (id, payment_id, number, kind, amount_minor, debit, credit, at)
    select gen_random_uuid(), payment_id, 3, 'refunded', amount_minor, 'revenue', 'provider', created_at from payment_attempts`.execute(
    w.db,
  )
  await sql`insert into outages (id, location_id, device_id, hardware_id, began_at, raised_at, cleared_at, ended_at, clearing)
    select gen_random_uuid(), (${places}::uuid[])[1 + n % 2], case when n % 3 = 0 then (${docks}::uuid[])[case when n % 2 = 0 then 1 else 3 end] end,
      case when n % 3 = 0 then 'HW' end, t, t, t + interval '5 hours', t + interval '5 hours', 'recovered'
    from (select n, '2026-03-03T20:00:00Z'::timestamptz + make_interval(hours => n * 37) as t from generate_series(0, 40) n) o`.execute(
    w.db,
  )
  await sql`insert into events (id, at, actor_kind, actor_name, feature, verb, resource_type, resource_id, visible_through_id, device_id, correlation_id)
    select (lpad(to_hex(1780272000000 + n * 3600000::bigint), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid, '2026-06-01T00:00:00Z'::timestamptz + make_interval(hours => n), 'person', 'Secret Name', 'parking-sessions', 'ended', 'session', gen_random_uuid(),
      (${places}::uuid[])[1 + n % 2], ${docks[0]}::uuid, gen_random_uuid() from generate_series(0, 99) n`.execute(w.db)
}

const bodyOf = (type: ReportType, more: Partial<ReportBody> = {}) => ({
  description: `A report of ${type}`,
  type,
  format: 'csv' as const,
  from_day: '2026-03-01',
  to_day: '2026-04-30',
  location_ids: places,
  ...more,
})

async function made(type: ReportType, more: Partial<ReportBody> = {}, by = maker): Promise<string> {
  const { status, body } = await by.call(createReport, { body: bodyOf(type, more) as never })
  expect([status, body.status]).toEqual([200, 'pending'])
  await w.runJobs()
  return body.id as string
}

const one = (report_id: string) => ({ params: { report_id } })

async function downloaded(id: string, by = maker) {
  const link = await by.call(createReportLink, one(id))
  expect(link.status).toBe(200)
  const token = String(link.body.url).split('/').at(-1) as string
  const answer = await by.call(downloadReport, { params: { token } })
  expect(answer.status).toBe(200)
  return { token, answer, rows: parse(answer.bytes, { bom: true, columns: true }) as Record<string, string>[] }
}
const total = (rows: Record<string, string>[], column: string): number =>
  Math.round(rows.reduce((sum, row) => sum + Number(row[column] ?? 0), 0) * 100) / 100
async function asked<T>(query: ReturnType<typeof sql<T>>): Promise<T> {
  return (await query.execute(w.db)).rows[0] as T
}

describe("each report's sums equal other SQL over the raw rows", () => {
  const days = sql`generate_series('2026-03-01'::date, '2026-04-30', interval '1 day')`
  /** Belongs to the days on the wall clock of its place, asked as text and not as instants. */
  const within = (at: ReturnType<typeof sql>) =>
    sql`to_char(${at} at time zone l.time_zone, 'YYYYMMDD') between '20260301' and '20260430'`

  test('detailed parking', async () => {
    const { rows } = await downloaded(await made('detailed_parking'))
    for (const currency of ['EUR', 'NOK', 'JPY']) {
      const oracle = await asked(sql<{
        n: number
        fee: number
        minutes: number
      }>`select count(*) as n, sum(fee_minor) as fee,
        sum(extract(epoch from ended_at - started_at)) / 60 as minutes from parking_sessions s, locations l where l.id = s.location_id and currency = ${currency} and ${within(sql`started_at`)}`)
      const of = rows.filter((row) => row['currency'] === currency)
      expect([of.length, total(of, 'fee'), total(of, 'minutes')]).toEqual([
        oracle.n,
        oracle.fee / (currency === 'JPY' ? 1 : 100),
        oracle.minutes,
      ])
    }
  })

  test('payment', async () => {
    const { rows } = await downloaded(await made('payment'))
    const oracle = await asked(sql<{ n: number; net: number; refunded: number }>`select count(distinct p.id) as n,
      sum(case e.kind when 'paid' then e.amount_minor when 'refunded' then -e.amount_minor else 0 end) as net, sum(e.amount_minor) filter (where e.kind = 'refunded') as refunded
      from payment_entries e join payments p on p.id = e.payment_id join locations l on l.id = p.visible_through_id where p.currency = 'EUR' and ${within(sql`p.created_at`)}`)
    const euros = rows.filter((row) => row['currency'] === 'EUR')
    expect([euros.length, total(euros, 'net') * 100, total(euros, 'refunded') * 100]).toEqual([
      oracle.n,
      oracle.net,
      oracle.refunded,
    ])
    expect(total(euros, 'gross')).toBe(Math.round((total(euros, 'net') + total(euros, 'refunded')) * 100) / 100)
  })

  test('location usage', async () => {
    const { rows } = await downloaded(await made('location_usage'))
    const oracle = await asked(sql<{ sessions: number; hours: number; revenue: number }>`select
      (select count(*) from parking_sessions s join locations l on l.id = s.location_id where ${within(sql`s.started_at`)} and how_ended <> 'cancelled') as sessions,
      (select sum(extract(epoch from least(s.ended_at, b.ends) - greatest(s.started_at, b.begins))) / 3600 from parking_sessions s join locations l on l.id = s.location_id
        cross join lateral (select '2026-03-01'::timestamp at time zone l.time_zone as begins, '2026-05-01'::timestamp at time zone l.time_zone as ends) b
        where s.how_ended <> 'cancelled' and s.started_at < b.ends and s.ended_at > b.begins) as hours,
      (select sum(case e.kind when 'paid' then e.amount_minor when 'refunded' then -e.amount_minor else 0 end) from payment_entries e join payments p on p.id = e.payment_id
        join locations l on l.id = p.visible_through_id where ${within(sql`e.at`)} and p.currency = 'NOK') as revenue`)
    expect(total(rows, 'sessions')).toBe(oracle.sessions)
    expect(total(rows, 'occupied_dock_hours')).toBeCloseTo(oracle.hours, 0)
    expect(
      total(
        rows.filter((row) => row['currency'] === 'NOK'),
        'revenue',
      ) * 100,
    ).toBeCloseTo(oracle.revenue, 3)
  })

  test('location uptime', async () => {
    const { rows } = await downloaded(await made('location_uptime'))
    // Each minute looked at by itself.
    const oracle = await asked(sql<{
      offline: number
      partly: number
      all: number
    }>`select count(*) filter (where dark) as offline, count(*) filter (where partly and not dark) as partly, count(*) as all
      from (select bool_or(o.id is not null and o.hardware_id is null) as dark, bool_or(o.hardware_id is not null) as partly
        from locations l cross join lateral generate_series('2026-03-01'::timestamp at time zone l.time_zone, ('2026-05-01'::timestamp at time zone l.time_zone) - interval '1 minute', interval '1 minute') m
        left join outages o on o.location_id = l.id and o.began_at <= m and o.ended_at > m group by l.id, m) minutes`)
    expect([total(rows, 'offline_minutes'), total(rows, 'partly_online_minutes')]).toEqual([
      oracle.offline,
      oracle.partly,
    ])
    expect(total(rows, 'online_minutes')).toBe(oracle.all - oracle.offline - oracle.partly)
    const begun = await asked(
      sql<{
        n: number
      }>`select count(*) as n from outages o join locations l on l.id = o.location_id where ${within(sql`o.began_at`)}`,
    )
    expect(total(rows, 'incidents')).toBe(begun.n)
    expect(rows).toHaveLength(2 * (await asked(sql<{ n: number }>`select count(*) as n from ${days} d`)).n)
  })

  test('locations launched, metadata, and session history without names for who may not see people', async () => {
    const launched = await downloaded(
      await made('locations_launched', { from_day: '2025-12-31', to_day: '2026-01-01' }),
    )
    expect(launched.rows.map((row) => [row['docks'], row['days_to_launch']])).toEqual([
      ['2', '31'],
      ['1', '31'],
    ])
    await sql`insert into maintenance_messages (id, location_id, text, starts_at, ends_at, created_at)
      select gen_random_uuid(), ${places[0]}::uuid, text, starts_at, ends_at, starts_at from (values
        ('Closed until noon', '2026-06-01T00:00:00Z'::timestamptz, null::timestamptz),
        ('Closed for a day', '2026-06-02T00:00:00Z', '2026-06-03T00:00:00Z'),
        ('Closed much later', '2099-06-02T00:00:00Z', null)) m(text, starts_at, ends_at)`.execute(w.db)
    const metadata = await downloaded(await made('locations_metadata'))
    expect(metadata.rows.map((row) => [row['private_tags'], row['hidden_admin_description']])).toEqual([
      ['secret-tag', ''],
      ['secret-tag', ''],
    ])
    // The docks of these locations have no hardware.
    expect(metadata.rows.map((row) => row['health'])).toEqual(['unknown', 'unknown'])
    const limits = ['icon_type', 'bubble_orange_hours', 'bubble_red_hours', 'overstay_limit_h']
    expect(metadata.rows.map((row) => limits.map((name) => row[name]))).toEqual([
      ['bike', '24', '72', ''],
      ['bike', '24', '72', ''],
    ])
    expect(new Set(metadata.rows.map((row) => row['maintenance_message']))).toEqual(new Set(['', 'Closed until noon']))
    // These locations were inserted with one moment for both.
    expect(metadata.rows.every((row) => row['updated_at'] === row['launched_at'])).toBe(true)
    // A text that a sheet would run is inert.
    expect(metadata.rows[0]?.['location_label']).toBe(`'=HYPERLINK("https://evil.test")`)
    const history = await downloaded(await made('session_history', { from_day: '2026-05-31', to_day: '2026-06-10' }))
    expect([history.rows.length, history.rows[0]?.['actor_name']]).toEqual([100, 'Secret Name'])
    const plain = await w.person([{ group_id: owner.owner, needs: blind }], owner.id)
    const without = await downloaded(
      await made('session_history', { from_day: '2026-05-31', to_day: '2026-06-10' }, plain),
      plain,
    )
    expect(without.answer.text).not.toContain('Secret Name')
    expect(Object.keys(without.rows[0] ?? {})).not.toContain('actor_name')
  })
})

test('spec 5: unknown types, short descriptions and reports of nothing are refused', async () => {
  const refused = async (change: Record<string, unknown>) =>
    (await maker.call(createReport, { body: { ...bodyOf('payment'), ...change } as never })).body
  expect(JSON.stringify(await refused({ type: 'everything' }))).toContain('Unsupported report type')
  expect(JSON.stringify(await refused({ type: null }))).toContain('Type is required')
  expect(JSON.stringify(await refused({ description: 'abc' }))).toContain('Description')
  expect(JSON.stringify(await refused({ from_day: '' }))).toContain('Timeframe is required')
  expect(JSON.stringify(await refused({ to_day: '2027-12-31' }))).toContain('At most 366 days')
  expect(JSON.stringify(await refused({ location_ids: [] }))).toContain('Choose locations')
})

test('the link of a service account ends after a quarter of an hour, that of a person with the file', async () => {
  const id = await made('payment')
  const [first, machine] = [await maker.call(createReportLink, one(id)), maker.id]
  await w.pool.query(`update console_users set kind = 'service' where id = $1`, [machine])
  const second = await maker.call(createReportLink, one(id))
  await w.pool.query(`update console_users set kind = 'person' where id = $1`, [machine])
  const minutes = (link: typeof first) => (Date.parse(link.body.expires_at) - w.clock.now().getTime()) / 60_000
  expect([minutes(second), minutes(first)]).toEqual([15, 7 * 24 * 60])
  w.clock.advance(15 * 60_000 + 1)
  const token = String(second.body.url).split('/').at(-1) as string
  expect((await maker.call(downloadReport, { params: { token } })).status).toBe(404)
})

test('a workbook of the same rows opens as one, and the preview has the chart and the first rows without people', async () => {
  const id = await made('detailed_parking', { format: 'xlsx' })
  const link = await maker.call(createReportLink, one(id))
  const answer = await maker.call(downloadReport, {
    params: { token: String(link.body.url).split('/').at(-1) as string },
  })
  expect([...answer.bytes.subarray(0, 2)]).toEqual([0x50, 0x4b])
  const { body } = await maker.call(getReportPreview, one(id))
  expect(body.rows).toHaveLength(50)
  expect(body.columns.map(({ name }: { name: string }) => name)).not.toContain('person')
  const charted = body.chart.series[0].values.reduce((sum: number, value: number) => sum + value, 0)
  expect(charted).toBe((await maker.call(getReport, one(id))).body.rows_done)
})

describe('rights at the time of making and of download', () => {
  test('people are named only as far as the maker sees them', async () => {
    const { rows } = await downloaded(await made('detailed_parking'))
    expect([...new Set(rows.map((row) => String(row['person'])))].toSorted()).toEqual(['', 'Rider 1', 'Rider 2'])
  })

  test('a link dies with the right, and a reader who sees less is refused', async () => {
    const lesser = await w.person(
      [
        {
          group_id: owner.owner,
          needs: { report: ['GET_REPORTS'], location: ['GET'], session: ['GET'], payment: ['GET'] },
        },
      ],
      owner.id,
    )
    const id = await made('detailed_parking')
    expect((await lesser.call(getReport, one(id))).body.status).toBe('ready')
    expect(await lesser.call(createReportLink, one(id))).toMatchObject({
      status: 403,
      body: { error_code: 'report_covers_more' },
    })
    // The preview names nobody, so that people are no condition of it.
    expect((await lesser.call(getReportPreview, one(id))).status).toBe(200)
    const { token } = await downloaded(id)
    const role = await sql<{
      role_id: string
    }>`select role_id from role_grants where person_id = ${maker.id}::uuid`.execute(w.db)
    const money = { role_id: role.rows[0]?.role_id as string, resource_type: 'payment', action: 'GET' }
    await w.db
      .deleteFrom('role_actions')
      .where('role_id', '=', money.role_id)
      .where('resource_type', '=', 'payment')
      .execute()
    expect((await maker.call(downloadReport, { params: { token } })).status).toBe(404)
    expect((await maker.call(getReportPreview, one(id))).status).toBe(403)
    await w.db.insertInto('role_actions').values(money).execute()
    expect((await maker.call(downloadReport, { params: { token } })).status).toBe(200)
    const flipped = `${token.slice(0, 30)}${token[30] === 'A' ? 'B' : 'A'}${token.slice(31)}`
    expect((await maker.call(downloadReport, { params: { token: flipped } })).status).toBe(404)
    const events = (await maker.call(listReportEvents, one(id))).body.items.map(({ verb }: { verb: string }) => verb)
    expect(events.filter((verb: string) => verb === 'downloaded')).toHaveLength(2)
  })

  test('locations that the maker may not see are not in it', async () => {
    const foreign = await w.make.location(await w.make.organization())
    const id = await made('locations_metadata', { location_ids: [...places, foreign] })
    expect((await maker.call(getReport, one(id))).body).toMatchObject({ locations: 2, rows_done: 2 })
  })
})

const storedFiles = async (id: string): Promise<string[]> =>
  (await readdir(join(folder, 'files', 'reports'))).filter((name) => name.startsWith(id))

describe('failed, cancelled, expired, repeated', () => {
  test('a new run removes the file of the run before, and a file that an earlier version named is still downloaded', async () => {
    const id = await made('locations_metadata')
    const formerName = join(folder, 'files', 'reports', `${id}.csv`)
    await rename(join(folder, 'files', 'reports', `${id}-1.csv`), formerName)
    expect((await downloaded(id)).rows).toHaveLength(2)
    await w.jobs.send(w.db, expireReports, {})
    await w.runJobs()
    expect(await storedFiles(id)).toEqual([`${id}.csv`])
    for (const attempt of [2, 3]) {
      await maker.call(runReportAgain, one(id))
      await w.runJobs()
      expect(await storedFiles(id)).toEqual([`${id}-${attempt}.csv`])
    }
    expect((await downloaded(id)).rows).toHaveLength(2)
  })

  test('the hourly job removes what a killed run or an older run left, and nothing that is needed', async () => {
    const id = await made('locations_metadata')
    await maker.call(runReportAgain, one(id))
    await w.runJobs()
    const unknown = uuidv7()
    const left = [`${id}-1.csv`, `${unknown}-1.csv`, `${unknown}.csv`]
    for (const name of left) await writeFile(join(folder, 'files', 'reports', name), 'left')
    await w.jobs.send(w.db, expireReports, {})
    await w.runJobs()
    expect(await storedFiles(id)).toEqual([`${id}-2.csv`])
    expect(await storedFiles(unknown)).toEqual([])
  })

  test('a report without locations says so, and can be run again when there are some', async () => {
    const location_id = await w.make.location(null)
    const id = await made('locations_metadata', { location_ids: [location_id] })
    expect((await maker.call(getReport, one(id))).body).toMatchObject({ status: 'failed', failure: 'no_locations' })
    await w.make.members('location', location_id, [owner.owner])
    expect((await maker.call(runReportAgain, one(id))).body.status).toBe('pending')
    expect(await maker.call(runReportAgain, one(id))).toMatchObject({
      status: 409,
      body: { error_code: 'report_is_running' },
    })
    await w.runJobs()
    expect((await maker.call(getReport, one(id))).body).toMatchObject({ status: 'ready', failure: null, rows_done: 1 })
  })

  test('a cancelled report makes no file', async () => {
    const { body } = await maker.call(createReport, { body: bodyOf('payment') as never })
    expect((await maker.call(cancelReport, one(body.id))).body).toMatchObject({
      status: 'failed',
      failure: 'cancelled',
    })
    await w.runJobs()
    expect((await maker.call(getReport, one(body.id))).body.status).toBe('failed')
    expect(await storedFiles(body.id)).toEqual([])
    expect(await maker.call(cancelReport, one(body.id))).toMatchObject({ status: 409 })
  })

  test('after a week the file goes, and what repeats is made once for the month before', async () => {
    const id = await made('payment')
    expect(await storedFiles(id)).toEqual([`${id}-1.csv`])
    const version = (await maker.call(getReport, one(id))).body.version
    await maker.call(setReportRepeat, {
      ...one(id),
      body: { repeats_monthly: true },
      headers: { 'if-match': `"${version}"` },
    })
    w.clock.advance(20 * 86_400_000)
    await w.jobs.send(w.db, expireReports, {})
    await w.runJobs()
    expect((await maker.call(getReport, one(id))).body.status).toBe('expired')
    expect(await storedFiles(id)).toEqual([])
    expect(await maker.call(createReportLink, one(id))).toMatchObject({
      status: 409,
      body: { error_code: 'report_not_ready' },
    })
    for (let times = 0; times < 2; times++) await w.jobs.send(w.db, repeatReports, {})
    await w.runJobs()
    const repeats = await w.db
      .selectFrom('reports')
      .select(['status', 'from_day', 'to_day', 'timeframe'])
      .where('repeat_of', '=', id)
      .execute()
    expect(repeats).toEqual([
      { status: 'ready', from_day: '2026-06-01', to_day: '2026-06-30', timeframe: 'last_month' },
    ])
  })
})
