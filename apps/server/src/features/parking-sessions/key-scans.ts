import { sql } from 'kysely'
import type { KeyScanData } from '@wheelhouse/device-protocol/events.ts'
import type * as z from 'zod'
import type { Tx } from '../../platform/context.ts'
import type { Keyed } from '../../platform/seal.ts'
import type { PlacedHardware } from '../hardware-state/placed-hardware.ts'
import type { LockedState } from '../hardware-state/states.ts'
import { publishChange } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { joinRider } from '../../authz/group-membership.ts'
import { findAccessKey, findAccessKeys } from '../access-keys/find-access-key.ts'
import type { PresentedKey } from '../access-keys/find-access-key.ts'

/** A scan says whose the lock that follows is, for so long. */
const scanCountsMs = 60_000

export interface TakenScan {
  access_key_id: string | null
  user_id: string | null
  key_type: string | null
}

/** The scans before these steps of locks, by hardware, where they are fresh; they are used up by them. */
export async function takeKeyScans(
  tx: Tx,
  steps: readonly { hardware_id: string; seq: number }[],
  at: Date,
): Promise<Map<string, TakenScan>> {
  if (steps.length === 0) return new Map()
  const { rows } = await sql<TakenScan & { hardware_id: string; is_fresh: boolean }>`
    with taken as (delete from key_scans s using json_to_recordset(${JSON.stringify(steps)}::json) as m(hardware_id text, seq bigint)
      where s.hardware_id = m.hardware_id and s.seq < m.seq returning s.hardware_id, s.access_key_id, s.scanned_at)
    select t.hardware_id, t.access_key_id, k.user_id, k.type as key_type, t.scanned_at >= ${freshFrom(at)}::timestamptz as is_fresh
    from taken t left join access_keys k on k.id = t.access_key_id`.execute(tx)
  const fresh = rows.filter(({ is_fresh }) => is_fresh)
  return new Map(
    fresh.map(({ hardware_id, access_key_id, user_id, key_type }) => [
      hardware_id,
      { access_key_id, user_id, key_type },
    ]),
  )
}

const freshFrom = (at: Date): string => new Date(at.getTime() - scanCountsMs).toISOString()

/** A key at a lock, and the counter of the lock's last word. */
export interface ScannedKey {
  hardware_id: string
  key: string
  key_type: z.infer<typeof KeyScanData>['key_type']
  seq: number
  dock_state_seq: number
}

/**
 * Keeps the scans for the locks that follow, one of each lock. One that comes after the lock's word is too late: a
 * wrong owner is worse than none. Returns which keys are known.
 */
export async function applyKeyScans(tx: Tx, config: Keyed, at: Date, scans: readonly ScannedKey[]): Promise<boolean[]> {
  if (scans.length === 0) return []
  const keys = await findAccessKeys(
    tx,
    config,
    scans.map(({ key, key_type }) => ({ key, type: key_type })),
  )
  const kept = scans.flatMap(({ hardware_id, seq, dock_state_seq }, nth) =>
    seq > dock_state_seq ? [{ hardware_id, seq, access_key_id: keys[nth]?.id ?? null }] : [],
  )
  await keepScans(tx, kept, at)
  return keys.map((key) => key !== undefined)
}

/** The key of a booking, when it was made in server time as far as the clock is believed, and the lock at its receipt. */
interface BookingKey {
  key: string
  seq: number
  at: Date
  state: Pick<LockedState, 'dock_state' | 'dock_state_since' | 'dock_state_seq' | 'clock_off_s'>
}

/** Whose booking it is: said before or after the lock says that it is booked. */
export async function applyBookingKey(
  tx: Tx,
  journal: Journal,
  config: Keyed,
  hardware: PlacedHardware,
  booking: BookingKey,
): Promise<void> {
  const { key, seq, state } = booking
  const accessKey = await findAccessKey(tx, config, key, null)
  if (!accessKey || (await nameBooking(tx, journal, hardware, { accessKey, booking }))) return
  const { hardware_id } = hardware
  if (seq > state.dock_state_seq) await keepScans(tx, [{ seq, hardware_id, access_key_id: accessKey.id }], journal.at)
}

interface KeptScan {
  hardware_id: string
  seq: number
  access_key_id: string | null
}

async function keepScans(tx: Tx, scans: readonly KeptScan[], at: Date): Promise<void> {
  if (scans.length === 0) return
  await sql`insert into key_scans (hardware_id, access_key_id, scanned_at, seq)
    select hardware_id, access_key_id, ${at.toISOString()}::timestamptz, seq
    from json_to_recordset(${JSON.stringify(scans)}::json) as s(hardware_id text, access_key_id uuid, seq bigint)
    on conflict (hardware_id) do update set access_key_id = excluded.access_key_id, scanned_at = excluded.scanned_at, seq = excluded.seq
    where key_scans.seq < excluded.seq`.execute(tx)
}

/**
 * Names the open booking if this key was reported within a minute of its beginning, by the clock of the lock while it is still booked.
 * A key that comes late is that of an earlier booking. Where the clock is wrong only the counter shows what is late.
 */
async function nameBooking(
  tx: Tx,
  journal: Journal,
  { device }: PlacedHardware,
  { accessKey, booking: { seq, at, state } }: { accessKey: PresentedKey; booking: BookingKey },
): Promise<boolean> {
  if (!device || (state.clock_off_s !== null && seq < state.dock_state_seq)) return false
  const bookedAt = state.dock_state === 'booked' ? state.dock_state_since : null
  const isOfBooking = sql`abs(extract(epoch from coalesce(${bookedAt}::timestamptz, started_at) - ${at.toISOString()}::timestamptz)) * 1000 <= ${scanCountsMs}::int`
  const { rows } = await sql<{ id: string }>`
    update parking_sessions set access_key_id = ${accessKey.id}, user_id = ${accessKey.user_id}, updated_at = ${journal.at.toISOString()}, version = version + 1
    where device_id = ${device.id}::uuid and status <> 'ended' and status = 'booked' and access_key_id is null
      and ${isOfBooking} returning id`.execute(tx)
  for (const { id } of rows) publishChange(journal, 'session', id, device.location_id)
  if (rows.length > 0 && accessKey.user_id) await joinRider(tx, accessKey.user_id, device.location_id)
  return rows.length > 0
}
