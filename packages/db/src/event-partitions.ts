import type { Asks } from './history-partitions.ts'
import { uuidv7Floor } from './ids.ts'
import { withoutLongWait } from './partition-locks.ts'

/** An arbitrary number that this application uses for no other lock. */
const partitionLock = 7_301_202

const dayMs = 86_400_000
/** Until when months are made ahead of their events. */
export const monthsNeededUntil = (now: Date): Date => new Date(now.getTime() + 62 * dayMs)

/**
 * Creates the missing months of `events` between two times, both included. A month is a range of ids, which begin with
 * their creation time. Cheap when nothing is missing, and safe when another process does the same. Fails with `isLockTimeout`
 * while the table is in use for long.
 */
export async function ensureEventPartitions(on: Asks, from: Date, to: Date): Promise<void> {
  const months = monthsBetween(from, to)
  const names = months.map(({ name }) => `'${name}'`).join(', ')
  const { rows } = await on.query<{ name: string }>(
    `select name from unnest(array[${names}]::text[]) name where to_regclass(name) is null`,
  )
  const missing = new Set(rows.map((row) => row.name))
  if (missing.size === 0) return
  const made = months.filter((month) => missing.has(month.name)).map(createMonth)
  await on.query(withoutLongWait(made, [`perform pg_advisory_xact_lock(${partitionLock});`]))
}

/** Drops the months of `events` that ended before a time; returns their names. Fails with `isLockTimeout` as above. */
export async function dropEventMonths(on: Asks, before: Date): Promise<string[]> {
  const { rows } = await on.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass and inhrelid::regclass::text ~ '^events_y[0-9]{4}m' order by 1`,
  )
  const kept = monthsBetween(before, before).map(({ name }) => name)
  // Names sort in the order of time.
  const old = rows.map(({ name }) => name).filter((name) => kept.every((first) => name < first))
  for (const name of old) await on.query(withoutLongWait([`drop table ${name};`]))
  return old
}

interface EventMonth {
  /** `events_y2026m11` */
  name: string
  /** First millisecond, in UTC. */
  start: number
  /** First millisecond of the next month. */
  end: number
}

export function monthsBetween(from: Date, to: Date): EventMonth[] {
  const months: EventMonth[] = []
  for (
    let index = from.getUTCFullYear() * 12 + from.getUTCMonth();
    index <= to.getUTCFullYear() * 12 + to.getUTCMonth();
    index++
  ) {
    const [year, month] = [Math.floor(index / 12), index % 12]
    months.push({
      name: `events_y${year}m${String(month + 1).padStart(2, '0')}`,
      start: Date.UTC(year, month),
      end: Date.UTC(year, month + 1),
    })
  }
  return months
}

const createMonth = ({ name, start, end }: EventMonth): string =>
  `create table if not exists ${name} partition of events for values from ('${uuidv7Floor(start)}') to ('${uuidv7Floor(end)}');`
