import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { organizationRoles } from '@wheelhouse/contract/locations/locations.ts'
import type { PublicArea, PublicAreaBody } from '@wheelhouse/contract/public-areas/public-areas.ts'
import { requireCreate, requirePermission } from '../../authz/authorize.ts'
import { initialGroupOf, removeFromGroups, setOrganizationRoles } from '../../authz/group-membership.ts'
import type { Resource } from '../../authz/rights.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor } from '../../journal/audit.ts'
import { addAuditRecord, changedFields, publishChange } from '../../journal/journal.ts'
import type { EventDetails, Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import type { FormerParts } from '../lock-targets/former-parts.ts'
import { holdLocations } from '../lock-targets/judge-targets.ts'
import { checkArea } from './checks.ts'
import { areaList } from './queries.ts'

const areaResource = (id: string): Resource => ({ type: 'public_area', id })

/** Records the event and notifies everyone who sees the area now or saw it before (`formerGroups`). */
function recordEvent(
  ctx: Ctx,
  journal: Journal,
  { id, name }: { id: string; name: string },
  details: EventDetails<'public-areas'>,
  formerGroups: string[] = [],
): void {
  addAuditRecord(journal, {
    actor: personActor(ctx),
    feature: 'public-areas',
    resource_type: 'public_area',
    resource_id: id,
    resource_name: name,
    visible_through_id: null,
    ...details,
  })
  publishChange(journal, 'public_area', id, null, { through: { ...areaResource(id), group_ids: formerGroups } })
}

/** Everyone who works with the owner in any role sees its areas, as they see its fleets. */
export function createArea(ctx: Ctx, body: PublicAreaBody): Promise<PublicArea> {
  return write(ctx, async (tx, journal, inside) => {
    await requireOwner(inside, tx, body.organization_id)
    await holdLocations(tx, body)
    const { location_ids, ...fields } = body
    const id = uuidv7()
    const at = journal.at.toISOString()
    await tx
      .insertInto('public_areas')
      .values({ id, ...fields, created_at: at, updated_at: at })
      .execute()
    await setLocations(inside, tx, id, location_ids)
    await setOrganizationRoles(tx, areaResource(id), body.organization_id, organizationRoles)
    const after = factsOf(await lockArea(tx, id))
    recordEvent(ctx, journal, { id, name: body.name }, { verb: 'created', after })
    await ctx.jobs.send(tx, checkArea, { area_id: id })
    return areaList.get(inside, id)
  })
}

export function updateArea(ctx: Ctx, id: string, body: PublicAreaBody, version: number): Promise<PublicArea> {
  return write(ctx, async (tx, journal, inside) => {
    await holdLocations(tx, body)
    const before = await lockArea(tx, id)
    assertVersion(before.version, version)
    const { location_ids, ...fields } = body
    const formerGroups = await changeOwner(inside, tx, before, body.organization_id)
    await setLocations(inside, tx, id, location_ids)
    await tx.updateTable('public_areas').set(fields).where('id', '=', id).execute()
    const after = await lockArea(tx, id)
    const edit = changedFields(factsOf(before), factsOf(after))
    if (!edit && String(before.ids) === String(after.ids)) return areaList.get(inside, id)
    await touch(tx, journal, id)
    const facts = edit ?? { before: null, after: { locations: after.ids.length } }
    recordEvent(ctx, journal, { id, name: body.name }, { verb: 'updated', ...facts }, formerGroups)
    await ctx.jobs.send(tx, checkArea, { area_id: id })
    return areaList.get(inside, id)
  })
}

/** Its feeds are gone with it, at their next read. */
export function deleteArea(ctx: Ctx, id: string, version: number): Promise<null> {
  return write(ctx, async (tx, journal) => {
    const before = await lockArea(tx, id)
    assertVersion(before.version, version)
    await tx.deleteFrom('public_areas').where('id', '=', id).execute()
    const formerGroups = await removeFromGroups(tx, areaResource(id))
    recordEvent(ctx, journal, { id, name: before.name }, { verb: 'deleted', before: factsOf(before) }, formerGroups)
    return null
  })
}

/**
 * Takes a location out of the areas of organizations that have left it: they would go on publishing it under their own name and
 * contact. An area that has no location left publishes none.
 */
export async function removeLocationOfFormer(ctx: Ctx, tx: Tx, journal: Journal, former: FormerParts): Promise<void> {
  const { location_id, organization_ids } = former
  const { rows } = await sql<{ id: string }>`select a.id from public_areas a
      join public_area_locations x on x.area_id = a.id and x.location_id = ${location_id}::uuid
    where a.organization_id = any(${[...organization_ids]}::uuid[]) order by a.id`.execute(tx)
  for (const { id } of rows) {
    const before = factsOf(await lockArea(tx, id))
    await sql`delete from public_area_locations where area_id = ${id}::uuid and location_id = ${location_id}::uuid`.execute(
      tx,
    )
    await touch(tx, journal, id)
    const facts = { before: { locations: before.locations }, after: { locations: before.locations - 1 } }
    recordEvent(ctx, journal, { id, name: before.name }, { verb: 'updated', ...facts })
    await ctx.jobs.send(tx, checkArea, { area_id: id })
  }
}

/** Publishing in the name of an organization takes the right there, and the organization must be visible. */
async function requireOwner(inside: Ctx, tx: Tx, organizationId: string): Promise<void> {
  await requirePermission(inside, {}, { type: 'organization', id: organizationId })
  await requireCreate(inside, 'public_area', await initialGroupOf(tx, organizationId), 'public-area:create')
}

type Locked = Awaited<ReturnType<typeof lockArea>>

async function touch(tx: Tx, journal: Journal, id: string): Promise<void> {
  await tx
    .updateTable('public_areas')
    .set((row) => ({ updated_at: journal.at.toISOString(), version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Answers the groups that the area left. */
async function changeOwner(inside: Ctx, tx: Tx, { id, organization_id }: Locked, to: string): Promise<string[]> {
  if (organization_id === to) return []
  await requireOwner(inside, tx, to)
  const formerGroups = await setOrganizationRoles(tx, areaResource(id), organization_id, [])
  await setOrganizationRoles(tx, areaResource(id), to, organizationRoles)
  return formerGroups
}

async function lockArea(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('public_areas as a')
    .innerJoin('organizations as o', 'o.id', 'a.organization_id')
    .select(['a.id', 'a.name', 'a.description', 'a.organization_id', 'o.name as organization_name', 'a.version'])
    .select(
      sql<
        string[]
      >`array(select x.location_id::text from public_area_locations x where x.area_id = a.id order by 1)`.as('ids'),
    )
    .where('a.id', '=', id)
    .forUpdate('a')
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

/** Who reads the event need not see each location, so it says how many there are. */
const factsOf = ({ name, description, organization_name, ids }: Locked) => ({
  name,
  description,
  organization_name,
  locations: ids.length,
})

/** A location that the writer does not see is not found; those that are there already and not seen stay. */
async function setLocations(inside: Ctx, tx: Tx, areaId: string, wanted: readonly string[]): Promise<void> {
  const ids = [...new Set(wanted)]
  const isSeen = rowIsVisible(inside, 'location', 'GET', 'location', sql`l.id`)
  const { rows } = await sql<{ seen: number }>`select count(*) as seen from locations l
    where l.id = any(${ids}::uuid[]) and ${isSeen}`.execute(tx)
  if (rows[0]?.seen !== ids.length) throw new AppError('not_found', { field: 'location_ids' })
  await sql`delete from public_area_locations x using locations l where l.id = x.location_id
    and x.area_id = ${areaId}::uuid and x.location_id <> all(${ids}::uuid[]) and ${isSeen}`.execute(tx)
  await sql`insert into public_area_locations (area_id, location_id)
    select ${areaId}::uuid, unnest(${ids}::uuid[]) on conflict do nothing`.execute(tx)
}
