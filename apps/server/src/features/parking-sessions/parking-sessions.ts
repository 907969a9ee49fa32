import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { dockTypes } from '@wheelhouse/contract/devices/devices.ts'
import type { Waiver } from '@wheelhouse/contract/price-lists/fee.ts'
import type { DockState } from '@wheelhouse/device-protocol/events.ts'
import type { Db, Tx } from '../../platform/context.ts'
import type { Cause } from '../commands/command-attribution.ts'
import { deviceName } from '../hardware-state/placed-hardware.ts'
import type { PlacedDevice, PlacedHardware } from '../hardware-state/placed-hardware.ts'
import { hardwareActor, systemActor } from '../../journal/audit.ts'
import type { Actor } from '../../journal/audit.ts'
import { publishChange, withJournal, addAuditRecord, openJournal } from '../../journal/journal.ts'
import type { Journal, EventDetails } from '../../journal/journal.ts'
import { joinRider } from '../../authz/group-membership.ts'
import { takeKeyScan } from './key-scans.ts'
import { keepSessionPrice, settleFee } from './session-fees.ts'
import type { EndedSession } from './session-fees.ts'

/** A lock that reached a state, and the command behind it where there is one. */
export interface LockMove {
  hardware: PlacedHardware
  device: PlacedDevice
  to: DockState
  seq: number
  cause: Cause | null
}

interface OpenSession {
  id: string
  status: 'booked' | 'active'
}

/**
 * Sessions follow the lock (values: session status). Doors serve many at once and do not say who left: theirs do not
 * follow it.
 */
export async function settleSession(tx: Tx, journal: Journal, move: LockMove): Promise<void> {
  const isDock = (dockTypes as readonly string[]).includes(move.device.type)
  const isSettled = move.to === 'locked' || move.to === 'unlocked' || move.to === 'booked'
  if (!isDock || !isSettled) return
  const open = await openSessionOf(tx, move.device.id)
  if (move.to === 'locked') return lockedIn(tx, journal, move, open)
  if (move.to === 'unlocked') return released(tx, journal, move, open)
  if (open?.status === 'active') await endSession(tx, journal, move, open, 'normal')
  if (open?.status !== 'booked') await openSession(tx, journal, move, 'booked')
}

async function openSessionOf(tx: Tx, deviceId: string): Promise<OpenSession | undefined> {
  const { rows } = await sql<OpenSession>`
    select id, status from parking_sessions where device_id = ${deviceId}::uuid and status <> 'ended'
      and device_type in ('dock', 'locker', 'rental_dock') for update`.execute(tx)
  return rows[0]
}

async function lockedIn(tx: Tx, journal: Journal, move: LockMove, open: OpenSession | undefined): Promise<void> {
  // Locked again after a temporary unlock: the session went on.
  if (open?.status === 'active') return
  if (!open) return openSession(tx, journal, move, 'active')
  const now = journal.at.toISOString()
  await sql`update parking_sessions set status = 'active', started_at = ${now}::timestamptz, updated_at = ${now}::timestamptz, version = version + 1
    where id = ${open.id}::uuid`.execute(tx)
  recordEvent(journal, move, open.id, { verb: 'opened', before: { status: 'booked' }, after: { status: 'active' } })
}

async function released(tx: Tx, journal: Journal, move: LockMove, open: OpenSession | undefined): Promise<void> {
  if (!open) return
  if (open.status === 'booked') return endSession(tx, journal, move, open, 'cancelled')
  // It locks again within its hold time; if it does not, `endLeftSessions` ends it.
  if (move.cause?.name === 'temporary_unlock') return
  await endSession(tx, journal, move, open, move.cause?.name === 'force_unlock' ? 'forced' : 'normal')
}

async function openSession(tx: Tx, journal: Journal, move: LockMove, status: 'booked' | 'active'): Promise<void> {
  const scan = await takeKeyScan(tx, move.hardware.hardware_id, move.seq, journal.at)
  const [id, now] = [uuidv7(), journal.at.toISOString()]
  await sql`insert into parking_sessions (id, location_id, device_id, device_type, user_id, access_key_id, status, started_at, updated_at)
    values (${id}, ${move.device.location_id}, ${move.device.id}, ${move.device.type}, ${scan?.user_id ?? null}, ${scan?.access_key_id ?? null}, ${status}, ${now}, ${now})`.execute(
    tx,
  )
  if (scan?.user_id) await joinRider(tx, scan.user_id, move.device.location_id)
  await keepSessionPrice(tx, journal.at, id, move.device.location_id)
  recordEvent(journal, move, id, {
    verb: status === 'booked' ? 'booked' : 'opened',
    before: null,
    after: { status, key_type: scan?.key_type ?? null },
  })
}

type HowEnded = 'normal' | 'forced' | 'cancelled'
/** A rider whose bike support had to free, or who never parked, is not charged. */
const waiverOf: Record<HowEnded, Waiver | null> = { normal: null, forced: 'support', cancelled: 'cancelled' }

async function endSession(
  tx: Tx,
  journal: Journal,
  move: LockMove,
  open: OpenSession,
  howEnded: HowEnded,
): Promise<void> {
  const now = journal.at.toISOString()
  const { rows } = await sql<EndedSession>`update parking_sessions set status = 'ended', how_ended = ${howEnded},
    ended_at = greatest(started_at, ${now}::timestamptz), updated_at = ${now}::timestamptz, version = version + 1 where id = ${open.id}::uuid
    returning id, location_id, user_id, started_at, ended_at`.execute(tx)
  if (rows[0]) await settleFee(tx, journal, rows[0], waiverOf[howEnded])
  // The scan that let the bike out is used up: who puts the next one in is not known by it.
  await takeKeyScan(tx, move.hardware.hardware_id, move.seq, journal.at)
  const verb = howEnded === 'cancelled' ? 'cancelled' : 'ended'
  recordEvent(journal, move, open.id, {
    verb,
    before: { status: open.status },
    after: { status: 'ended', how_ended: howEnded },
  })
}

function recordEvent(
  journal: Journal,
  { hardware, device, cause }: Pick<LockMove, 'hardware' | 'device' | 'cause'>,
  sessionId: string,
  told: EventDetails<'parking-sessions'>,
  actor?: Actor,
): void {
  const words = {
    resource_type: 'session',
    resource_id: sessionId,
    resource_name: deviceName(device),
    visible_through_id: device.location_id,
    device_id: device.id,
  }
  const who = actor ?? cause?.actor ?? hardwareActor(hardware.hardware_id)
  // The command's comment stays in the history of commands, which fewer people read.
  addAuditRecord(journal, { feature: 'parking-sessions', actor: who, ...words, ...told })
  publishChange(journal, 'session', sessionId, device.location_id)
  publishChange(journal, 'device', device.id, device.location_id)
  publishChange(journal, 'location', device.location_id, device.location_id)
}

/**
 * A lock that a temporary unlock opened and that did not close again within 60 s has let the bike go. A lock that was put
 * in with the bike standing there has the same minute to be closed.
 */
const leftAfterMs = 60_000
const batch = 200

interface Left extends PlacedDevice {
  session_id: string
  hardware_id: string
  controller_id: string
}

/** Ends the sessions of locks that stayed open. Returns how many. */
export async function endLeftSessions(db: Db, now: Date): Promise<number> {
  const journal = openJournal(now)
  return withJournal(db, journal, async (tx) => {
    const left = await leftSessions(tx, now)
    for (const { session_id, hardware_id, controller_id, ...device } of left) {
      const at = now.toISOString()
      const { rows } = await sql<EndedSession>`update parking_sessions set status = 'ended', how_ended = 'normal',
        ended_at = greatest(started_at, ${at}::timestamptz), updated_at = ${at}::timestamptz, version = version + 1 where id = ${session_id}::uuid
        returning id, location_id, user_id, started_at, ended_at`.execute(tx)
      if (rows[0]) await settleFee(tx, journal, rows[0], null)
      const told = {
        verb: 'ended',
        before: { status: 'active' },
        after: { status: 'ended', how_ended: 'normal' },
      } as const
      recordEvent(
        journal,
        { hardware: { hardware_id, controller_id, device }, device, cause: null },
        session_id,
        told,
        systemActor,
      )
    }
    return left.length
  })
}

async function leftSessions(tx: Tx, now: Date): Promise<Left[]> {
  const before = new Date(now.getTime() - leftAfterMs).toISOString()
  const { rows } = await sql<Left>`
    select s.id as session_id, hs.hardware_id, (select h.controller_id from hardware h where h.hardware_id = hs.hardware_id) as controller_id,
      d.id, d.location_id, d.number, d.type
    from parking_sessions s join devices d on d.id = s.device_id join hardware_state hs on hs.hardware_id = d.hardware_id
    where s.status <> 'ended' and s.status = 'active' and s.device_type in ('dock', 'locker', 'rental_dock')
      and hs.dock_state = 'unlocked' and greatest(hs.dock_state_since, d.hardware_assigned_at) <= ${before}::timestamptz
    order by s.started_at desc, s.id desc limit ${batch} for update of s skip locked`.execute(tx)
  return rows
}
