import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { certain } from '@wheelhouse/contract/certain.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type {
  ConfigChange,
  ConfigParameter,
  ParameterChange,
  ParameterValue,
  ParameterValues,
} from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { refusalOfValue } from '@wheelhouse/device-protocol/parameters.ts'
import type { Needs } from '@wheelhouse/contract/access.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { requireHardware } from '../../authz/authorize.ts'
import { hardwareActor, personActor } from '../../journal/audit.ts'
import type { Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { enforceCommandRate } from '../commands/command-rate.ts'
import { issueCommand } from '../commands/issue.ts'
import { hardwareTarget } from '../commands/targets.ts'
import type { CommandAnswer } from '../commands/command-results.ts'
import { heldBy } from '../hardware-state/held-hardware.ts'
import { noteOfDevice } from '../hardware-state/placed-hardware.ts'
import type { PlacedHardware } from '../hardware-state/placed-hardware.ts'
import { changesOfBatch } from './change-rows.ts'
import { keepReading, presentConfigs, publishConfig, valuesMissing } from './readings.ts'
import type { Present } from './readings.ts'

const setParams = { hardware: ['SET_PARAMS'] } as const

/** Why the values of this hardware cannot be changed now. */
export function refusalOfState(hardware_id: string, present: Present | undefined): AppError | null {
  if (present?.change_set) return heldBy(hardware_id, present.change_set)
  if (!present?.params || present.config_hash === null) return valuesMissing(hardware_id, present)
  if (present.is_changing) return new AppError('config_change_running', { hardware_id })
  return present.is_current ? null : new AppError('config_outdated', { hardware_id })
}

/** What these values change. Throws where the hardware does not have a parameter or would refuse its value. */
export function parameterChanges(params: readonly ConfigParameter[], values: ParameterValues): ParameterChange[] {
  return values.flatMap(({ key, value }): ParameterChange[] => {
    const present = params.find((one) => one.key === key)
    if (!present) throw new AppError('unknown_parameter', { field: key })
    if (refusalOfValue(key, present, value)) throw new AppError('parameter_out_of_range', { field: key })
    if (present.is_secret) return [{ key, before: null, after: null }]
    return present.value === value ? [] : [{ key, before: present.value, after: value }]
  })
}

interface EditBody {
  hardware_ids: readonly string[]
  values: ParameterValues
  comment: string
}

/** More than one piece of hardware is changed by a change set, in waves and with a way back. */
export function changeConfigs(ctx: Ctx, body: EditBody): Promise<{ batch_id: string; results: ConfigChange[] }> {
  const [hardware_id, ...more] = body.hardware_ids
  if (hardware_id === undefined || more.length > 0) throw new AppError('needs_change_set')
  return changeOne(ctx, { hardware_id, needs: setParams, values: body.values, comment: body.comment })
}

interface OneEdit {
  hardware_id: string
  needs: Needs
  values: ParameterValues
  comment: string
}

function changeOne(ctx: Ctx, edit: OneEdit): Promise<{ batch_id: string; results: ConfigChange[] }> {
  const { hardware_id, needs, values, comment } = edit
  return write(ctx, async (tx, journal, inside) => {
    await requireHardware(inside, hardware_id, needs)
    await lockHardware(tx, [hardware_id])
    const present = (await presentConfigs(tx, [hardware_id])).get(hardware_id)
    const refusal = refusalOfState(hardware_id, present)
    if (refusal) throw refusal
    await enforceCommandRate(tx, inside)
    const batch_id = uuidv7()
    await sendChange(tx, journal, inside, { present: certain(present), values, comment, batch_id, template: null })
    return { batch_id, results: await changesOfBatch(tx, batch_id) }
  })
}

/** UPDATE is enough for this one parameter (rights: which action guards what). */
export async function setLowVoltage(
  ctx: Ctx,
  { hardware_id, low_voltage_mv }: { hardware_id: string; low_voltage_mv: number },
): Promise<ConfigChange> {
  const { results } = await changeOne(ctx, {
    hardware_id,
    needs: { hardware: ['UPDATE'] },
    values: [{ key: 'low_voltage_mv', value: low_voltage_mv }],
    comment: 'Low voltage threshold',
  })
  return certain(results[0])
}

/** Two changes of one configuration at once would each expect the hash that the other one changes. */
export async function lockHardware(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select hardware_id from hardware where hardware_id = any(${[...ids]}::text[]) order by hardware_id for no key update`.execute(
    tx,
  )
}

export interface Sending {
  present: Present
  values: ParameterValues
  comment: string
  batch_id: string
  template: { id: string; version: number } | null
}

/**
 * Writes the change and its command; only values that differ are sent, with the hash that the hardware must have. Returns
 * the id of the command.
 */
export async function sendChange(tx: Tx, journal: Journal, ctx: Ctx, sending: Sending): Promise<string> {
  const { present, values, comment, batch_id, template } = sending
  const changes = parameterChanges(present.params ?? [], values)
  if (changes.length === 0) throw new AppError('no_changes', { hardware_id: present.hardware_id })
  const target = { ...(await hardwareTarget(tx, ctx, present.hardware_id)), hardware_id: present.hardware_id }
  const wanted = new Map<string, ParameterValue>(values.map(({ key, value }) => [key, value]))
  const args = {
    expected_config_hash: present.config_hash,
    params: changes.map(({ key }) => ({ key, value: wanted.get(key) })),
  }
  const order = { name: 'set_paramsys', args, comment, person: ctx.person } as const
  const commandId = await issueCommand(tx, journal, ctx, target, order)
  await sql`insert into hardware_config_changes (id, batch_id, hardware_id, device_id, location_id, template_id, template_version, changes,
      comment, requested_by, created_at, set_command_id)
    values (${uuidv7()}, ${batch_id}, ${present.hardware_id}, ${target.device?.id ?? null}, ${target.device?.location_id ?? null},
      ${template?.id ?? null}, ${template?.version ?? null}, ${JSON.stringify(changes)}::jsonb, ${comment}, ${ctx.person.id},
      ${journal.at.toISOString()}, ${commandId})`.execute(tx)
  const hardware: PlacedHardware = { hardware_id: present.hardware_id, controller_id: '', device: target.device }
  noteOfDevice(journal, target.device, {
    actor: personActor(ctx),
    feature: 'hardware-config',
    verb: 'changed',
    before: Object.fromEntries(changes.map(({ key, before }) => [key, before])),
    after: Object.fromEntries(changes.map(({ key, after }) => [key, after])),
    reason: comment,
  })
  publishConfig(journal, hardware, ctx.person.id)
  return commandId
}

interface Waiting {
  id: string
  changes: ParameterChange[]
  requested_by: string
}

/** The hardware took the values: they are read back, because only what it reports counts. */
export async function readBack(
  tx: Tx,
  journal: Journal,
  moment: Pick<Ctx, 'clock' | 'config'>,
  answer: CommandAnswer,
): Promise<void> {
  const { rows } = await sql<Waiting>`
    select id, changes, requested_by from hardware_config_changes where set_command_id = ${answer.command_id}::uuid and read_command_id is null for update`.execute(
    tx,
  )
  const [change] = rows
  if (!change) return
  const { hardware_id } = answer.hardware
  const target = { ...(await hardwareTarget(tx, moment, hardware_id)), hardware_id }
  const commandId = await issueCommand(tx, journal, moment, target, { name: 'get_paramsys_info', person: null })
  await sql`update hardware_config_changes set read_command_id = ${commandId}::uuid where id = ${change.id}::uuid`.execute(
    tx,
  )
  publishConfig(journal, answer.hardware, change.requested_by)
}

/** Keeps the reading, and compares it with what was sent where it was read for that. */
export async function takeReading(tx: Tx, journal: Journal, answer: CommandAnswer): Promise<void> {
  const params = await keepReading(tx, journal, answer)
  const { rows } = await sql<Waiting>`
    select id, changes, requested_by from hardware_config_changes where read_command_id = ${answer.command_id}::uuid
      and verified_at is null and differs is null for update`.execute(tx)
  const [change] = rows
  if (!change || !params) return
  const present = new Map(params.map(({ key, value }) => [key, value]))
  const differs = change.changes.filter(({ key, after }) => after !== null && present.get(key) !== after)
  const keys = differs.map(({ key }) => key)
  const isApplied = keys.length === 0
  await sql`update hardware_config_changes set verified_at = ${isApplied ? journal.at.toISOString() : null}::timestamptz,
    differs = ${isApplied ? null : keys}::text[] where id = ${change.id}::uuid`.execute(tx)
  noteOfDevice(journal, answer.hardware.device, {
    actor: hardwareActor(answer.hardware.hardware_id),
    feature: 'hardware-config',
    verb: isApplied ? 'applied' : 'differs',
    before: null,
    after: isApplied ? null : { parameters: keys.join(', ') },
  })
}
