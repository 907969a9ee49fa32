import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/context.ts'
import { everything, families } from './claims.ts'
import type { Claim, Family } from './claims.ts'
import { countDays, countEverything, refreshRollups, takeLock } from './refresh.ts'

/** Figures of a family that were not what their rows say: of a place or of everything, on a local day or in a month. */
export interface Difference {
  family: Family
  place_id: string
  grain: Grain
  /** The day, or the first day of the month. */
  period: string
}
type Grain = 'day' | 'month'
type Period = Omit<Difference, 'family'>

export interface Checked {
  days: number
  differences: Difference[]
}

interface Shape {
  table: string
  place: string
  period: string
  grain: string
  condition: string
}
const ofGrain = (table: string, condition = 'true'): Shape => ({
  table,
  place: 'scope_id',
  period: 'period',
  grain: 'f.grain',
  condition,
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
    { table: 'device_downtimes', place: 'location_id', period: 'day', grain: `'day'`, condition: 'true' },
  ],
  commands: [ofGrain('command_figures')],
}

const usualDays = 40
const dayMs = 86_400_000
const placesAtOnce = 50

/**
 * Counts the last days of every place again, with their months and the level above all places, and compares. What differs is
 * corrected and returned, because even a small difference means that a mark was missed. Days that wait for a refresh are counted
 * first, so that only settled days are compared.
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
        const count = () => countDays(tx, new Map([[family, claims]]), now)
        checked.differences.push(...(await recount(tx, family, periodsOf(claims), count)))
      })
    }
  for (const family of families) checked.differences.push(...(await checkEverything(db, family, now, lastDays)))
  return checked
}

/** The level above is a sum of the days of places: it is summed again once these are right. */
async function checkEverything(db: Db, family: Family, now: Date, lastDays: number): Promise<Difference[]> {
  const claims = Array.from({ length: lastDays + 1 }, (_, ago): Claim => {
    const day = new Date(now.getTime() - ago * dayMs).toISOString().slice(0, 10)
    return { place_id: everything, day, until: null }
  })
  return db.transaction().execute(async (tx) => {
    if (!(await takeLock(tx))) return []
    return recount(tx, family, periodsOf(claims), () => countEverything(tx, family, claims))
  })
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

/** The claimed days and their months. */
function periodsOf(claims: readonly Claim[]): Period[] {
  const keys = claims.flatMap(({ place_id, day }) => [
    `${place_id} day ${day}`,
    `${place_id} month ${day.slice(0, 7)}-01`,
  ])
  return [...new Set(keys)].map(periodOf)
}
function periodOf(key: string): Period {
  const [place_id = '', grain, period = ''] = key.split(' ')
  return { place_id, grain: grain === 'month' ? 'month' : 'day', period }
}

async function recount(
  tx: Tx,
  family: Family,
  periods: readonly Period[],
  count: () => Promise<void>,
): Promise<Difference[]> {
  if (periods.length === 0) return []
  const before = await fingerprints(tx, family, periods)
  await count()
  const after = await fingerprints(tx, family, periods)
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => before.get(key) !== after.get(key))
    .map((key) => ({ family, ...periodOf(key) }))
}

/** What is stored of each period, as one text. */
async function fingerprints(tx: Tx, family: Family, periods: readonly Period[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const shape of tablesOf[family]) {
    const [place, period] = [sql.ref(`f.${shape.place}`), sql.ref(`f.${shape.period}`)]
    const { rows } = await sql<{ key: string; text: string }>`
      select concat_ws(' ', c.place_id, c.grain, c.period) as key, string_agg(f::text, ' ' order by f::text) as text
      from ${sql.table(shape.table)} f join json_to_recordset(${JSON.stringify(periods)}::json) as c(place_id uuid, grain text, period date)
        on c.place_id = ${place} and c.period = ${period} and c.grain = ${sql.raw(shape.grain)}
      where ${sql.raw(shape.condition)} group by 1`.execute(tx)
    for (const { key, text } of rows) found.set(key, `${found.get(key) ?? ''}${shape.table} ${text}\n`)
  }
  return found
}
