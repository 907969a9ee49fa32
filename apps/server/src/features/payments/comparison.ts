import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod'
import type { Db, Tx } from '../../platform/context.ts'
import { jobKind } from '../../platform/jobs.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { openPayments } from '../../platform/payment-providers.ts'
import type { Movement, PaymentProvider } from '../../platform/payment-provider.ts'

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

/** How many single movements the provider is asked for in one night. */
const askedForAtMost = 1_000

interface Ours {
  movement: Movement['kind']
  reference: string
  payment_id: string
  amount_minor: number
  currency: string
  day: string
}

interface Difference {
  movement: Movement['kind']
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
  const [first, last] = [new Date(from - marginMs), new Date(to + marginMs)]
  const theirs = await provider.movements(first, last)
  const ours = await ourMovements(db, provider.name, isWithin(first, last))
  const isCompared = ({ day }: Difference): boolean => Date.parse(day) >= from && Date.parse(day) < to
  const found = differencesBetween(ours, theirs).filter(isCompared)
  const keys = new Set(found.map(keyOfDifference))
  const open = await openDifferences(db, provider.name)
  const before = open.filter((one) => !isCompared(one) && !keys.has(keyOfDifference(one)))
  const differing = await againByName(db, provider, [...found, ...before])
  const now = clock.now().toISOString()
  await db.transaction().execute((tx) => keepDifferences(tx, provider.name, differing, now))
}

const isWithin = (from: Date, to: Date): RawBuilder<boolean> =>
  sql`e.at >= ${from.toISOString()}::timestamptz and e.at < ${to.toISOString()}::timestamptz`

async function ourMovements(db: Db, provider: string, which: RawBuilder<boolean>): Promise<Ours[]> {
  const { rows } = await sql<Ours>`
    select case when e.kind = 'refunded' then 'refund' else 'charge' end as movement, coalesce(e.reference, p.reference, '') as reference,
      p.id as payment_id, e.amount_minor, p.currency, (e.at at time zone 'UTC')::date::text as day
    from payment_entries e join payments p on p.id = e.payment_id
    where p.provider = ${provider} and e.kind in ('paid', 'approved', 'refunded') and ${which}`.execute(db)
  return rows
}

async function openDifferences(db: Db, provider: string): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select movement, reference, payment_id, kind, ours_minor, theirs_minor, currency, day::text as day from payment_differences
    where provider = ${provider} and resolved_at is null order by found_at desc`.execute(db)
  return rows
}

const keyOf = (movement: string, reference: string): string => `${movement} ${reference}`
const keyOfOurs = (one: Ours): string => keyOf(one.movement, one.reference)
const keyOfDifference = (one: Difference): string => keyOf(one.movement, one.reference)
const keyOfTheirs = (one: Movement): string => keyOf(one.kind, one.reference)

function differencesBetween(ours: readonly Ours[], theirs: readonly Movement[]): Difference[] {
  const here = new Map(ours.map((one) => [keyOfOurs(one), one]))
  const there = new Map(theirs.map((one) => [keyOfTheirs(one), one]))
  const keys = new Set([...here.keys(), ...there.keys()])
  return [...keys].flatMap((key) => differenceOf(here.get(key), there.get(key)) ?? [])
}

/** Null: the books agree. */
function differenceOf(ours: Ours | undefined, theirs: Movement | undefined): Difference | null {
  if (ours) {
    if (theirs?.amount_minor === ours.amount_minor && theirs.currency === ours.currency) return null
    const { amount_minor: ours_minor, ...rest } = ours
    const kind = theirs ? 'amount_differs' : 'missing_there'
    return { ...rest, kind, ours_minor, theirs_minor: theirs?.amount_minor ?? null }
  }
  if (!theirs) return null
  const { kind: movement, reference, payment_id, amount_minor: theirs_minor, currency, at } = theirs
  const missing = { kind: 'missing_here', ours_minor: null, day: at.slice(0, 10) } as const
  return { ...missing, movement, reference, payment_id, theirs_minor, currency }
}

/**
 * A slow provider, or an answer that came late, puts a movement on different days of the two books. So what differs in the days
 * compared, and what differed before, is looked for in both books by its reference.
 */
async function againByName(
  db: Db,
  provider: PaymentProvider,
  differences: readonly Difference[],
): Promise<Difference[]> {
  if (differences.length === 0) return []
  const references = differences.map(({ reference }) => reference)
  const ours = await ourMovements(
    db,
    provider.name,
    // Either reference has its index; both in one condition would read every entry there is.
    sql`e.id in (select id from payment_entries where reference = any(${references}::text[])
      union all select o.id from payments q join payment_entries o on o.payment_id = q.id and o.reference is null
        where q.provider = ${provider.name} and q.reference = any(${references}::text[]))`,
  )
  const here = new Map(ours.map((one) => [keyOfOurs(one), one]))
  const left: Difference[] = []
  let asked = 0
  for (const one of differences) {
    const own = here.get(keyOfDifference(one))
    // What they have and we have not is theirs as it was found.
    const isTheirs = one.kind === 'missing_here' && !own
    if (isTheirs || asked++ >= askedForAtMost) left.push(one)
    else left.push(...(await stillDiffers(provider, one, own)))
  }
  return left
}

async function stillDiffers(provider: PaymentProvider, one: Difference, own: Ours | undefined): Promise<Difference[]> {
  const theirs = (await provider.movement(one.movement, one.reference)) ?? undefined
  const difference = differenceOf(own, theirs)
  return difference ? [{ ...difference, day: one.day }] : []
}

/** A difference is kept once; what agrees by now is resolved. */
async function keepDifferences(tx: Tx, provider: string, found: readonly Difference[], now: string): Promise<void> {
  for (const one of found)
    await sql`insert into payment_differences (id, provider, day, kind, movement, reference, payment_id, ours_minor, theirs_minor, currency, found_at)
      values (${uuidv7()}, ${provider}, ${one.day}, ${one.kind}, ${one.movement}, ${one.reference}, ${one.payment_id}, ${one.ours_minor}, ${one.theirs_minor},
        ${one.currency}, ${now}) on conflict (provider, movement, reference) do update set kind = excluded.kind, ours_minor = excluded.ours_minor,
        theirs_minor = excluded.theirs_minor, resolved_at = null`.execute(tx)
  const keys = found.map(keyOfDifference)
  await sql`update payment_differences set resolved_at = ${now}::timestamptz where provider = ${provider} and resolved_at is null
    and movement || ' ' || reference <> all(${keys}::text[])`.execute(tx)
}
