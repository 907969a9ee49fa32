import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod'
import type { Db, Tx } from '../../platform/context.ts'
import { jobKind } from '../../platform/jobs.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { openPayments } from '../../platform/payment-providers.ts'
import type { Movement } from '../../platform/payment-provider.ts'

/** At a quarter past three at night: the days before are compared with the book of the provider. */
export const comparePayments = jobKind({
  name: 'payments.compare',
  payload: z.strictObject({}),
  cron: '15 3 * * *',
  time_limit_s: 1800,
})

const dayMs = 86_400_000
/** A movement may be on the other side of midnight there, and a difference of a day ago may be gone by now. */
const comparedDays = 2
const marginMs = 12 * 3_600_000

interface Ours {
  movement: 'charge' | 'refund'
  reference: string
  payment_id: string
  amount_minor: number
  currency: string
  day: string
}

interface Difference {
  movement: 'charge' | 'refund'
  reference: string
  payment_id: string | null
  kind: 'missing_here' | 'missing_there' | 'amount_differs'
  ours_minor: number | null
  theirs_minor: number | null
  currency: string
  day: string
}

/** Each movement of money must be in both books, with the same amount. What differs is listed until it agrees. */
export async function runComparison(ctx: JobCtx): Promise<void> {
  const { db, clock, config } = ctx
  const provider = openPayments(config, db, clock)
  const today = Math.floor(clock.now().getTime() / dayMs) * dayMs
  const [from, to] = [today - comparedDays * dayMs, today]
  const wide = [new Date(from - marginMs), new Date(to + marginMs)] as const
  const theirs = await provider.movements(...wide)
  const ours = await ourMovements(db, provider.name, ...wide)
  const within = (day: string): boolean => Date.parse(day) >= from && Date.parse(day) < to
  const found = differencesBetween(ours, theirs, dayOf(from)).filter(({ day }) => within(day))
  await db
    .transaction()
    .execute((tx) => keepDifferences(tx, provider.name, found, clock.now().toISOString(), [dayOf(from), dayOf(to)]))
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

async function ourMovements(db: Db, provider: string, from: Date, to: Date): Promise<Ours[]> {
  const { rows } = await sql<Ours>`
    select case when e.kind = 'refunded' then 'refund' else 'charge' end as movement, coalesce(e.reference, p.reference, '') as reference,
      p.id as payment_id, e.amount_minor, p.currency, (e.at at time zone 'UTC')::date::text as day
    from payment_entries e join payments p on p.id = e.payment_id
    where p.provider = ${provider} and e.kind in ('paid', 'approved', 'refunded')
      and e.at >= ${from.toISOString()}::timestamptz and e.at < ${to.toISOString()}::timestamptz`.execute(db)
  return rows
}

const keyOf = (movement: string, reference: string): string => `${movement} ${reference}`

function differencesBetween(ours: readonly Ours[], theirs: readonly Movement[], firstDay: string): Difference[] {
  const there = new Map(theirs.map((one) => [keyOf(one.kind, one.reference), one]))
  const here = new Set(ours.map((one) => keyOf(one.movement, one.reference)))
  const differing = ours.flatMap((one): Difference[] => {
    const other = there.get(keyOf(one.movement, one.reference))
    if (other && other.amount_minor === one.amount_minor && other.currency === one.currency) return []
    const { amount_minor: ours_minor, ...rest } = one
    const kind = other ? 'amount_differs' : 'missing_there'
    return [{ ...rest, kind, ours_minor, theirs_minor: other?.amount_minor ?? null }]
  })
  const missing = theirs
    .filter((one) => !here.has(keyOf(one.kind, one.reference)))
    .map(({ kind: movement, reference, payment_id, amount_minor: theirs_minor, currency }): Difference => ({
      movement,
      reference,
      payment_id,
      kind: 'missing_here',
      ours_minor: null,
      theirs_minor,
      currency,
      day: firstDay,
    }))
  return [...differing, ...missing]
}

/** A difference is kept once; what agrees by now is resolved. */
async function keepDifferences(
  tx: Tx,
  provider: string,
  found: readonly Difference[],
  now: string,
  [from, to]: readonly [string, string],
): Promise<void> {
  for (const one of found)
    await sql`insert into payment_differences (id, provider, day, kind, movement, reference, payment_id, ours_minor, theirs_minor, currency, found_at)
      values (${uuidv7()}, ${provider}, ${one.day}, ${one.kind}, ${one.movement}, ${one.reference}, ${one.payment_id}, ${one.ours_minor}, ${one.theirs_minor},
        ${one.currency}, ${now}) on conflict (provider, movement, reference) do update set kind = excluded.kind, ours_minor = excluded.ours_minor,
        theirs_minor = excluded.theirs_minor, resolved_at = null`.execute(tx)
  const keys = found.map((one) => keyOf(one.movement, one.reference))
  await sql`update payment_differences set resolved_at = ${now}::timestamptz where provider = ${provider} and resolved_at is null
    and day >= ${from}::date and day < ${to}::date and movement || ' ' || reference <> all(${keys}::text[])`.execute(tx)
}
