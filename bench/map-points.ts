import { locationPointsAtMost } from '@wheelhouse/contract/locations/location-points.ts'
import type { Filled } from './fixtures.ts'

/** The status of every second of the places, by which the map is filtered. */
export const chosenStatus = 'maintenance'

/**
 * Fills the database up to as many locations as the map shows, without devices: what is measured is how a browser shows the points.
 * The triggers that keep codes, periods and marks are switched off, because they work row by row; the map reads nothing of theirs.
 */
export async function fillPlaces({ pool }: Filled, say: (line: string) => void): Promise<void> {
  const client = await pool.connect()
  try {
    const { rowCount } = await client.query('select from locations')
    const missing = locationPointsAtMost - (rowCount ?? 0)
    if (missing <= 0) return
    say(`Filling ${missing.toLocaleString('en')} locations ...`)
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query('set local statement_timeout = 0')
    await client.query(placesOf(missing))
    await client.query('commit')
    await client.query('vacuum analyze locations')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** Primes scatter them over the same land as the others. */
const placesOf = (count: number): string => `
  insert into locations (id, code, label, address, city, country, type, generation, status, power_save, latitude, longitude, time_zone,
    icon_type, owner_id, operator_id, distributor_id, reseller_id, created_at, updated_at, launched_at)
  select uuidv7(), n::text, 'Place ' || n, 'Street ' || n, l.city, l.country, l.type, l.generation,
    case when n % 2 = 0 then 'launched' else '${chosenStatus}' end, 'none', 54 + 9 * (n::bigint * 7919 % 100003) / 100003.0,
    8 + 20 * (n::bigint * 104729 % 100019) / 100019.0, l.time_zone, l.icon_type, l.owner_id, l.operator_id, l.distributor_id, l.reseller_id,
    l.created_at, l.created_at, l.created_at
  from (select * from locations order by code limit 1) l cross join generate_series(200000, 999999) n
  where not exists (select from locations x where x.code = n::text) order by n limit ${count}`
