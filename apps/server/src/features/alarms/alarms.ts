import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Config } from '../../platform/config.ts'
import type { Db, Tx } from '../../platform/context.ts'
import { interimDockStates } from '@wheelhouse/device-protocol/dock-state.ts'
import { maxSeqJump } from '@wheelhouse/device-protocol/seq.ts'
import { noteOfDevice } from '../hardware-state/placed-hardware.ts'
import { stateKnownSince } from '../hardware-state/states.ts'
import type { PlacedDevice, PlacedHardware } from '../hardware-state/placed-hardware.ts'
import { hardwareActor, systemActor } from '../../journal/audit.ts'
import type { Actor } from '../../journal/audit.ts'
import { publishChange, withJournal, openJournal } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'

/** When an alarm begins or ends, and the counter of the message that reports it; null: the server found it. */
export interface AlarmTime {
  at: Date
  seq: number | null
}

/** One open alarm a reason: raised again while open changes nothing. One that comes after its own end is kept as ended. */
export async function raiseAlarm(
  tx: Tx,
  journal: Journal,
  hardware: PlacedHardware,
  reason: string,
  raised: AlarmTime,
  actor: Actor = hardwareActor(hardware.hardware_id),
): Promise<void> {
  const ended = await endedAfter(tx, hardware, reason, raised)
  if ((await insertAlarm(tx, hardware, reason, raised, ended)) && !ended)
    recordEvent(journal, hardware.device, { actor, verb: 'raised', after: { alarm: reason }, before: null })
}

/** False: none is open, or the one that is was raised after this. */
export async function clearAlarm(
  tx: Tx,
  journal: Journal,
  hardware: PlacedHardware,
  reason: string,
  { at, seq }: AlarmTime,
): Promise<boolean> {
  const now = sql`${at.toISOString()}::timestamptz`
  const { rows } = await sql<{ id: string }>`
    update alarms set cleared_at = greatest(raised_at, ${now}), cleared_seq = ${seq}::bigint
    where hardware_id = ${hardware.hardware_id} and reason = ${reason} and cleared_at is null
      and case when raised_seq is null or ${seq}::bigint is null then raised_at <= ${now}
        when raised_seq - ${seq}::bigint > ${maxSeqJump}::bigint then true
        else (raised_seq, raised_at) <= (${seq}::bigint, ${now}) end returning id`.execute(tx)
  if (rows.length === 0) return false
  recordEvent(journal, hardware.device, {
    actor: hardwareActor(hardware.hardware_id),
    verb: 'cleared',
    before: { alarm: reason },
    after: null,
  })
  return true
}

/** What the device itself says: its end is remembered even if its start is not here yet. */
export async function applyAlarmEvent(
  tx: Tx,
  journal: Journal,
  hardware: PlacedHardware,
  data: { reason: string; active: boolean },
  reported: AlarmTime,
): Promise<void> {
  if (data.active) return raiseAlarm(tx, journal, hardware, data.reason, reported)
  if (await clearAlarm(tx, journal, hardware, data.reason, reported)) return
  if (!(await isOpen(tx, hardware, data.reason)))
    await insertAlarm(tx, hardware, data.reason, { ...reported, seq: null }, reported)
}

async function isOpen(tx: Tx, { hardware_id }: PlacedHardware, reason: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from alarms where hardware_id = ${hardware_id} and reason = ${reason} and cleared_at is null`.execute(
      tx,
    )
  return rows.length > 0
}

/** False: one is open already. It is then known to have lasted until this raise, so that an end from before it does not end it. */
async function insertAlarm(
  tx: Tx,
  { hardware_id, device }: PlacedHardware,
  reason: string,
  raised: AlarmTime,
  ended: AlarmTime | null,
): Promise<boolean> {
  const raisedAt = ended && ended.at < raised.at ? ended.at : raised.at
  const { rows } = await sql<{ is_new: boolean }>`
    insert into alarms as a (id, hardware_id, device_id, location_id, reason, raised_at, raised_seq, cleared_at, cleared_seq)
    values (${uuidv7()}, ${hardware_id}, ${device?.id ?? null}, ${device?.location_id ?? null}, ${reason},
      ${raisedAt.toISOString()}, ${raised.seq}, ${ended?.at.toISOString() ?? null}, ${ended?.seq ?? null})
    on conflict (hardware_id, reason) where cleared_at is null do update set raised_seq = greatest(a.raised_seq, excluded.raised_seq)
    returning (xmax = 0) as is_new`.execute(tx)
  return rows[0]?.is_new ?? false
}

/** The end that the device reported after this raise; by its time where one of both has no counter. */
async function endedAfter(
  tx: Tx,
  { hardware_id }: PlacedHardware,
  reason: string,
  { at, seq }: AlarmTime,
): Promise<AlarmTime | null> {
  const raisedAt = sql`${at.toISOString()}::timestamptz`
  const ofReason = sql`hardware_id = ${hardware_id} and reason = ${reason}`
  const { rows } = await sql<{ cleared_at: string; cleared_seq: number | null }>`
    (select cleared_at, cleared_seq from alarms where ${ofReason} and cleared_seq >= ${seq}::bigint and cleared_seq <= ${seq}::bigint + ${maxSeqJump}::bigint
      and (cleared_seq, cleared_at) > (${seq}::bigint, ${raisedAt}) order by cleared_seq desc limit 1)
    union all
    (select cleared_at, cleared_seq from alarms where ${ofReason} and (cleared_seq is null or ${seq}::bigint is null) and cleared_at > ${raisedAt}
      order by id desc limit 1)`.execute(tx)
  const [end] = rows
  return end ? { at: new Date(end.cleared_at), seq: end.cleared_seq } : null
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

interface AlarmEvent {
  actor: Actor
  verb: 'raised' | 'cleared' | 'acknowledged'
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

function recordEvent(journal: Journal, device: PlacedDevice | null, details: AlarmEvent): void {
  if (!device) return
  noteOfDevice(journal, device, { feature: 'alarms', ...details })
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
      and (h.alarms_off_until is null or h.alarms_off_until <= ${now.toISOString()}::timestamptz)
      and not exists (select 1 from alarms a where a.hardware_id = s.hardware_id and a.reason = 'interim_state_timeout' and a.cleared_at is null)
    limit ${batch}`.execute(db)
  if (rows.length === 0) return 0
  const journal = openJournal(now)
  await withJournal(db, journal, async (tx) => {
    for (const { hardware_id, controller_id, ...device } of rows)
      await raiseAlarm(
        tx,
        journal,
        { hardware_id, controller_id, device },
        'interim_state_timeout',
        { at: now, seq: null },
        systemActor,
      )
  })
  return rows.length
}
