import { sql } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { ParameterChange, ParameterValues } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { requireHardwareSet } from '../../authz/hardware-set.ts'
import type { Journal } from '../../journal/journal.ts'
import { roomForCommands } from '../commands/command-rate.ts'
import { issueCommand } from '../commands/issue.ts'
import { hardwareTarget } from '../commands/targets.ts'
import { sendChange } from '../hardware-config/changes.ts'
import { presentConfigs } from '../hardware-config/readings.ts'
import type { Present } from '../hardware-config/readings.ts'
import { actionOf } from './change-set-rows.ts'
import type { ChangeSetRow } from './change-set-rows.ts'

export interface Acting {
  tx: Tx
  journal: Journal
  /** In the name of the person who started it, or who takes it back: under their rights and their pace. */
  ctx: Ctx
  changeSet: ChangeSetRow
}

interface WaitingDevice {
  id: string
  hardware_id: string
  changes: ParameterChange[]
  config_hash: string | null
  state: string
  failure: string | null
  command_status: string | null
  rollback_command_id: string | null
  firmware_version: string | null
}

const columns = sql`i.id, i.hardware_id, i.changes, i.config_hash, i.state, i.failure, c.status as command_status, i.rollback_command_id, hs.firmware_version`
const from = sql`change_set_devices i left join commands c on c.id = i.command_id left join hardware_state hs on hs.hardware_id = i.hardware_id`

/** The next devices of the wave, as many as the pace of the person has room for. Throws when the person may not any more. */
export async function sendWave(acting: Acting): Promise<void> {
  const { tx, ctx, changeSet } = acting
  const room = await roomForCommands(tx, ctx, ctx.person.id)
  const { rows } = await sql<WaitingDevice>`select ${columns} from ${from}
    where i.change_set_id = ${changeSet.id}::uuid and i.state = 'waiting' and i.wave = ${changeSet.wave}::int order by i.position limit ${room}`.execute(
    tx,
  )
  const configs = await configsOf(acting, rows)
  for (const device of rows) await sendForward(acting, device, configs.get(device.hardware_id))
}

/** The rights are asked again before each wave: one that was revoked a moment ago counts. */
async function configsOf(
  { tx, ctx, changeSet }: Acting,
  devices: readonly WaitingDevice[],
): Promise<Map<string, Present>> {
  const ids = devices.map(({ hardware_id }) => hardware_id)
  if (ids.length === 0) return new Map()
  await requireHardwareSet({ ...ctx, db: tx }, ids, { reads: ['GET'], needs: [actionOf(changeSet.kind)] })
  return presentConfigs(tx, ids)
}

async function sendForward(acting: Acting, device: WaitingDevice, present: Present | undefined): Promise<void> {
  const { tx, journal } = acting
  try {
    const commandId = await forwardCommand(acting, device, present)
    await sql`update change_set_devices set state = 'sent', command_id = ${commandId}::uuid, begun_at = ${journal.at.toISOString()}::timestamptz
      where id = ${device.id}::uuid`.execute(tx)
  } catch (error) {
    // What has changed since the plan was made is not what the planner has seen.
    if (!(error instanceof AppError)) throw error
    await sql`update change_set_devices set state = 'left_out', failure = ${error.message}, ended_at = ${journal.at.toISOString()}::timestamptz
      where id = ${device.id}::uuid`.execute(tx)
  }
}

async function forwardCommand(acting: Acting, device: WaitingDevice, present: Present | undefined): Promise<string> {
  const { changeSet } = acting
  const [change] = device.changes
  if (changeSet.kind === 'firmware') {
    if (device.firmware_version !== change?.before) throw new AppError('config_outdated')
    return sendFirmware(acting, device.hardware_id, { channel: changeSet.channel, version: change?.after })
  }
  if (!present || present.is_changing) throw new AppError('config_change_running')
  if (!present.is_current || present.config_hash !== device.config_hash) throw new AppError('config_outdated')
  return sendValues(acting, present, changeSet.params ?? [])
}

function sendValues(
  { tx, journal, ctx, changeSet }: Acting,
  present: Present,
  values: ParameterValues,
): Promise<string> {
  const { id, version } = { id: changeSet.template_id, version: changeSet.template_version }
  const template = id !== null && version !== null ? { id, version } : null
  return sendChange(tx, journal, ctx, { present, values, comment: changeSet.comment, batch_id: changeSet.id, template })
}

async function sendFirmware(
  { tx, journal, ctx, changeSet }: Acting,
  hardware_id: string,
  args: Record<string, unknown>,
): Promise<string> {
  const target = { ...(await hardwareTarget(tx, ctx, hardware_id)), hardware_id }
  const { comment } = changeSet
  return issueCommand(tx, journal, ctx, target, {
    name: 'firmware_update',
    args,
    reason: 'maintenance',
    comment,
    person: ctx.person,
  })
}

/** As many at a time as a wave has devices. A device whose change is still open waits for its end. */
export async function sendBack(acting: Acting, underWay: number): Promise<void> {
  const { tx, ctx, changeSet } = acting
  const room = Math.min(changeSet.wave_size - underWay, await roomForCommands(tx, ctx, ctx.person.id))
  if (room <= 0) return
  const { rows } = await sql<WaitingDevice>`select ${columns} from ${from}
    where i.change_set_id = ${changeSet.id}::uuid and i.rollback = 'waiting' and i.state not in ('sent', 'checking')
    order by i.position limit ${room}`.execute(tx)
  const configs = await configsOf(acting, rows)
  for (const device of rows) await sendOneBack(acting, device, configs.get(device.hardware_id))
}

async function sendOneBack(acting: Acting, device: WaitingDevice, present: Present | undefined): Promise<void> {
  try {
    const next =
      acting.changeSet.kind === 'firmware'
        ? await firmwareBack(acting, device)
        : await valuesBack(acting, device, present)
    await keepRollback(acting, device, next)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await keepRollback(acting, device, { rollback: 'failed', failure: error.message })
  }
}

interface Rollback {
  rollback: 'reading' | 'sent' | 'done' | 'failed' | 'not_needed' | 'waiting'
  command_id?: string
  failure?: string
}

async function keepRollback({ tx, journal }: Acting, { id }: WaitingDevice, next: Rollback): Promise<void> {
  const at = journal.at.toISOString()
  const isOver = next.rollback === 'done' || next.rollback === 'failed' || next.rollback === 'not_needed'
  await sql`update change_set_devices set rollback = ${next.rollback}, rollback_command_id = coalesce(${next.command_id ?? null}::uuid, rollback_command_id),
    rollback_failure = ${next.failure ?? null}, rollback_begun_at = coalesce(rollback_begun_at, ${at}::timestamptz),
    rollback_ended_at = ${isOver ? at : null}::timestamptz where id = ${id}::uuid`.execute(tx)
}

/** To the version that it had, which is what its fallback holds. */
async function firmwareBack(acting: Acting, device: WaitingDevice): Promise<Rollback> {
  const before = device.changes[0]?.before
  if (device.firmware_version === before) return { rollback: 'not_needed' }
  const command_id = await sendFirmware(acting, device.hardware_id, { channel: 'fallback', version: before })
  return { rollback: 'sent', command_id }
}

/** What hardware refused it did not change. Of one that did not answer nobody knows: it is read first. */
const isUncertain = ({ state, failure, command_status }: WaitingDevice): boolean =>
  state === 'failed' && command_status !== 'failed' && command_status !== 'unhandled' && failure !== null

async function valuesBack(acting: Acting, device: WaitingDevice, present: Present | undefined): Promise<Rollback> {
  if (!present || present.is_changing) return { rollback: 'waiting' }
  const wasRead = device.rollback_command_id !== null
  if (!wasRead && (isUncertain(device) || !present.is_current)) return readFirst(acting, device)
  const now = new Map(present.params?.map(({ key, value }) => [key, value]))
  const values = device.changes.flatMap(({ key, before }) =>
    before === null || now.get(key) === before ? [] : [{ key, value: before }],
  )
  if (values.length === 0) return { rollback: 'not_needed' }
  return { rollback: 'sent', command_id: await sendValues(acting, present, values) }
}

async function readFirst({ tx, journal, ctx }: Acting, { hardware_id }: WaitingDevice): Promise<Rollback> {
  const target = { ...(await hardwareTarget(tx, ctx, hardware_id)), hardware_id }
  const command_id = await issueCommand(tx, journal, ctx, target, { name: 'get_paramsys_info', person: null })
  return { rollback: 'reading', command_id }
}
