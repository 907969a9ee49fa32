import { sql } from 'kysely'
import type { Corner } from '@wheelhouse/contract/fleets/area.ts'
import type { Tx } from '../../platform/context.ts'
import type { Keyed } from '../../platform/seal.ts'
import { findAccessKey } from '../access-keys/find-access-key.ts'
import { idleWords } from '../hardware-state/idle-words.ts'
import type { Rider, RidePlace } from './rides.ts'

/** A vehicle that is left within this many metres of a location was left at it: as far as a receiver errs in a street. */
const reachM = 75
const metresADegree = 111_320

/** The dock says where it is; without one, the nearest location in reach of the coordinates. */
export async function placeAt(tx: Tx, point: Corner | null, dockHardwareId: string | undefined): Promise<RidePlace> {
  const dock = dockHardwareId ? await dockOf(tx, dockHardwareId) : undefined
  if (dock) return { point, location_id: dock.location_id, device_id: dock.id }
  return { point, location_id: point && (await nearestLocation(tx, point)), device_id: null }
}

async function dockOf(tx: Tx, hardwareId: string): Promise<{ id: string; location_id: string } | undefined> {
  return tx
    .selectFrom('devices')
    .select(['id', 'location_id'])
    .where('hardware_id', '=', hardwareId.toUpperCase())
    .executeTakeFirst()
}

async function nearestLocation(tx: Tx, { latitude, longitude }: Corner): Promise<string | null> {
  const reach = reachM / metresADegree
  const narrowing = Math.max(0.01, Math.cos((latitude * Math.PI) / 180))
  const metres = sql`${metresADegree}::float8 * sqrt(power(latitude - ${latitude}::float8, 2) + power((longitude - ${longitude}::float8) * ${narrowing}::float8, 2))`
  const { rows } = await sql<{ id: string }>`
    select id from locations where status not in (${idleWords})
      and latitude between ${latitude - reach}::float8 and ${latitude + reach}::float8
      and longitude between ${longitude - reach / narrowing}::float8 and ${longitude + reach / narrowing}::float8 and ${metres} <= ${reachM}::float8
    order by ${metres}, id limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

/** Whose key or app it is; a key that nobody has rents the vehicle all the same. */
export async function riderOf(tx: Tx, config: Keyed, key: string | undefined): Promise<Rider> {
  if (key === undefined) return { access_key_id: null, user_id: null }
  const found = await findAccessKey(tx, config, key, null)
  return { access_key_id: found?.id ?? null, user_id: found?.user_id ?? null }
}
