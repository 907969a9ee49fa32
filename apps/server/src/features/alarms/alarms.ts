import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Config } from '../../platform/config.ts'
import type { Db, Tx } from '../../platform/context.ts'
import { interimDockStates } from '@wheelhouse/device-protocol/dock-state.ts'
import { noteOfDevice } from '../hardware-state/placed-hardware.ts'
import { stateKnownSince } from '../hardware-state/states.ts'
import type { PlacedDevice, PlacedHardware } from '../hardware-state/placed-hardware.ts'
import { hardwareActor, systemActor } from '../../journal/audit.ts'
import type { Actor } from '../../journal/audit.ts'
import { publishChange, withJournal, openJournal } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'

/** One open alarm a reason: raised again while open changes nothing. One that comes after its own end is kept as ended. */
export async function raiseAlarm(
  tx: Tx,
  journal: Journal,
  hardware: PlacedHardware,
  reason: string,
  at: Date,
  actor: Actor = hardwareActor(hardware.hardware_id),
): Promise<void> {
  const ended = await endedAfter(tx, hardware, reason, at)
  const id = await insertAlarm(tx, hardware, reason, at, ended)
  if (id && !ended)
    recordEvent(journal, hardware.device, { actor, verb: 'raised', after: { alarm: reason }, before: null })
}

/** Also when none is open: a raise that comes late must find that it is over. */
export async function clearAlarm(
  tx: Tx,
  journal: Journal,
  hardware: PlacedHardware,
  reason: string,
  at: Date,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update alarms set cleared_at = greatest(raised_at, ${at.toISOString()}::timestamptz)
    where hardware_id = ${hardware.hardware_id} and reason = ${reason} and cleared_at is null and raised_at <= ${at.toISOString()}::timestamptz returning id`.execute(
    tx,
  )
  if (rows.length === 0) return
  recordEvent(journal, hardware.device, {
    actor: hardwareActor(hardware.hardware_id),
    verb: 'cleared',
    before: { alarm: reason },
    after: null,
  })
}

/** What the device itself says: its end is remembered even if its start is not here yet. */
export async function applyAlarmEvent(
  tx: Tx,
  journal: Journal,
  hardware: PlacedHardware,
  data: { reason: string; active: boolean },
  at: Date,
): Promise<void> {
  if (data.active) return raiseAlarm(tx, journal, hardware, data.reason, at)
  const recordCount = journal.records.length
  await clearAlarm(tx, journal, hardware, data.reason, at)
  if (journal.records.length === recordCount && hardware.device && !(await isOpen(tx, hardware, data.reason)))
    await insertAlarm(tx, hardware, data.reason, at, at.toISOString())
}

async function isOpen(tx: Tx, { hardware_id }: PlacedHardware, reason: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from alarms where hardware_id = ${hardware_id} and reason = ${reason} and cleared_at is null`.execute(
      tx,
    )
  return rows.length > 0
}

async function insertAlarm(
  tx: Tx,
  { hardware_id, device }: PlacedHardware,
  reason: string,
  at: Date,
  clearedAt: string | null,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into alarms (id, hardware_id, device_id, location_id, reason, raised_at, cleared_at)
    values (${uuidv7()}, ${hardware_id}, ${device?.id ?? null}, ${device?.location_id ?? null}, ${reason}, ${at.toISOString()}, ${clearedAt})
    on conflict (hardware_id, reason) where cleared_at is null do nothing returning id`.execute(tx)
  return rows[0]?.id
}

async function endedAfter(
  tx: Tx,
  { hardware_id, device }: PlacedHardware,
  reason: string,
  at: Date,
): Promise<string | null> {
  if (!device) return null
  const { rows } = await sql<{ cleared_at: string }>`
    select cleared_at from alarms where location_id = ${device.location_id}::uuid and hardware_id = ${hardware_id} and reason = ${reason}
      and cleared_at > ${at.toISOString()}::timestamptz order by id desc limit 1`.execute(tx)
  return rows[0]?.cleared_at ?? null
}

/** A person has seen it. It stays open until the hardware says that it is over. */
export async function acknowledgeAlarm(
  tx: Tx,
  journal: Journal,
  alarm: { id: string; hardware: PlacedHardware },
  by: { actor: Actor; comment: string },
): Promise<boolean> {
  const { rows } = await sql<{ reason: string }>`
    update alarms set acknowledged_at = ${journal.at.toISOString()}::timestamptz, acknowledged_by = ${by.actor.id}::uuid,
      acknowledgement = nullif(${by.comment}, '')
    where id = ${alarm.id}::uuid and cleared_at is null and acknowledged_at is null returning reason`.execute(tx)
  const [acknowledged] = rows
  if (!acknowledged) return false
  const after = { alarm: acknowledged.reason, ...(by.comment ? { comment: by.comment } : {}) }
  recordEvent(journal, alarm.hardware.device, { actor: by.actor, verb: 'acknowledged', before: null, after })
  return true
}

interface Told {
  actor: Actor
  verb: 'raised' | 'cleared' | 'acknowledged'
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

function recordEvent(journal: Journal, device: PlacedDevice | null, told: Told): void {
  if (!device) return
  noteOfDevice(journal, device, { feature: 'alarms', ...told })
  publishChange(journal, 'device', device.id, device.location_id)
  publishChange(journal, 'location', device.location_id, device.location_id)
}

const batch = 200

/** A lock that stays between two states: an alarm, by default after 60 s (values: thresholds). Returns how many were raised. */
export async function raiseStuckLocks(db: Db, config: Pick<Config, 'interim_alarm_s'>, now: Date): Promise<number> {
  const before = new Date(now.getTime() - config.interim_alarm_s * 1000).toISOString()
  const { rows } = await sql<PlacedDevice & { hardware_id: string; controller_id: string }>`
    select d.id, d.location_id, d.number, d.type, h.hardware_id, h.controller_id from hardware_state s join hardware h using (hardware_id) join devices d using (hardware_id)
    where s.dock_state = any(${[...interimDockStates]}::text[]) and ${stateKnownSince('s')} <= ${before}::timestamptz
      and not exists (select 1 from alarms a where a.hardware_id = s.hardware_id and a.reason = 'interim_state_timeout' and a.cleared_at is null)
    limit ${batch}`.execute(db)
  if (rows.length === 0) return 0
  const journal = openJournal(now)
  await withJournal(db, journal, async (tx) => {
    for (const { hardware_id, controller_id, ...device } of rows)
      await raiseAlarm(tx, journal, { hardware_id, controller_id, device }, 'interim_state_timeout', now, systemActor)
  })
  return rows.length
}
