import { keysOf } from '@wheelhouse/contract/certain.ts'
import { withoutLongWait } from './partition-locks.ts'

/** An arbitrary number that this application uses for no other lock. */
const partitionLock = 7_301_204

/** Anything that runs a statement: a pool, one of its clients, or a job's database. */
export interface Asks {
  query<Row extends object>(text: string): Promise<{ rows: Row[] }>
}

type Part = 'day' | 'month'

/** Five-minute rows and positions are many and short-lived: a partition per day. Hours and days: a partition per month. */
export const historyTables = {
  hardware_five_minutes: 'day',
  hardware_hours: 'month',
  hardware_days: 'month',
  rental_positions: 'day',
} as const satisfies Record<string, Part>
export type HistoryTable = keyof typeof historyTables
const tables = keysOf(historyTables)
/** The column by which a table is partitioned: a position has its own time, the others begin a bucket. */
const timeColumn = (table: HistoryTable): string => (table === 'rental_positions' ? 'at' : 'bucket_from')

export interface HistoryPart {
  table: HistoryTable
  /** `hardware_five_minutes_y2026m11d21`, `hardware_hours_y2026m11` */
  name: string
  /** First millisecond, in UTC. */
  start: number
  /** First millisecond of the next part. */
  end: number
}

const dayMs = 86_400_000
const two = (number: number): string => String(number).padStart(2, '0')

function partAt(table: HistoryTable, at: number): HistoryPart {
  const date = new Date(at)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  const stem = `${table}_y${year}m${two(month + 1)}`
  if (historyTables[table] === 'month')
    return { table, name: stem, start: Date.UTC(year, month), end: Date.UTC(year, month + 1) }
  return {
    table,
    name: `${stem}d${two(day)}`,
    start: Date.UTC(year, month, day),
    end: Date.UTC(year, month, day) + dayMs,
  }
}

/** The partitions of a table between two times, both included. */
export function historyParts(table: HistoryTable, from: Date, to: Date): HistoryPart[] {
  const parts: HistoryPart[] = []
  for (let part = partAt(table, from.getTime()); part.start <= to.getTime(); part = partAt(table, part.end))
    parts.push(part)
  return parts
}

const aheadMs: Record<Part, number> = { day: 3 * dayMs, month: 35 * dayMs }

/** Partitions needed now and soon; a heartbeat without one is stored in the default partition. */
export const neededParts = (now: Date): HistoryPart[] =>
  tables.flatMap((table) => historyParts(table, now, new Date(now.getTime() + aheadMs[historyTables[table]])))

/** Returns those that do not exist. */
export async function missingParts(on: Asks, parts: readonly HistoryPart[]): Promise<HistoryPart[]> {
  if (parts.length === 0) return []
  const names = parts.map(({ name }) => `'${name}'`).join(', ')
  const { rows } = await on.query<{ name: string }>(
    `select name from unnest(array[${names}]) name where to_regclass(name) is null`,
  )
  const missing = new Set(rows.map((row) => row.name))
  return parts.filter(({ name }) => missing.has(name))
}

/**
 * Creates the missing ones and moves their rows from the default partition. Cheap when nothing is missing, and safe
 * when another process does the same. Fails with `isLockTimeout` while the table is in use for long.
 */
export async function ensureHistoryParts(on: Asks, parts: readonly HistoryPart[]): Promise<HistoryPart[]> {
  const missing = await missingParts(on, parts)
  if (missing.length === 0) return []
  await on.query(withoutLongWait(missing.map(makePart), [`perform pg_advisory_xact_lock(${partitionLock});`]))
  return missing
}

function makePart({ table, name, start, end }: HistoryPart): string {
  const [from, to] = [new Date(start), new Date(end)].map((at) => `'${at.toISOString()}'`)
  // The rows of the current hour and day are updated again and again, so they need room on the page.
  const filling = historyTables[table] === 'month' ? ' with (fillfactor = 70)' : ''
  return `if to_regclass('${name}') is null then
      create table ${name} (like ${table} including all)${filling};
      with moved as (delete from ${table}_rest where ${timeColumn(table)} >= ${from} and ${timeColumn(table)} < ${to} returning *) insert into ${name} select * from moved;
      alter table ${table} attach partition ${name} for values from (${from}) to (${to});
    end if;`
}

/** Drops the partitions of a table that end before a time; returns their names. Fails with `isLockTimeout` as above. */
export async function dropHistoryParts(on: Asks, table: HistoryTable, before: Date): Promise<string[]> {
  const { rows } = await on.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = '${table}'::regclass and inhrelid::regclass::text ~ '_y[0-9]{4}m' order by 1`,
  )
  const newest = partAt(table, before.getTime()).name
  const old = rows.map((row) => row.name).filter((name) => name < newest)
  // Names sort in the order of time.
  for (const name of old) await on.query(withoutLongWait([`drop table ${name};`]))
  await on.query(`delete from ${table}_rest where ${timeColumn(table)} < '${before.toISOString()}'`)
  return old
}
