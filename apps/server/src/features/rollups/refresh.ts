import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/context.ts'
import { families, markEverything, takeMarks } from './claims.ts'
import type { Claim, Claims, Family } from './claims.ts'
import { sumEverything, sumMonths } from './levels.ts'
import { countCommandDays, countRevenueDays, countUptimeDays } from './other-days.ts'
import { countPeople, countSessionDays, countUsageDays } from './session-days.ts'

/** One process counts at a time: two would insert the same days. */
const countingLock = 'rollups'

/**
 * Counts the days of the oldest marks and the levels above them, until no mark is left. Returns how many days were counted;
 * null: another process is counting.
 */
export async function refreshRollups(db: Db, now: () => Date, signal?: AbortSignal): Promise<number | null> {
  let counted = 0
  for (;;) {
    const slice = await db.transaction().execute(async (tx) => ((await takeLock(tx)) ? countSlice(tx, now) : null))
    if (slice === null) return null
    counted += slice
    if (slice === 0 || signal?.aborted) return counted
  }
}

/** The same, but waits for another counting process: afterwards every mark that was there before is counted. */
export async function finishRollups(db: Db, now: () => Date, signal?: AbortSignal): Promise<void> {
  for (let slice = -1; slice !== 0 && !signal?.aborted;) slice = await withPatience(db, (tx) => countSlice(tx, now))
}

async function countSlice(tx: Tx, now: () => Date): Promise<number> {
  const claims = await takeMarks(tx, now())
  await countDays(tx, claims, now())
  for (const [family, days] of claims) await countEverything(tx, family, days)
  return sizeOf(claims)
}

/** Counts everything again, each level once. Marks that arrive in the meantime remain for the next refresh. */
export async function rebuildRollups(db: Db, now: () => Date, report: (days: number) => void): Promise<void> {
  await markEverything(db, now())
  const seen = new Map<Family, Set<string>>(families.map((family) => [family, new Set()]))
  for (let counted = 0, slice = -1; slice !== 0; counted += slice) {
    slice = await withPatience(db, async (tx) => {
      const claims = await takeMarks(tx, now())
      await countDays(tx, claims, now())
      for (const [family, days] of claims) for (const { day } of days) seen.get(family)?.add(day)
      return sizeOf(claims)
    })
    report(counted + slice)
  }
  for (const [family, days] of seen) {
    const months = Map.groupBy([...days].toSorted(), (day) => day.slice(0, 7))
    for (const ofMonth of months.values())
      await withPatience(db, (tx) =>
        countEverything(
          tx,
          family,
          ofMonth.map((day) => ({ place_id: '', day, until: null })),
        ),
      )
  }
}

/** A rebuild waits for a counting process instead of leaving, and its statements take as long as they need. */
const withPatience = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(hashtext(${countingLock}))`.execute(tx)
    return work(tx)
  })

const sizeOf = (claims: Claims): number => [...claims.values()].reduce((sum, days) => sum + days.length, 0)

export async function takeLock(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ is_ours: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${countingLock})) as is_ours`.execute(tx)
  return rows[0]?.is_ours === true
}

const daysOf: Record<Family, (tx: Tx, claims: readonly Claim[], now: Date) => Promise<void>> = {
  parking: async (tx, claims, now) => {
    await countSessionDays(tx, 'parking', claims, now)
    await countUsageDays(tx, claims, now)
    await countPeople(tx, 'parking', 'day', claims, now)
    await countPeople(tx, 'parking', 'month', claims, now)
  },
  rental: async (tx, claims, now) => {
    await countSessionDays(tx, 'rental', claims, now)
    await countPeople(tx, 'rental', 'day', claims, now)
    await countPeople(tx, 'rental', 'month', claims, now)
  },
  revenue: countRevenueDays,
  uptime: countUptimeDays,
  commands: countCommandDays,
}

/** Days first, then their months. */
export async function countDays(tx: Tx, claims: Claims, now: Date): Promise<void> {
  for (const [family, days] of claims) {
    await daysOf[family](tx, days, now)
    await sumMonths(tx, family, days)
  }
}

export const countEverything = (tx: Tx, family: Family, claims: readonly Claim[]): Promise<void> =>
  sumEverything(
    tx,
    family,
    claims.map(({ day }) => day),
  )
