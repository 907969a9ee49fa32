import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { isOneOf } from '@wheelhouse/contract/certain.ts'
import { dockTypes } from '@wheelhouse/contract/devices/devices.ts'
import type { Waiver } from '@wheelhouse/contract/price-lists/fee.ts'
import type { DockState } from '@wheelhouse/device-protocol/events.ts'
import type { Db, Tx } from '../../platform/context.ts'
import { doEachAlone } from '../../platform/each-alone.ts'
import type { Log } from '../../platform/log.ts'
import type { Cause } from '../commands/command-attribution.ts'
import { deviceName } from '../hardware-state/placed-hardware.ts'
import type { PlacedDevice, PlacedHardware } from '../hardware-state/placed-hardware.ts'
import { stateKnownSince } from '../hardware-state/states.ts'
import { hardwareActor, systemActor } from '../../journal/audit.ts'
import type { Actor } from '../../journal/audit.ts'
import { publishChange, withJournal, addAuditRecord, openJournal } from '../../journal/journal.ts'
import type { Journal, EventDetails } from '../../journal/journal.ts'
import { joinRiders } from '../../authz/group-membership.ts'
import { takeKeyScans } from './key-scans.ts'
import type { TakenScan } from './key-scans.ts'
import { keepSessionPrices, pricedSessions, settleFee } from './session-fees.ts'
import type { EndedSession } from './session-fees.ts'

/** A lock that reached a state, and the command behind it where there is one. */
export interface LockMove {
  journal: Journal
  hardware: PlacedHardware
  device: PlacedDevice
  to: DockState
  seq: number
  cause: Cause | null
}

interface OpenSession {
  id: string
  device_id: string
  status: 'booked' | 'active'
}

/**
 * Sessions follow the lock (values: session status). Doors serve many at once and do not say who left: theirs do not
 * follow it. One move of each lock at a time.
 */
export async function settleSessions(tx: Tx, at: Date, moves: readonly LockMove[]): Promise<void> {
  const settled = moves.filter(({ device: { type }, to }) => {
    const isDock = isOneOf(dockTypes, type)
    return isDock && (to === 'locked' || to === 'unlocked' || to === 'booked')
  })
  if (settled.length === 0) return
  const open = await openSessionsOf(tx, settled)
  const steps = settled.map((move) => ({ move, open: open.get(move.device.id) ?? null, ...stepOf(move, open) }))
  const ending = steps.flatMap(({ move, open: session, ends }) => (session && ends ? [{ move, session, ends }] : []))
  const opening = steps.flatMap(({ move, opens }) => (opens ? [{ move, status: opens }] : []))
  // The scan that let the bike out is used up: who puts the next one in is not known by it.
  const scans = await takeKeyScans(
    tx,
    [...ending, ...opening].map(({ move: { hardware, seq } }) => ({ hardware_id: hardware.hardware_id, seq })),
    at,
  )
  await endSessions(tx, at, ending)
  await activateSessions(
    tx,
    at,
    steps.flatMap(({ move, open: session, isParked }) => (session && isParked ? [{ move, session }] : [])),
  )
  await openSessions(tx, at, opening, scans)
}

type HowEnded = 'normal' | 'forced' | 'cancelled'
/** A rider whose bike support had to free, or who never parked, is not charged. */
const waiverOf: Record<HowEnded, Waiver | null> = { normal: null, forced: 'support', cancelled: 'cancelled' }

/** What a move of the lock means for its session. */
interface Step {
  ends?: HowEnded
  opens?: 'booked' | 'active'
  /** The bike of a booking has arrived. */
  isParked?: boolean
}

function stepOf({ device, to, cause }: LockMove, sessions: ReadonlyMap<string, OpenSession>): Step {
  const status = sessions.get(device.id)?.status
  if (to === 'unlocked') {
    if (status === 'booked') return { ends: 'cancelled' }
    // It locks again within its hold time; if it does not, `endLeftSessions` ends it.
    if (status === undefined || cause?.name === 'temporary_unlock') return {}
    return { ends: cause?.name === 'force_unlock' ? 'forced' : 'normal' }
  }
  if (to === 'locked') {
    // Locked again after a temporary unlock: the session went on.
    if (status === 'active') return {}
    return status === 'booked' ? { isParked: true } : { opens: 'active' }
  }
  if (status === 'booked') return {}
  return status === 'active' ? { ends: 'normal', opens: 'booked' } : { opens: 'booked' }
}

async function openSessionsOf(tx: Tx, moves: readonly LockMove[]): Promise<Map<string, OpenSession>> {
  const { rows } = await sql<OpenSession>`
    select id, device_id, status from parking_sessions where device_id = any(${moves.map(({ device }) => device.id)}::uuid[]) and status <> 'ended'
      and device_type in ('dock', 'locker', 'rental_dock') for update`.execute(tx)
  return new Map(rows.map((row) => [row.device_id, row]))
}

interface MoveOfSession {
  move: LockMove
  session: OpenSession
}

async function activateSessions(tx: Tx, at: Date, parked: readonly MoveOfSession[]): Promise<void> {
  if (parked.length === 0) return
  const now = at.toISOString()
  await sql`update parking_sessions set status = 'active', started_at = ${now}::timestamptz, updated_at = ${now}::timestamptz, version = version + 1
    where id = any(${parked.map(({ session }) => session.id)}::uuid[])`.execute(tx)
  for (const { move, session } of parked)
    recordEvent(move.journal, move, session.id, {
      verb: 'opened',
      before: { status: 'booked' },
      after: { status: 'active' },
    })
}

async function openSessions(
  tx: Tx,
  at: Date,
  opening: readonly { move: LockMove; status: 'booked' | 'active' }[],
  scans: ReadonlyMap<string, TakenScan>,
): Promise<void> {
  if (opening.length === 0) return
  const now = at.toISOString()
  const sessions = opening.map(({ move: { device, hardware }, status }) => {
    const scan = scans.get(hardware.hardware_id)
    const { id: device_id, type: device_type, location_id } = device
    const [user_id, access_key_id] = [scan?.user_id ?? null, scan?.access_key_id ?? null]
    return { id: uuidv7(), location_id, device_id, device_type, user_id, access_key_id, status }
  })
  await sql`insert into parking_sessions (id, location_id, device_id, device_type, user_id, access_key_id, status, started_at, updated_at)
    select s.*, ${now}::timestamptz, ${now}::timestamptz from json_to_recordset(${JSON.stringify(sessions)}::json)
      as s(id uuid, location_id uuid, device_id uuid, device_type text, user_id uuid, access_key_id uuid, status text)`.execute(
    tx,
  )
  const rides = sessions.flatMap(({ user_id, location_id }) => (user_id === null ? [] : [{ user_id, location_id }]))
  await joinRiders(tx, rides)
  await keepSessionPrices(tx, at, sessions)
  for (const [nth, { move, status }] of opening.entries())
    recordEvent(move.journal, move, sessions[nth]?.id ?? '', {
      verb: status === 'booked' ? 'booked' : 'opened',
      before: null,
      after: { status, key_type: scans.get(move.hardware.hardware_id)?.key_type ?? null },
    })
}

type Ending = MoveOfSession & { ends: HowEnded }

async function endSessions(tx: Tx, at: Date, ending: readonly Ending[]): Promise<void> {
  if (ending.length === 0) return
  const now = at.toISOString()
  const ends = ending.map(({ session, ends: how_ended }) => ({ id: session.id, how_ended }))
  const { rows } = await sql<EndedSession>`update parking_sessions p set status = 'ended', how_ended = e.how_ended,
    ended_at = greatest(started_at, ${now}::timestamptz), updated_at = ${now}::timestamptz, version = version + 1
    from json_to_recordset(${JSON.stringify(ends)}::json) as e(id uuid, how_ended text) where p.id = e.id
    returning p.id, location_id, user_id, started_at, ended_at`.execute(tx)
  const ended = new Map(rows.map((row) => [row.id, row]))
  const priced = await pricedSessions(tx, [...ended.keys()])
  for (const { move, session, ends: how_ended } of ending) {
    const row = ended.get(session.id)
    if (row && priced.has(row.id)) await settleFee(tx, move.journal, row, waiverOf[how_ended])
    recordEvent(move.journal, move, session.id, {
      verb: how_ended === 'cancelled' ? 'cancelled' : 'ended',
      before: { status: session.status },
      // Staff can also end a session without its lock.
      after: { status: 'ended', how_ended, ...(how_ended === 'forced' ? { dock_state: move.to } : {}) },
    })
  }
}

function recordEvent(
  journal: Journal,
  { hardware, device, cause }: Pick<LockMove, 'hardware' | 'device' | 'cause'>,
  sessionId: string,
  details: EventDetails<'parking-sessions'>,
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
  addAuditRecord(journal, { feature: 'parking-sessions', actor: who, ...words, ...details })
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
  hardware_id: string
  controller_id: string
}

/** Ends the sessions of locks that stayed open, each in a separate transaction. Returns how many. */
export async function endLeftSessions({ db, log }: { db: Db; log: Log }, now: Date): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select s.id ${leftBehind(now)} order by s.started_at desc, s.id desc limit ${batch}`.execute(db)
  let count = 0
  await doEachAlone({ log }, 'sessions of open locks', rows, async ({ id }) => {
    if (await endLeftSession(db, now, id)) count++
  })
  return count
}

/** False: it was ended by now, or its lock has closed. */
async function endLeftSession(db: Db, now: Date, sessionId: string): Promise<boolean> {
  const journal = openJournal(now)
  return withJournal(db, journal, async (tx) => {
    const left = await lockLeft(tx, now, sessionId)
    if (!left) return false
    const { hardware_id, controller_id, ...device } = left
    const at = now.toISOString()
    const { rows } = await sql<EndedSession>`update parking_sessions set status = 'ended', how_ended = 'normal',
      ended_at = greatest(started_at, ${at}::timestamptz), updated_at = ${at}::timestamptz, version = version + 1 where id = ${sessionId}::uuid
      returning id, location_id, user_id, started_at, ended_at`.execute(tx)
    if (rows[0]) await settleFee(tx, journal, rows[0], null)
    const details = {
      verb: 'ended',
      before: { status: 'active' },
      after: { status: 'ended', how_ended: 'normal' },
    } as const
    const hardware = { hardware_id, controller_id, device }
    recordEvent(journal, { hardware, device, cause: null }, sessionId, details, systemActor)
    return true
  })
}

async function lockLeft(tx: Tx, now: Date, sessionId: string): Promise<Left | undefined> {
  const { rows } = await sql<Left>`
    select hs.hardware_id, (select h.controller_id from hardware h where h.hardware_id = hs.hardware_id) as controller_id,
      d.id, d.location_id, d.number, d.type
    ${leftBehind(now)} and s.id = ${sessionId}::uuid for update of s skip locked`.execute(tx)
  return rows[0]
}

/** From where they are read: `s` the session, `d` its device, `hs` the state of the lock. */
function leftBehind(now: Date): RawBuilder<unknown> {
  const before = new Date(now.getTime() - leftAfterMs).toISOString()
  return sql`from parking_sessions s join devices d on d.id = s.device_id join hardware_state hs on hs.hardware_id = d.hardware_id
    where s.status <> 'ended' and s.status = 'active' and s.device_type in ('dock', 'locker', 'rental_dock')
      and hs.dock_state = 'unlocked' and greatest(${stateKnownSince('hs')}, d.hardware_assigned_at) <= ${before}::timestamptz`
}
