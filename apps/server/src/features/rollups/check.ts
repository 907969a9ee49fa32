import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/context.ts'
import { families } from './claims.ts'
import type { Claim, Family } from './claims.ts'
import { countDays, refreshRollups, takeLock } from './refresh.ts'

/** Figures of a family and local day of a place that were not what its rows say. */
export interface Difference {
  family: Family
  place_id: string
  day: string
}
export interface Checked {
  days: number
  differences: Difference[]
}

interface Shape {
  table: string
  place: string
  day: string
  condition: string
}
const ofGrain = (table: string, condition = 'true'): Shape => ({
  table,
  place: 'scope_id',
  day: 'period',
  condition: `grain = 'day' and ${condition}`,
})
const tablesOf: Record<Family, readonly Shape[]> = {
  parking: [
    ofGrain('session_figures', `kind = 'parking'`),
    ofGrain('people_figures', `kind = 'parking'`),
    ofGrain('usage_figures'),
  ],
  rental: [ofGrain('session_figures', `kind = 'rental'`), ofGrain('people_figures', `kind = 'rental'`)],
  revenue: [ofGrain('revenue_figures')],
  uptime: [
    ofGrain('uptime_figures'),
    { table: 'device_downtimes', place: 'location_id', day: 'day', condition: 'true' },
  ],
  commands: [ofGrain('command_figures')],
}

const usualDays = 40
const placesAtOnce = 50

/**
 * Counts the last days of every place again and compares. What differs is corrected and returned, because even a
 * small difference means that a mark was missed. Days that wait for a refresh are counted first, so that only settled days are compared.
 */
export async function checkRollups(db: Db, now: Date, lastDays = usualDays): Promise<Checked> {
  await refreshRollups(db, () => now)
  const checked: Checked = { days: 0, differences: [] }
  const places = await allPlaces(db)
  for (const family of families)
    for (let from = 0; from < places.length; from += placesAtOnce) {
      const some = places.slice(from, from + placesAtOnce)
      await db.transaction().execute(async (tx) => {
        if (!(await takeLock(tx))) return
        const claims = await settledDays(tx, family, some, now, lastDays)
        checked.days += claims.length
        checked.differences.push(...(await recount(tx, family, claims, now)))
      })
    }
  return checked
}

async function allPlaces(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from locations union select id from rental_fleets
    union select distinct visible_through_id from payments order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Each day is counted as of the time at which it was counted before; today only where it was counted already. */
async function settledDays(
  tx: Tx,
  family: Family,
  places: readonly string[],
  now: Date,
  lastDays: number,
): Promise<Claim[]> {
  const counted = family === 'uptime' ? sql`uptime_figures` : sql`usage_figures`
  const { rows } = await sql<Claim>`
    select p.id as place_id, d.day::date::text as day, f.counted_until as until
    from unnest(${places}::uuid[]) as p(id) cross join generate_series(${now.toISOString()}::date - ${lastDays}::int, ${now.toISOString()}::date - 2, interval '1 day') as d(day)
    left join ${counted} f on f.scope_id = p.id and f.grain = 'day' and f.period = d.day::date
    where not exists (select from rollup_marks m where m.family = ${family} and m.place_id = p.id)`.execute(tx)
  return rows
}

async function recount(tx: Tx, family: Family, claims: Claim[], now: Date): Promise<Difference[]> {
  if (claims.length === 0) return []
  const before = await fingerprints(tx, family, claims)
  await countDays(tx, new Map([[family, claims]]), now)
  const after = await fingerprints(tx, family, claims)
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => before.get(key) !== after.get(key))
    .map((key) => ({ family, place_id: key.slice(0, 36), day: key.slice(37) }))
}

/** What is stored of each claimed day, as one text. */
async function fingerprints(tx: Tx, family: Family, claims: readonly Claim[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { table, place, day, condition } of tablesOf[family]) {
    const { rows } = await sql<{ key: string; text: string }>`
      select ${sql.ref(`f.${place}`)} || ' ' || ${sql.ref(`f.${day}`)} as key, string_agg(f::text, ' ' order by f::text) as text
      from ${sql.table(table)} f join json_to_recordset(${JSON.stringify(claims)}::json) as c(place_id uuid, day date)
        on c.place_id = ${sql.ref(`f.${place}`)} and c.day = ${sql.ref(`f.${day}`)}
      where ${sql.raw(condition)} group by 1`.execute(tx)
    for (const { key, text } of rows) found.set(key, `${found.get(key) ?? ''}${table} ${text}\n`)
  }
  return found
}
