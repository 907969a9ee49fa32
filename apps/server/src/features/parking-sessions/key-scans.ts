import { sql } from 'kysely'
import type { KeyScanData } from '@wheelhouse/device-protocol/events.ts'
import type * as z from 'zod'
import type { Tx } from '../../platform/context.ts'
import type { PlacedHardware } from '../hardware-state/placed-hardware.ts'
import { publishChange } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { joinRider } from '../../authz/group-membership.ts'
import { findAccessKey } from '../access-keys/find-access-key.ts'
import type { PresentedKey } from '../access-keys/find-access-key.ts'

/** A scan says whose the lock that follows is, for so long. */
const scanCountsMs = 60_000

export interface TakenScan {
  access_key_id: string | null
  user_id: string | null
  key_type: string | null
}

/** The scan before this step of the lock, if it is fresh; it is used up by it. */
export async function takeKeyScan(tx: Tx, hardwareId: string, seq: number, at: Date): Promise<TakenScan | null> {
  const { rows } = await sql<TakenScan & { is_fresh: boolean }>`
    with taken as (delete from key_scans where hardware_id = ${hardwareId} and seq < ${seq} returning access_key_id, scanned_at)
    select t.access_key_id, k.user_id, k.type as key_type, t.scanned_at >= ${freshFrom(at)}::timestamptz as is_fresh
    from taken t left join access_keys k on k.id = t.access_key_id`.execute(tx)
  const [scan] = rows
  return scan?.is_fresh ? { access_key_id: scan.access_key_id, user_id: scan.user_id, key_type: scan.key_type } : null
}

const freshFrom = (at: Date): string => new Date(at.getTime() - scanCountsMs).toISOString()

/** A device says the type of a scanned key; a booking names the key alone. */
interface ScannedKey {
  key: string
  key_type: z.infer<typeof KeyScanData>['key_type'] | null
  seq: number
}

/** Keeps the scan for the lock that follows. One that comes after the lock's word is too late: a wrong owner is worse than none. */
export async function applyKeyScan(
  tx: Tx,
  journal: Journal,
  hardware: PlacedHardware,
  scan: ScannedKey,
  dockStateSeq: number,
): Promise<{ is_known: boolean }> {
  const accessKey = await findAccessKey(tx, scan.key, scan.key_type)
  if (scan.seq > dockStateSeq) await keepScan(tx, hardware.hardware_id, scan, accessKey?.id ?? null, journal.at)
  return { is_known: accessKey !== undefined }
}

/** Whose booking it is: said before or after the lock says that it is booked. */
export async function applyBookingKey(
  tx: Tx,
  journal: Journal,
  hardware: PlacedHardware,
  booking: { key: string; seq: number },
  dockStateSeq: number,
): Promise<void> {
  const accessKey = await findAccessKey(tx, booking.key, null)
  if (!accessKey || (await nameBooking(tx, journal, hardware, accessKey))) return
  if (booking.seq > dockStateSeq)
    await keepScan(tx, hardware.hardware_id, { ...booking, key_type: null }, accessKey.id, journal.at)
}

/** A device says the type of a scanned key; a booking names the key alone. */
interface ScannedKey {
  key: string
  key_type: z.infer<typeof KeyScanData>['key_type'] | null
  seq: number
}

async function keepScan(
  tx: Tx,
  hardwareId: string,
  { key, seq }: ScannedKey,
  accessKeyId: string | null,
  at: Date,
): Promise<void> {
  await sql`insert into key_scans (hardware_id, access_key_id, key, scanned_at, seq) values (${hardwareId}, ${accessKeyId}, ${key}, ${at.toISOString()}, ${seq})
    on conflict (hardware_id) do update set access_key_id = excluded.access_key_id, key = excluded.key, scanned_at = excluded.scanned_at, seq = excluded.seq
    where key_scans.seq < excluded.seq`.execute(tx)
}

async function nameBooking(
  tx: Tx,
  journal: Journal,
  { device }: PlacedHardware,
  accessKey: PresentedKey,
): Promise<boolean> {
  if (!device) return false
  const { rows } = await sql<{ id: string }>`
    update parking_sessions set access_key_id = ${accessKey.id}, user_id = ${accessKey.user_id}, updated_at = ${journal.at.toISOString()}, version = version + 1
    where device_id = ${device.id}::uuid and status <> 'ended' and status = 'booked' and access_key_id is null returning id`.execute(
    tx,
  )
  for (const { id } of rows) publishChange(journal, 'session', id, device.location_id)
  if (rows.length > 0 && accessKey.user_id) await joinRider(tx, accessKey.user_id, device.location_id)
  return rows.length > 0
}
