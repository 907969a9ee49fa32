import { certain } from '@wheelhouse/contract/certain.ts'
import { dropIndexes, restoreIndexes } from '@wheelhouse/db/scale/bulk.ts'
import type { Filled } from './fixtures.ts'

/** What money screens list: as many payments as there are sessions, half as many subscribers, and a report for each twenty. */
export interface MoneyRows {
  payments: number
  subscribers: number
  reports: number
  /** One of many, whose subscribers are listed. */
  subscription_id: string
}

const firstSubscription = '018f0000-0000-7000-8000-000000000000'

/**
 * Fills payments, subscribers and reports once, and their indexes afterwards. The triggers that keep sums, marks and places are switched off, because they work
 * row by row; the lists do not read what these would write.
 */
export async function fillMoney({ pool, scale }: Filled, say: (line: string) => void): Promise<MoneyRows> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ exists: boolean }>('select exists (select from payments) as exists')
    if (rows[0]?.exists !== true) {
      say('Filling payments, subscribers and reports ...')
      const run = (text: string) => client.query(text)
      await run('begin')
      for (const setting of [
        `session_replication_role = replica`,
        `statement_timeout = 0`,
        `maintenance_work_mem = '1GB'`,
      ])
        await run(`set local ${setting}`)
      const dropped = await dropIndexes(run, ['payments', 'subscribers'])
      for (const statement of [paymentRows, subscriptionRows, subscriberRows, reportRows(scale.people.everything.id)])
        await run(statement)
      await restoreIndexes(run, dropped, (label) => say(`  ${label}`))
      await run('commit')
      await run('vacuum analyze payments, subscribers, reports, subscriptions')
    }
    const counts = await client.query<Omit<MoneyRows, 'subscription_id'>>(
      'select (select count(*) from payments) as payments, (select count(*) from subscribers) as subscribers, (select count(*) from reports) as reports',
    )
    return { ...certain(counts.rows[0]), subscription_id: firstSubscription }
  } finally {
    client.release()
  }
}

const word = (words: readonly string[]): string =>
  `(array['${words.join(`', '`)}'])[1 + abs(hashtext(s.id::text)) % ${words.length}]`

const paymentRows = `
  insert into payments (id, type, parking_session_id, charge_key, user_id, visible_through_type, visible_through_id, amount_minor, currency,
    state, captured_minor, created_at, updated_at)
  select s.id, 'session', s.id, 'session ' || s.id, s.user_id, 'location', s.location_id, 100 + abs(hashtext(s.id::text)) % 900,
    ${word(['EUR', 'EUR', 'NOK'])}, ${word([...Array.from({ length: 96 }, () => 'paid'), 'failed', 'needs_approval', 'refunded', 'cancelled'])},
    0, coalesce(s.ended_at, s.started_at), coalesce(s.ended_at, s.started_at) from parking_sessions s`

/** Nearly all of them left: as of a large subscription after many years, since none has more than 5,000 places. */
const subscribersEach = 20_000
const nthSubscription = (nth: string): string => `('018f0000-0000-7000-8000-' || lpad(to_hex(${nth}), 12, '0'))::uuid`

const subscriptionRows = `
  insert into subscriptions (id, name, description, max_capacity, currency, month_fee_minor, time_zone, is_exclusive, is_active, created_at, updated_at)
  select ${nthSubscription('nth::int')}, 'Measured pass ' || nth, '', 5000, 'EUR', 2500, 'Europe/Tallinn', true, true, now(), now()
  from generate_series(0, (select count(*) from parking_sessions) / ${subscribersEach}) nth`

/** A rider may have been a subscriber several times. */
const subscriberRows = `
  insert into subscribers (id, subscription_id, user_id, status, period, fee_minor, currency, holds_place, joined_at, auto_renew, updated_at)
  select s.id, ${nthSubscription(`(s.nth / ${subscribersEach})::int`)}, s.user_id, ${word(['paid_ok', 'expired', 'cancelled', 'payment_failed'])},
    'monthly', 2500, 'EUR', false, s.started_at, false, s.started_at
  from (select row_number() over () - 1 as nth, * from parking_sessions where user_id is not null limit (select count(*) / 2 from parking_sessions)) s`

const reportRows = (person: string): string => `
  insert into reports (id, description, type, format, timeframe, from_day, to_day, status, run_by, created_by, created_at, updated_at)
  select s.id, 'Measured ' || left(s.id::text, 8), ${word(['payment', 'location_usage', 'detailed_parking'])}, 'csv', 'own',
    s.started_at::date, s.started_at::date, 'expired', '${person}', '${person}', s.started_at, s.started_at
  from parking_sessions s where abs(hashtext(s.id::text)) % 20 = 0`
