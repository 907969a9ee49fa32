import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Corner } from '@wheelhouse/contract/fleets/area.ts'
import { isRideRedAfterOrange, rideRedAfterOrange } from '@wheelhouse/contract/fleets/fleets.ts'
import type { FleetBody, NewFleetBody, RentalFleet } from '@wheelhouse/contract/fleets/fleets.ts'
import { organizationRoles } from '@wheelhouse/contract/locations/locations.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { lockName } from '../../platform/locks.ts'
import { stored } from '../../platform/stored.ts'
import { requireCreate, requirePermission } from '../../authz/authorize.ts'
import { initialGroupOf, setOrganizationRoles } from '../../authz/group-membership.ts'
import type { Resource } from '../../authz/rights.ts'
import { fieldSentence } from '../../http/issue-words.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor } from '../../journal/audit.ts'
import { addAuditRecord, changedFields, publishChange } from '../../journal/journal.ts'
import type { EventDetails, Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { unknownZone, zoneAt } from '../locations/location-rules.ts'
import { fleetList } from './queries.ts'

const fleetResource = (id: string): Resource => ({ type: 'rental_fleet', id })

function recordEvent(
  ctx: Ctx,
  journal: Journal,
  { id, name }: { id: string; name: string },
  details: EventDetails<'fleets'>,
): void {
  addAuditRecord(journal, {
    actor: personActor(ctx),
    feature: 'fleets',
    resource_type: 'rental_fleet',
    resource_id: id,
    resource_name: name,
    visible_through_id: id,
    visible_through_type: 'rental_fleet',
    verb: details.verb,
    before: details.before,
    after: details.after,
  })
  publishChange(journal, 'rental_fleet', id, null, { through: fleetResource(id) })
}

/** As it is stored: longitude first, as in GeoJSON. */
const ringOf = (area: readonly Corner[]): string =>
  JSON.stringify(area.map(({ latitude, longitude }) => [longitude, latitude]))
const Ring = z.array(z.tuple([z.number(), z.number()]))
const cornersOf = (area: unknown): Corner[] =>
  stored(Ring, area).map(([longitude, latitude]) => ({ latitude, longitude }))

/** An area has at most 200 corners, which no reader of a history wants to see one by one. */
const eventFields = ({ area, ...fields }: Record<string, unknown>): Record<string, unknown> =>
  Array.isArray(area) ? { ...fields, area_corners: area.length } : fields

/** Everyone who works with the organization in any role sees its fleets. */
export function createFleet(ctx: Ctx, { organization_id, ...body }: NewFleetBody): Promise<RentalFleet> {
  return write(ctx, async (tx, journal, inside) => {
    await requirePermission(inside, {}, { type: 'organization', id: organization_id })
    await requireCreate(inside, 'rental_fleet', await initialGroupOf(tx, organization_id))
    const id = uuidv7()
    await assertNameUnique(tx, id, organization_id, body.name)
    const at = journal.at.toISOString()
    const { area, ...fields } = body
    const row = { id, organization_id, ...fields, area: ringOf(area), time_zone: zoneOf(area) }
    await tx
      .insertInto('rental_fleets')
      .values({ ...row, created_at: at, updated_at: at })
      .execute()
    await setOrganizationRoles(tx, fleetResource(id), organization_id, organizationRoles)
    recordEvent(ctx, journal, { id, name: body.name }, { verb: 'created', after: eventFields(body) })
    return fleetList.get(inside, id)
  })
}

export function updateFleet(ctx: Ctx, id: string, body: FleetBody, version: number): Promise<RentalFleet> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await lockFleet(tx, id)
    assertVersion(before.version, version)
    const edit = changedFields({ ...before, area: cornersOf(before.area) }, body)
    if (!edit) return fleetList.get(inside, id)
    assertHoursValid(body, edit.after)
    await assertNameUnique(tx, id, before.organization_id, body.name)
    const { area, ...fields } = body
    await tx
      .updateTable('rental_fleets')
      .set((row) => ({
        ...fields,
        area: ringOf(area),
        time_zone: area.length > 0 ? zoneOf(area) : before.time_zone,
        updated_at: journal.at.toISOString(),
        version: row('version', '+', 1),
      }))
      .where('id', '=', id)
      .execute()
    recordEvent(
      ctx,
      journal,
      { id, name: body.name },
      { verb: 'updated', before: eventFields(edit.before), after: eventFields(edit.after) },
    )
    return fleetList.get(inside, id)
  })
}

/** A fleet that has equal hours keeps them while an edit changes something else. */
function assertHoursValid(body: FleetBody, changed: object): void {
  const isChanged = 'ride_orange_hours' in changed || 'ride_red_hours' in changed
  if (isChanged && !isRideRedAfterOrange(body))
    throw new AppError('invalid_body', { field: 'ride_red_hours' }, fieldSentence('ride_red_hours', rideRedAfterOrange))
}

/** Where the first corner is, the whole fleet is. */
function zoneOf([corner]: readonly Corner[]): string {
  return corner ? zoneAt(corner.latitude, corner.longitude) : unknownZone
}

async function lockFleet(tx: Tx, id: string) {
  const row = await tx.selectFrom('rental_fleets').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

/** The lock keeps two who write at once from both finding it free. */
async function assertNameUnique(tx: Tx, id: string, organizationId: string | null, name: string): Promise<void> {
  await lockName(tx, 'rental_fleets', organizationId ?? 'none')
  const { rows } =
    await sql`select 1 from rental_fleets where organization_id is not distinct from ${organizationId}::uuid
    and lower(name) = lower(${name}) and id <> ${id}::uuid`.execute(tx)
  if (rows.length > 0) throw new AppError('fleet_name_taken', { field: 'name' })
}

/** What a ride of the fleet needs to know of it. */
export interface FleetRules {
  id: string
  area: Corner[]
}

export async function fleetRules(tx: Tx, id: string): Promise<FleetRules> {
  const { area } = await tx.selectFrom('rental_fleets').select('area').where('id', '=', id).executeTakeFirstOrThrow()
  return { id, area: cornersOf(area) }
}
