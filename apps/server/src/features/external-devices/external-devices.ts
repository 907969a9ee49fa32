import { isValidPhoneNumber } from 'libphonenumber-js/min'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { fieldOf } from '@wheelhouse/contract/certain.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { externalDeviceFields, externalDevicesAtMost } from '@wheelhouse/contract/external-devices/external-devices.ts'
import type { ExternalDevice, ExternalDeviceBody } from '@wheelhouse/contract/external-devices/external-devices.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { assertVersion } from '../../http/versions.ts'
import { lockLocation, assertLocationUsable } from '../devices/locked-rows.ts'
import { personActor } from '../../journal/audit.ts'
import type { Actor } from '../../journal/audit.ts'
import { publishChange, changedFields, addAuditRecord } from '../../journal/journal.ts'
import type { Journal, EventDetails } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { lockName } from '../../platform/locks.ts'
import { externalDeviceById } from './queries.ts'
import type { DeviceRef } from './queries.ts'

interface Named {
  id: string
  location_id: string
  name: string
}
type EventBy = EventDetails<'external-devices'> & { actor: Actor }

/** Records the event in the history of the location and notifies everyone who looks at the location. */
export function recordEvent(journal: Journal, { id, location_id, name }: Named, details: EventBy): void {
  addAuditRecord(journal, {
    feature: 'external-devices',
    resource_type: 'external_device',
    resource_id: id,
    resource_name: name,
    visible_through_id: location_id,
    ...details,
  })
  publishChange(journal, 'external_device', id, location_id)
}

/**
 * What the event of an edit records: of a card its last four digits, of commands and links their names, of instructions
 * only that they changed. The event of a message that was sent (`sms_sent`) holds its whole text, for those who may see the
 * payload.
 */
function recordedFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, tellable(field, value)]))
}

const wordsIn = (list: unknown, word: string): string =>
  Array.isArray(list) ? list.map((one) => String(fieldOf(Object(one), word))).join(', ') : ''

function tellable(field: string, value: unknown): unknown {
  if ((field === 'iccid' || field === 'msisdn') && typeof value === 'string') return `…${value.slice(-4)}`
  if (field === 'sms_commands') return wordsIn(value, 'name')
  if (field === 'links') return wordsIn(value, 'label')
  if (field === 'instructions') return value === '' ? '' : '…'
  return value
}

export function createExternalDevice(ctx: Ctx, location_id: string, body: ExternalDeviceBody): Promise<ExternalDevice> {
  return write(ctx, async (tx, journal, inside) => {
    assertValid(body)
    assertLocationUsable(await lockLocation(tx, location_id))
    await lockDevicesOf(tx, location_id)
    await assertCapacity(tx, location_id)
    const id = uuidv7()
    await assertIdUnique(tx, id, location_id, body.external_id)
    await assertCardUnique(tx, body.iccid)
    const at = journal.at.toISOString()
    await tx
      .insertInto('external_devices')
      .values({ id, location_id, ...stored(body), created_at: at, updated_at: at })
      .execute()
    recordEvent(
      journal,
      { id, location_id, name: body.name },
      { actor: personActor(ctx), verb: 'created', after: recordedFields(body) },
    )
    return externalDeviceById(inside, { location_id, external_device_id: id })
  })
}

export function updateExternalDevice(
  ctx: Ctx,
  ref: DeviceRef,
  body: ExternalDeviceBody,
  version: number,
): Promise<ExternalDevice> {
  return write(ctx, async (tx, journal, inside) => {
    const location = await lockLocation(tx, ref.location_id)
    await lockDevicesOf(tx, ref.location_id)
    const before = await lockExternalDevice(tx, ref)
    assertValid(body)
    const edit = changedFields(before, body)
    if (edit) assertLocationUsable(location)
    assertVersion(before.version, version)
    if (!edit) return externalDeviceById(inside, ref)
    await assertIdUnique(tx, before.id, ref.location_id, body.external_id)
    if (before.iccid !== body.iccid) await assertCardUnique(tx, body.iccid)
    const isOtherSim = before.iccid !== body.iccid || before.sim_provider !== body.sim_provider
    await tx
      .updateTable('external_devices')
      .set((row) => ({
        ...stored(body),
        ...(isOtherSim ? nothingKnown : {}),
        updated_at: journal.at.toISOString(),
        version: row('version', '+', 1),
      }))
      .where('id', '=', before.id)
      .execute()
    const edited = { before: recordedFields(edit.before), after: recordedFields(edit.after) }
    recordEvent(journal, { ...before, name: body.name }, { actor: personActor(ctx), verb: 'updated', ...edited })
    return externalDeviceById(inside, ref)
  })
}

export function commentExternalDevice(
  ctx: Ctx,
  ref: DeviceRef,
  comment: string,
  version: number,
): Promise<ExternalDevice> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await lockExternalDevice(tx, ref)
    assertVersion(before.version, version)
    const edit = changedFields({ comment: before.comment }, { comment })
    if (!edit) return externalDeviceById(inside, ref)
    await tx
      .updateTable('external_devices')
      .set((row) => ({ comment, updated_at: journal.at.toISOString(), version: row('version', '+', 1) }))
      .where('id', '=', before.id)
      .execute()
    recordEvent(journal, before, { actor: personActor(ctx), verb: 'updated', ...edit })
    return externalDeviceById(inside, ref)
  })
}

export function deleteExternalDevice(ctx: Ctx, ref: DeviceRef, version: number): Promise<null> {
  return write(ctx, async (tx, journal) => {
    const { id, location_id, version: present, ...fields } = await lockExternalDevice(tx, ref)
    assertVersion(present, version)
    // The row is kept for the messages that were sent to it, and its card is not queried any more. Its id may be given
    // again.
    await tx
      .updateTable('external_devices')
      .set({ deleted_at: journal.at.toISOString(), sim_update: 'none', sim_update_id: null })
      .where('id', '=', id)
      .execute()
    recordEvent(
      journal,
      { id, location_id, name: fields.name },
      { actor: personActor(ctx), verb: 'deleted', before: recordedFields(fields) },
    )
    return null
  })
}

/** Lists are JSON in the row. */
const stored = ({ sms_commands, links, ...fields }: ExternalDeviceBody) => ({
  ...fields,
  sms_commands: JSON.stringify(sms_commands),
  links: JSON.stringify(links),
})

/** Nothing is known of a newly entered card, and answers that are still awaited for the old one are ignored. */
const nothingKnown = {
  sim_status: 'unknown',
  sim_status_at: null,
  sim_status_word: null,
  sim_status_source: null,
  sim_update: 'none',
  sim_update_id: null,
  sim_update_at: null,
  sim_update_failure: null,
}

/** Values, formats: a phone library decides. */
function assertValid({ msisdn }: ExternalDeviceBody): void {
  if (msisdn !== null && !isValidPhoneNumber(msisdn))
    throw new AppError('invalid_body', { field: 'msisdn' }, 'msisdn: Invalid phone number')
}

/** The fields that an edit may change, with what names the row. */
export async function lockExternalDevice(tx: Tx, { location_id, external_device_id }: DeviceRef) {
  const row = await tx
    .selectFrom('external_devices')
    .select(['id', 'location_id', ...externalDeviceFields, 'version'])
    .where('id', '=', external_device_id)
    .where('location_id', '=', location_id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

/** Two who write at once at one location: the count holds, and no id is found free twice. */
export const lockDevicesOf = (tx: Tx, locationId: string) => lockName(tx, 'external_devices', locationId)

async function assertCapacity(tx: Tx, locationId: string): Promise<void> {
  const count = tx.selectFrom('external_devices').select((row) => row.fn.countAll<number>().as('count'))
  const { count: present } = await count
    .where('location_id', '=', locationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (present >= externalDevicesAtMost) throw new AppError('external_devices_full')
}

async function assertIdUnique(tx: Tx, id: string, locationId: string, externalId: string): Promise<void> {
  const other = await tx
    .selectFrom('external_devices')
    .select('id')
    .where('location_id', '=', locationId)
    .where(sql`lower(external_id)`, '=', sql`lower(${externalId})`)
    .where('deleted_at', 'is', null)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other) throw new AppError('external_device_id_taken', { field: 'external_id' })
}

/**
 * One card is in one device, wherever that stands: to its card go few messages, so who typed the number of a stranger's could
 * use up their turn. The lock keeps two from both finding it free; two that an older installation has of one card stay.
 */
async function assertCardUnique(tx: Tx, iccid: string | null): Promise<void> {
  if (iccid === null) return
  await lockName(tx, 'sim_cards', iccid)
  const holder = tx
    .selectFrom('external_devices')
    .select('id')
    .where('iccid', '=', iccid)
    .where('deleted_at', 'is', null)
  if (await holder.executeTakeFirst()) throw new AppError('iccid_taken', { field: 'iccid' })
}
