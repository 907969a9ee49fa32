import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import type { ReportType } from '@wheelhouse/contract/reports/report-columns.ts'
import { createReport, createReportLink, downloadReport } from '@wheelhouse/contract/reports/reports.ts'
import type { ReportBody } from '@wheelhouse/contract/reports/reports.ts'
import type { Organization } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** The rights to make every report of locations and to see people and commands in it. */
export const reportRights: Needs = {
  report: ['CREATE_REPORT', 'GET_REPORTS'],
  location: ['GET', 'GETSTATISTICS', 'GET_PRIVATE_TAGS'],
  device: ['GETCMDSHISTORY'],
  session: ['GET'],
  payment: ['GET'],
  user: ['GET'],
}

/** Two locations with a past, and a person who may make and download every report of them. */
export async function makeReportPlace(w: TestApp) {
  const owner = await w.make.organization()
  const places = await Promise.all(
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
  const maker = await w.person([{ group_id: owner.owner, needs: reportRights }], owner.id)
  await insertPast(w, owner, places)

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

  async function downloaded(id: string, by = maker) {
    const link = await by.call(createReportLink, { params: { report_id: id } })
    expect(link.status).toBe(200)
    const token = String(link.body.url).split('/').at(-1) as string
    const answer = await by.call(downloadReport, { params: { token } })
    expect(answer.status).toBe(200)
    return { token, answer, rows: parse(answer.bytes, { bom: true, columns: true }) as Record<string, string>[] }
  }

  return { owner, places, maker, bodyOf, made, downloaded }
}
export type ReportPlace = Awaited<ReturnType<typeof makeReportPlace>>

/** Three months of stays, payments with refunds in three currencies, outages and events, drawn from their numbers. */
async function insertPast(w: TestApp, owner: Organization, places: string[]): Promise<void> {
  const people = [uuidv7(), uuidv7(), uuidv7()]
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
