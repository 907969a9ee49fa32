import { isValidPhoneNumber } from 'libphonenumber-js/min'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { externalDeviceFields, externalDevicesAtMost } from '@wheelhouse/contract/external-devices.ts'
import type { ExternalDevice, ExternalDeviceBody } from '@wheelhouse/contract/external-devices.ts'
import type { Ctx, Tx } from '../../http/context.ts'
import { staleUnless } from '../../http/versions.ts'
import { personActor } from '../events/events.ts'
import type { Actor } from '../events/events.ts'
import { changed, changedFields, note } from '../events/journal.ts'
import type { Journal } from '../events/journal.ts'
import { write } from '../events/write.ts'
import { externalDeviceById } from './queries.ts'
import type { DeviceRef } from './queries.ts'

interface Named {
  id: string
  location_id: string
  name: string
}
interface Told {
  actor: Actor
  verb: string
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

/** The event stands in the history of the location; the news reaches whoever looks at it. */
export function tell(journal: Journal, { id, location_id, name }: Named, told: Told): void {
  note(journal, {
    feature: 'external-devices',
    resource_type: 'external_device',
    resource_id: id,
    resource_name: name,
    visible_through_id: location_id,
    ...told,
  })
  changed(journal, 'external_device', id, location_id)
}

/**
 * Who reads the history of a location need not see its external devices (GET_EVENTS is another right): of a card its last
 * four digits, of commands and links their names, of instructions only that they changed.
 */
function toldOf(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, tellable(field, value)]))
}

function tellable(field: string, value: unknown): unknown {
  if ((field === 'iccid' || field === 'msisdn') && typeof value === 'string') return `…${value.slice(-4)}`
  if (field === 'sms_commands') return (value as ExternalDeviceBody['sms_commands']).map(({ name }) => name).join(', ')
  if (field === 'links') return (value as ExternalDeviceBody['links']).map(({ label }) => label).join(', ')
  if (field === 'instructions') return value === '' ? '' : '…'
  return value
}

export function createExternalDevice(ctx: Ctx, location_id: string, body: ExternalDeviceBody): Promise<ExternalDevice> {
  return write(ctx, async (tx, journal, inside) => {
    needValid(body)
    await lockDevicesOf(tx, location_id)
    await needRoom(tx, location_id)
    const id = uuidv7()
    await needFreeId(tx, id, location_id, body.external_id)
    const at = journal.at.toISOString()
    await tx
      .insertInto('external_devices')
      .values({ id, location_id, ...stored(body), created_at: at, updated_at: at })
      .execute()
    tell(journal, { id, location_id, name: body.name }, { actor: personActor(ctx), verb: 'created', after: toldOf(body) })
    return externalDeviceById(inside, { location_id, external_device_id: id })
  })
}

export function updateExternalDevice(ctx: Ctx, ref: DeviceRef, body: ExternalDeviceBody, version: number): Promise<ExternalDevice> {
  return write(ctx, async (tx, journal, inside) => {
    await lockDevicesOf(tx, ref.location_id)
    const before = await locked(tx, ref)
    needValid(body)
    staleUnless(before.version, version)
    const edit = changedFields(before, body)
    if (!edit) return externalDeviceById(inside, ref)
    await needFreeId(tx, before.id, ref.location_id, body.external_id)
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
    const told = { before: toldOf(edit.before), after: toldOf(edit.after) }
    tell(journal, { ...before, name: body.name }, { actor: personActor(ctx), verb: 'updated', ...told })
    return externalDeviceById(inside, ref)
  })
}

export function commentExternalDevice(ctx: Ctx, ref: DeviceRef, comment: string, version: number): Promise<ExternalDevice> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await locked(tx, ref)
    staleUnless(before.version, version)
    const edit = changedFields({ comment: before.comment }, { comment })
    if (!edit) return externalDeviceById(inside, ref)
    await tx
      .updateTable('external_devices')
      .set((row) => ({ comment, updated_at: journal.at.toISOString(), version: row('version', '+', 1) }))
      .where('id', '=', before.id)
      .execute()
    tell(journal, before, { actor: personActor(ctx), verb: 'updated', ...edit })
    return externalDeviceById(inside, ref)
  })
}

export function deleteExternalDevice(ctx: Ctx, ref: DeviceRef, version: number): Promise<null> {
  return write(ctx, async (tx, journal) => {
    const { id, location_id, version: present, ...fields } = await locked(tx, ref)
    staleUnless(present, version)
    await tx.deleteFrom('external_devices').where('id', '=', id).execute()
    tell(journal, { id, location_id, name: fields.name }, { actor: personActor(ctx), verb: 'deleted', before: toldOf(fields) })
    return null
  })
}

/** Lists are JSON in the row. */
const stored = ({ sms_commands, links, ...fields }: ExternalDeviceBody) => ({
  ...fields,
  sms_commands: JSON.stringify(sms_commands),
  links: JSON.stringify(links),
})

/** Of another card nothing is known, and what is still asked of the old one is not heard. */
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
function needValid({ msisdn }: ExternalDeviceBody): void {
  if (msisdn !== null && !isValidPhoneNumber(msisdn))
    throw new AppError('invalid_body', { field: 'msisdn' }, 'msisdn: Invalid phone number')
}

/** The fields that an edit may change, with what names the row. */
export async function locked(tx: Tx, { location_id, external_device_id }: DeviceRef) {
  const row = await tx
    .selectFrom('external_devices')
    .select(['id', 'location_id', ...externalDeviceFields, 'version'])
    .where('id', '=', external_device_id)
    .where('location_id', '=', location_id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

/** Two who write at once at one location: the count holds, and no id is found free twice. */
export const lockDevicesOf = (tx: Tx, locationId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`external_devices ${locationId}`}, 0))`.execute(tx)

async function needRoom(tx: Tx, locationId: string): Promise<void> {
  const count = tx.selectFrom('external_devices').select((row) => row.fn.countAll<number>().as('count'))
  const { count: present } = await count.where('location_id', '=', locationId).executeTakeFirstOrThrow()
  if (present >= externalDevicesAtMost) throw new AppError('external_devices_full')
}

async function needFreeId(tx: Tx, id: string, locationId: string, externalId: string): Promise<void> {
  const other = await tx
    .selectFrom('external_devices')
    .select('id')
    .where('location_id', '=', locationId)
    .where('external_id', '=', externalId)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other) throw new AppError('external_device_id_taken', { field: 'external_id' })
}
