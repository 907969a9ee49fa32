import { uuidv7 } from 'uuidv7'
import { charge } from '../../src/features/payments/charges.ts'
import { sweepPayments } from '../../src/features/payments/provider-answers.ts'
import { openJournal, withJournal } from '../../src/journal/journal.ts'
import type { Clock } from '../../src/platform/clock.ts'
import type { TestApp } from './test-app.ts'

/** A card that behaves as its last digits say (payment-simulated.ts). */
export async function makeCard(
  w: Pick<TestApp, 'db'> & { clock: Clock },
  user_id: string,
  digits = '4242',
): Promise<void> {
  const card = { provider: 'simulated', reference: `card_${digits}`, brand: 'Visa', last_digits: digits }
  await w.db
    .insertInto('payment_methods')
    .values({ id: uuidv7(), user_id, ...card, created_at: w.clock.now().toISOString() })
    .execute()
}

interface Wanted {
  location: string
  /** Of the rider's card; null: without one. */
  digits: string | null
  amount_minor?: number
  session?: string
}

/** Charges a stay, and leaves it to the sweep to ask the provider. */
export async function makeCharge(w: Pick<TestApp, 'db'> & { clock: Clock }, wanted: Wanted): Promise<string> {
  const { location, digits, amount_minor = 840, session = uuidv7() } = wanted
  const user_id = uuidv7()
  if (digits !== null) await makeCard(w, user_id, digits)
  const journal = openJournal(w.clock.now())
  return withJournal(w.db, journal, (tx) =>
    charge(tx, journal, {
      type: 'session',
      of: { parking_session_id: session },
      key: `session ${session}`,
      user_id,
      visible_through: { type: 'location', id: location },
      amount_minor,
      currency: 'EUR',
    }),
  )
}

/** Runs what waits, as the minute's sweep does. */
export async function settlePayments(w: TestApp, seconds = 0): Promise<void> {
  w.clock.advance(seconds * 1000)
  await w.jobs.send(w.db, sweepPayments, {})
  await w.runJobs()
}

interface Books {
  rider: number
  provider: number
  revenue: number
}

/** The balance of each account of the journal for one payment. */
export async function booksOf(w: TestApp, id: string): Promise<Books> {
  const { rows } = await w.pool.query<{ account: keyof Books; sum: number }>(
    `select account, sum(sum)::bigint as sum from (
       select debit as account, amount_minor as sum from payment_entries where payment_id = $1 and debit is not null
       union all select credit, -amount_minor from payment_entries where payment_id = $1 and credit is not null) x group by 1`,
    [id],
  )
  return { rider: 0, provider: 0, revenue: 0, ...Object.fromEntries(rows.map(({ account, sum }) => [account, sum])) }
}
