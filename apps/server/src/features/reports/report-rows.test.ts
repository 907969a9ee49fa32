import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createReportLink } from '@wheelhouse/contract/reports/reports.ts'
import { makeReportPlace, reportRights } from '../../../test/support/report-place.ts'
import type { ReportPlace } from '../../../test/support/report-place.ts'
import { testAppWithFiles } from '../../../test/support/test-app-with-files.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

let w: TestApp
let owner: ReportPlace['owner']
let places: ReportPlace['places']
let made: ReportPlace['made']
let downloaded: ReportPlace['downloaded']
const { user: _, ...blind } = reportRights

beforeAll(async () => {
  w = await testAppWithFiles()
  ;({ owner, places, made, downloaded } = await makeReportPlace(w))
})
afterAll(() => w.end())

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

  test('detailed parking: sessions, fees and minutes of each currency', async () => {
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

  test('payment: payments, what they brought in and what was refunded', async () => {
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

  test('location usage: sessions, occupied hours and revenue', async () => {
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

  test('location uptime: minutes offline, partly online and online, and incidents', async () => {
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
  test('a stay says how long it was free: the longer time of its location and of its price list, which needs the right to payments', async () => {
    const { id } = await asked(sql<{
      id: string
    }>`select s.id from parking_sessions s join locations l on l.id = s.location_id
      where s.status = 'ended' and ${within(sql`s.started_at`)} order by s.started_at limit 1`)
    await sql`with l as (insert into price_lists (id, target_type, target_id, name, created_at, updated_at)
        values (gen_random_uuid(), 'location', ${places[0]}::uuid, 'Spring', now(), now()) returning id),
      v as (insert into price_list_versions (id, price_list_id, number, valid_from, currency, starting_minor, free_minutes, minute_minor, hour_minor, day_minor, created_at)
        select gen_random_uuid(), id, 1, '2026-01-01', 'EUR', 0, 45, 0, 100, 0, now() from l returning id)
      insert into kept_prices (session_id, price_version_id, free_minutes, time_zone, kept_at)
        select ${id}::uuid, id, 20, 'Europe/Tallinn', now() from v`.execute(w.db)
    const { payment: _money, ...rest } = reportRights
    const moneyless = await w.person([{ group_id: owner.owner, needs: rest }], owner.id)
    const freeFor = async (by?: typeof moneyless) => {
      const { rows } = await downloaded(await made('detailed_parking', {}, by), by)
      return rows.find((row) => row['session_id'] === id)?.['free_minutes']
    }
    expect([await freeFor(), await freeFor(moneyless)]).toEqual(['45', '20'])
  })

  test('session history shows commands, and who acted, only where its maker may read the command history', async () => {
    const [here, there] = places as [string, string]
    const other = await w.make.organization()
    await w.make.members('location', here, [other.owner])
    const { device: commands, ...rest } = reportRights
    const half = await w.person(
      [
        { group_id: owner.owner, needs: rest },
        { group_id: other.owner, needs: { device: commands } },
      ],
      owner.id,
    )
    await insertStays([here, there], half.id)
    const days = { from_day: '2026-05-20', to_day: '2026-05-20' }
    const told = async (id: string, by?: typeof half) =>
      (await downloaded(id, by)).rows.map((row) => [
        row['location_code'],
        row['event'],
        row['actor'],
        row['actor_name'],
        row['command'],
        row['result'],
      ])
    const { rows: codes } = await sql<{
      code: string
    }>`select code from locations l join unnest(${places}::uuid[]) with ordinality p(id, nth) using (id) order by nth`.execute(
      w.db,
    )
    const [one, two] = codes.map(({ code }) => code)
    const { name } = await asked(sql<{ name: string }>`select name from console_users where id = ${half.id}::uuid`)
    const whole = (code: string | undefined) => [
      [code, 'command', 'person', name, 'unlock', 'success'],
      [code, 'ended', 'person', 'Secret Name', '', 'forced'],
      [code, 'command', 'system', '', 'lock', 'failed'],
    ]
    const all = await made('session_history', days)
    expect(await told(all)).toEqual([...whole(one), ...whole(two)])
    const some = await made('session_history', days, half)
    expect(await told(some, half)).toEqual([...whole(one), [two, 'ended', 'hardware', '', '', 'forced']])
    const link = await half.call(createReportLink, { params: { report_id: all } })
    expect(link.body.error_code).toBe('report_covers_more')
  })
})

/** At each place a stay that ended by force an hour after it began, with commands before, during, just after and after it. */
async function insertStays(at: readonly string[], requestedBy: string): Promise<void> {
  for (const [nth, place] of at.entries()) {
    const device = await w.make.device(place, { created_at: '2025-12-01T00:00:00.000Z' })
    const began = sql`'2026-05-20T12:00:00Z'::timestamptz + make_interval(hours => ${2 * nth}::int)`
    const { rows } = await sql<{ id: string }>`
      insert into parking_sessions (id, location_id, device_id, device_type, status, how_ended, started_at, ended_at, fee_minor, payment_state, updated_at)
      select gen_random_uuid(), ${place}::uuid, ${device}::uuid, 'dock', 'ended', 'forced', ${began}, ${began} + interval '1 hour', 0, 'not_charged', now() returning id`.execute(
      w.db,
    )
    await sql`insert into commands (id, hardware_id, location_id, device_id, name, actor_kind, requested_by, status, step, created_at, deadline_at, ended_at)
      select gen_random_uuid(), 'B', ${place}::uuid, ${device}::uuid, name, kind, case kind when 'person' then ${requestedBy}::uuid end, status, 'received',
        ${began} + after, ${began} + after, ${began} + after
      from (values ('identify', 'person', 'success', interval '-1 second'), ('unlock', 'person', 'success', interval '20 minutes'),
        ('lock', 'system', 'failed', interval '60 minutes 50 seconds'), ('restart', 'person', 'success', interval '62 minutes')) c(name, kind, status, after)`.execute(
      w.db,
    )
    await sql`insert into events (id, at, actor_kind, actor_name, feature, verb, resource_type, resource_id, visible_through_id, device_id, after, correlation_id)
      select (lpad(to_hex((extract(epoch from ended_at) * 1000)::bigint), 12, '0') || '70008000' || lpad(to_hex(${nth}::int), 12, '0'))::uuid, ended_at, 'person', 'Secret Name',
        'parking-sessions', 'ended', 'session', id, location_id, device_id, '{"how_ended": "forced"}', gen_random_uuid()
      from parking_sessions where id = ${rows[0]?.id}::uuid`.execute(w.db)
  }
}
