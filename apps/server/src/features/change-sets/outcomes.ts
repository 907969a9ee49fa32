import { sql } from 'kysely'
import type { ItemState, RollbackState } from '@wheelhouse/contract/change-sets/change-set-devices.ts'
import type { ParameterChange } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import type { Tx } from '../../platform/context.ts'
import type { ChangeSetRow } from './change-set-rows.ts'

/** A device in work, with the command that was sent last and what the hardware has reported since. */
export interface InWork {
  id: string
  state: ItemState
  rollback: RollbackState | null
  changes: ParameterChange[]
  applied_at: string | null
  command_status: string | null
  command_failure: string | null
  command_ended_at: string | null
  /** Of a configuration: the command that reads back, and its result. */
  read_status: string | null
  verified_at: string | null
  is_different: boolean
  last_heartbeat_at: string | null
  firmware_version: string | null
  reported_hash: string | null
  read_hash: string | null
  has_alarm: boolean
  interval_s: number
}

export async function devicesInWork(tx: Tx, changeSetId: string): Promise<InWork[]> {
  const { rows } = await sql<InWork>`
    select i.id, i.state, i.rollback, i.changes, i.applied_at, c.status as command_status, c.failure as command_failure, c.ended_at as command_ended_at,
      rc.status as read_status, x.verified_at, x.differs is not null as is_different, hs.last_heartbeat_at, hs.firmware_version,
      hs.config_hash as reported_hash, r.config_hash as read_hash, heartbeat_interval_s(coalesce(l.power_save, 'none')) as interval_s,
      exists (select 1 from alarms a where a.hardware_id = i.hardware_id and a.raised_at > i.begun_at and a.cleared_at is null) as has_alarm
    from change_set_devices i
    left join commands c on c.id = case when i.rollback in ('reading', 'sent', 'checking') then i.rollback_command_id else i.command_id end
    left join hardware_config_changes x on x.set_command_id = c.id left join commands rc on rc.id = x.read_command_id
    left join hardware_state hs on hs.hardware_id = i.hardware_id left join locations l on l.id = i.location_id
    left join lateral (select config_hash from hardware_configs h where h.hardware_id = i.hardware_id order by h.read_at desc, h.id desc limit 1) r on true
    where i.change_set_id = ${changeSetId}::uuid
      and (i.state in ('sent', 'checking') or i.rollback in ('reading', 'sent', 'checking'))`.execute(tx)
  return rows
}

type End = { kind: 'pending' } | { kind: 'failed'; failure: string } | { kind: 'applied'; at: string }

/** How the command ended; of a configuration only what was read back counts. */
export function endOf(one: InWork, isFirmware: boolean): End {
  if (one.verified_at !== null) return { kind: 'applied', at: one.verified_at }
  if (one.is_different) return { kind: 'failed', failure: 'differs' }
  const { command_status: status } = one
  if (status === null) return { kind: 'failed', failure: 'command_lost' }
  if (status === 'in_progress') return { kind: 'pending' }
  if (status !== 'success') return { kind: 'failed', failure: failureOf(status, one.command_failure) }
  if (isFirmware) return { kind: 'applied', at: one.command_ended_at ?? '' }
  const { read_status } = one
  const isReading = read_status === null || read_status === 'in_progress' || read_status === 'success'
  return isReading ? { kind: 'pending' } : { kind: 'failed', failure: failureOf(read_status, null) }
}

const failureOf = (status: string, failure: string | null): string =>
  status === 'failed' ? (failure ?? 'failed') : status

/** Beyond the time that the planner gave, sleeping hardware gets two of its intervals. */
const isLate = ({ interval_s }: InWork, at: string, within_s: number, now: Date): boolean =>
  now.getTime() > Date.parse(at) + Math.max(within_s, interval_s > 300 ? 2 * interval_s + 60 : 0) * 1000

/** What a device that took its change lacks to be healthy; null: nothing. */
function lackOf(one: InWork, at: string, version: unknown): string | null {
  const isHeard = one.last_heartbeat_at !== null && Date.parse(one.last_heartbeat_at) > Date.parse(at)
  if (!isHeard) return 'no_contact'
  if (version !== null && one.firmware_version !== version) return 'other_version'
  if (version === null && one.reported_hash !== one.read_hash) return 'other_config'
  return one.has_alarm ? 'alarm_raised' : null
}

export interface Outcome {
  id: string
  state: ItemState
  failure: string | null
  applied_at: string | null
  rollback: RollbackState | null
  rollback_failure: string | null
}

type Settings = Pick<ChangeSetRow, 'kind' | 'healthy_within_s'>

/** What has become of a device in work. */
export function outcomeOf(one: InWork, settings: Settings, now: Date): Outcome {
  const { id, state, rollback, applied_at } = one
  const unchanged = { id, state, failure: null, applied_at, rollback, rollback_failure: null }
  if (state === 'sent' || state === 'checking') return { ...unchanged, ...forward(one, settings, now) }
  return { ...unchanged, ...back(one, settings, now) }
}

function forward(one: InWork, { kind, healthy_within_s }: Settings, now: Date): Partial<Outcome> {
  const end = endOf(one, kind === 'firmware')
  if (end.kind === 'pending') return {}
  if (end.kind === 'failed') return { state: 'failed', failure: end.failure }
  const lack = lackOf(one, end.at, kind === 'firmware' ? (one.changes[0]?.after ?? '') : null)
  if (lack === null) return { state: 'done', applied_at: end.at }
  return isLate(one, end.at, healthy_within_s, now)
    ? { state: 'failed', failure: lack, applied_at: end.at }
    : { state: 'checking', applied_at: end.at }
}

/** A configuration is back when it was read back; firmware when the hardware reports the version that it had. */
function back(one: InWork, { kind, healthy_within_s }: Settings, now: Date): Partial<Outcome> {
  if (one.rollback === 'reading') return afterReading(one)
  const end = endOf(one, kind === 'firmware')
  if (end.kind === 'pending') return {}
  if (end.kind === 'failed') return { rollback: 'failed', rollback_failure: end.failure }
  if (kind !== 'firmware') return { rollback: 'done' }
  const lack = lackOf({ ...one, has_alarm: false }, end.at, one.changes[0]?.before ?? '')
  if (lack === null) return { rollback: 'done' }
  return isLate(one, end.at, healthy_within_s, now)
    ? { rollback: 'failed', rollback_failure: lack }
    : { rollback: 'checking' }
}

function afterReading({ command_status: status, command_failure }: InWork): Partial<Outcome> {
  if (status === 'in_progress') return {}
  if (status === 'success') return { rollback: 'waiting' }
  return { rollback: 'failed', rollback_failure: failureOf(status ?? 'command_lost', command_failure) }
}

/** Returns whether anything has changed. */
export async function settleDevices(tx: Tx, changeSet: ChangeSetRow, now: Date): Promise<boolean> {
  const inWork = await devicesInWork(tx, changeSet.id)
  const moved = inWork.flatMap((one) => {
    const outcome = outcomeOf(one, changeSet, now)
    const isSame = outcome.state === one.state && outcome.rollback === one.rollback
    return isSame ? [] : [outcome]
  })
  if (moved.length === 0) return false
  const at = now.toISOString()
  await sql`update change_set_devices i set state = m.state, failure = coalesce(m.failure, i.failure), applied_at = coalesce(m.applied_at, i.applied_at),
      ended_at = case when m.state in ('done', 'failed') then coalesce(i.ended_at, ${at}::timestamptz) end,
      rollback = m.rollback, rollback_failure = m.rollback_failure,
      rollback_ended_at = case when m.rollback in ('done', 'failed') then ${at}::timestamptz end
    from json_to_recordset(${JSON.stringify(moved)}::json) as m(id uuid, state text, failure text, applied_at timestamptz, rollback text, rollback_failure text)
    where i.id = m.id`.execute(tx)
  return true
}
