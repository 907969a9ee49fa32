/** Of this application; any number that nothing else locks. */
const partitionLock = 7_301_204

/** Whatever takes a statement: a pool, one of its clients, or a job's database. */
export interface Asks {
  query<Row extends object>(text: string): Promise<{ rows: Row[] }>
}

type Part = 'day' | 'month'

/** Five minutes are many and short-lived: a part a day. Hours and days: a part a month. */
export const historyTables = {
  hardware_five_minutes: 'day',
  hardware_hours: 'month',
  hardware_days: 'month',
} as const satisfies Record<string, Part>
export type HistoryTable = keyof typeof historyTables
const tables = Object.keys(historyTables) as HistoryTable[]

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

/** The parts of a table from one time to another, both included. */
export function historyParts(table: HistoryTable, from: Date, to: Date): HistoryPart[] {
  const parts: HistoryPart[] = []
  for (let part = partAt(table, from.getTime()); part.start <= to.getTime(); part = partAt(table, part.end))
    parts.push(part)
  return parts
}

const aheadMs: Record<Part, number> = { day: 3 * dayMs, month: 35 * dayMs }

/** Parts that hold now and what comes soon; a heartbeat that finds none lies in the rest. */
export const neededParts = (now: Date): HistoryPart[] =>
  tables.flatMap((table) => historyParts(table, now, new Date(now.getTime() + aheadMs[historyTables[table]])))

/** Those of them that are not there. */
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
 * Makes what is missing of them and brings there what lay in the rest. Cheap when nothing is missing; safe beside another
 * process that does the same.
 */
export async function ensureHistoryParts(on: Asks, parts: readonly HistoryPart[]): Promise<HistoryPart[]> {
  const missing = await missingParts(on, parts)
  if (missing.length === 0) return []
  // One statement is one transaction on a pool and part of the caller's on a client; the lock ends with it.
  await on.query(`do $make$ begin
    perform pg_advisory_xact_lock(${partitionLock});
    ${missing.map(makePart).join('\n    ')}
  end $make$`)
  return missing
}

function makePart({ table, name, start, end }: HistoryPart): string {
  const [from, to] = [new Date(start), new Date(end)].map((at) => `'${at.toISOString()}'`)
  // Hours and days are written to again and again while they run.
  const filling = historyTables[table] === 'month' ? ' with (fillfactor = 70)' : ''
  return `if to_regclass('${name}') is null then
      create table ${name} (like ${table} including all)${filling};
      with moved as (delete from ${table}_rest where bucket_from >= ${from} and bucket_from < ${to} returning *) insert into ${name} select * from moved;
      alter table ${table} attach partition ${name} for values from (${from}) to (${to});
    end if;`
}

/** Drops the parts of a table that end before a time; answers their names. */
export async function dropHistoryParts(on: Asks, table: HistoryTable, before: Date): Promise<string[]> {
  const { rows } = await on.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = '${table}'::regclass and inhrelid::regclass::text ~ '_y[0-9]{4}m' order by 1`,
  )
  const newest = partAt(table, before.getTime()).name
  const old = rows.map((row) => row.name).filter((name) => name < newest)
  // Names sort as their times do.
  for (const name of old) await on.query(`drop table ${name}`)
  await on.query(`delete from ${table}_rest where bucket_from < '${before.toISOString()}'`)
  return old
}
