import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { codeOf } from '@wheelhouse/db/thrown.ts'
import { keysOf } from '@wheelhouse/contract/certain.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import {
  fieldsAllowedOnCreate,
  deletableStatuses,
  writableWhenObsolete,
} from '@wheelhouse/contract/locations/location-edit.ts'
import type { LocationChange, NewLocation } from '@wheelhouse/contract/locations/location-edit.ts'
import { blankLocation, writeRights } from '@wheelhouse/contract/locations/location-fields.ts'
import type { LocationField } from '@wheelhouse/contract/locations/location-fields.ts'
import { organizationRoles } from '@wheelhouse/contract/locations/locations.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { assertVersion } from '../../http/versions.ts'
import { forgetUnusedDevices } from '../devices/remove-device.ts'
import { changedFields } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { forgetMessages } from '../maintenance-messages/maintenance-messages.ts'
import { requireCreate } from '../../authz/authorize.ts'
import { initialGroupOf, removeFromGroups } from '../../authz/group-membership.ts'
import type { Resource } from '../../authz/rights.ts'
import {
  isOwnPart,
  setOrganizationRoles,
  moveParts,
  requireGrantable,
  requireGrantedRightsHeld,
  requireOrganizationsVisible,
  withOrganizationNames,
} from './location-organizations.ts'
import { changeRow, lockLocation, replyWith, recordEvent } from './locked-rows.ts'
import type { LocationRow } from './locked-rows.ts'
import {
  rightsAmong,
  assertCodeUnique,
  assertPairsValid,
  assertRealValues,
  requireWriteRights,
  refuse,
  unknownZone,
  zoneAt,
} from './location-rules.ts'

/** What the body carries; a key without a value is none. */
const sentIn = (body: LocationChange): LocationField[] => keysOf(body).filter((field) => body[field] !== undefined)

/** What it is born with also where the body leaves the field out: a form that is left as it is takes no right. */
const isBlank = (field: LocationField, body: NewLocation): boolean =>
  JSON.stringify(body[field]) === JSON.stringify(blankLocation[field])

/** Born in house, in the system group of its owner: of the maker's own organization where the body names none. */
export function createLocation(ctx: Ctx, body: NewLocation): Promise<Location> {
  return write(ctx, async (tx, journal, inside) => {
    const owner_id = body.owner_id === undefined ? ctx.person.organization_id : body.owner_id
    const birth: Resource = { type: 'resource_group', id: await initialGroupOf(tx, owner_id) }
    await requireOrganizationsVisible(inside, body)
    await requireCreate(inside, 'location', birth.id)
    await requireWriteRights(
      inside,
      sentIn(body).filter(
        (field) => !fieldsAllowedOnCreate.includes(field) && !isOwnPart(ctx, field, body) && !isBlank(field, body),
      ),
      birth,
    )
    await assertAdminDescription(inside, body, birth)
    await assertRealValues(tx, ctx, body)
    const id = uuidv7()
    await assertCodeUnique(tx, body.code, id)
    await insert(tx, id, { ...body, owner_id }, journal.at.toISOString())
    const { joined } = await setOrganizationRoles(tx, id, { ...body, owner_id })
    await requireGrantedRightsHeld(tx, ctx, joined, [birth.id])
    recordEvent(
      ctx,
      journal,
      { id, label: body.label },
      {
        verb: 'created',
        after: await withOrganizationNames(tx, { ...body, owner_id, status: 'in_house' }),
      },
    )
    return replyWith(inside, id)
  })
}

/** Required only of those who may write it (rights). */
async function assertAdminDescription(
  ctx: Ctx,
  { hidden_admin_description }: NewLocation,
  birth: Resource,
): Promise<void> {
  if (hidden_admin_description !== undefined) return
  const needed = writeRights.hidden_admin_description
  const held = await rightsAmong(ctx, needed, birth)
  if (held.length === needed.length) throw refuse('hidden_admin_description', 'Hidden admin description is required')
}

const unset = {
  latitude: null,
  longitude: null,
  use_case: null,
  operator_id: null,
  distributor_id: null,
  reseller_id: null,
}

async function insert(tx: Tx, id: string, body: NewLocation & { owner_id: string | null }, at: string): Promise<void> {
  const { tags, time_zone, ...fields } = body
  const zone = time_zone ?? zoneAt(body.latitude, body.longitude)
  const row = { ...unset, address: '', ...fields, status: 'in_house', time_zone: zone, public_tags: tags ?? [] }
  assertPairsValid({ bubble_orange_hours: 24, bubble_red_hours: 72, ...row }, row)
  await tx
    .insertInto('locations')
    .values({ id, ...row, created_at: at, updated_at: at, launched_at: null })
    .execute()
}

/** What is not sent stays as it is; what is sent takes its own right, field by field. */
export function updateLocation(ctx: Ctx, id: string, body: LocationChange, version: number): Promise<Location> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await lockLocation(tx, id)
    const sent = sentIn(body)
    await requireWriteRights(inside, sent, { type: 'location', id })
    if (before.status === 'obsolete' && sent.some((field) => !writableWhenObsolete.includes(field)))
      throw new AppError('obsolete_location')
    assertVersion(before.version, version)
    const after = afterEdit(before, body)
    const edit = changedFields(before, after)
    if (!edit) return replyWith(inside, id)
    // An edit holds columns of the row alone.
    const whole = { ...before, ...after } as LocationRow
    assertPairsValid(whole, edit.after)
    await assertRealValues(tx, ctx, edit.after)
    if (typeof edit.after.code === 'string') await assertCodeUnique(tx, edit.after.code, id)
    const isMoved = organizationRoles.some((part) => `${part}_id` in edit.after)
    if (isMoved) await requireGrantable(inside, tx, before, whole)
    await changeRow(tx, journal, id, edit.after)
    const formerGroups = isMoved ? await moveParts(inside, tx, journal, { id, before, after: whole }) : []
    const told = {
      before: await withOrganizationNames(tx, edit.before),
      after: await withOrganizationNames(tx, edit.after),
    }
    recordEvent(ctx, journal, { id, label: after.label ?? before.label }, { verb: 'updated', ...told }, formerGroups)
    return replyWith(inside, id)
  })
}

/** A place that is known for the first time brings its time zone, unless someone chose one. */
function afterEdit(before: LocationRow, { time_zone, ...body }: LocationChange): LocationChange {
  const { latitude, longitude } = { ...before, ...body }
  const isPlaced = before.latitude === null && latitude !== null && before.time_zone === unknownZone
  if (time_zone === null || (time_zone === undefined && isPlaced))
    return { ...body, time_zone: zoneAt(latitude, longitude) }
  return time_zone === undefined ? body : { ...body, time_zone }
}

/** For what was made by mistake. Whatever hangs on it keeps it: a location with a past becomes obsolete instead. */
export function deleteLocation(ctx: Ctx, id: string, version: number): Promise<null> {
  return write(ctx, async (tx, journal) => {
    const { version: present, installed_at, ...before } = await lockLocation(tx, id)
    if (!deletableStatuses.includes(before.status) || (installed_at ?? before.launched_at) !== null)
      throw new AppError('location_in_use')
    await assertNothingKept(tx, id)
    assertVersion(present, version)
    await forgetMessages(tx, id)
    await forgetUnusedDevices(tx, id)
    const formerGroups = await removeFromGroups(tx, { type: 'location', id })
    await tx.deleteFrom('locations').where('id', '=', id).execute().catch(refuseUsed)
    const { code, label } = before
    await tx
      .insertInto('deleted_locations')
      .values({ id, code, label, deleted_at: journal.at.toISOString(), group_ids: formerGroups })
      .execute()
    recordEvent(
      ctx,
      journal,
      before,
      { verb: 'deleted', before: await withOrganizationNames(tx, before) },
      formerGroups,
    )
    return null
  })
}

/** What would go with the row, unheard and without a right of its own: fees that are owed, external devices, what was sent to them, photos. */
async function assertNothingKept(tx: Tx, id: string): Promise<void> {
  // From here on nothing new may point at it either.
  await sql`select id from locations where id = ${id}::uuid for update`.execute(tx)
  const { rows } = await sql<{
    is_kept: boolean
  }>`select exists (select 1 from service_fees where location_id = ${id}::uuid)
    or exists (select 1 from external_devices d where d.location_id = ${id}::uuid
      and (d.deleted_at is null or exists (select 1 from sim_messages m where m.external_device_id = d.id)))
    or exists (select 1 from security_photos where location_id = ${id}::uuid)
    or exists (select 1 from maintenance_log_entries where location_id = ${id}::uuid) as is_kept`.execute(tx)
  if (rows[0]?.is_kept) throw new AppError('location_in_use')
}

/** Devices, sessions and all else that points at it (foreign keys, 23503). */
function refuseUsed(error: unknown): never {
  if (codeOf(error) === '23503') throw new AppError('location_in_use')
  throw error
}
