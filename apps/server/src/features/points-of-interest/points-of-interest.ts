import { uuidv7 } from 'uuidv7'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { rolesOfLevel, pointFieldNames } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import type {
  PointOfInterest,
  PointOfInterestBody,
} from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { assertVersion } from '../../http/versions.ts'
import { bulkAction } from '../background-jobs/bulk.ts'
import { personActor } from '../../journal/audit.ts'
import { publishChange, changedFields, addAuditRecord } from '../../journal/journal.ts'
import type { Journal, EventDetails } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { hasRights, requirePermission, requireCreate } from '../../authz/authorize.ts'
import { initialGroupOf, setOrganizationRoles, removeFromGroups } from '../../authz/group-membership.ts'
import type { Resource } from '../../authz/rights.ts'
import { lockName } from '../../platform/locks.ts'
import { pointList } from './queries.ts'

const pointResource = (id: string): Resource => ({ type: 'point_of_interest', id })

/** Records the event and notifies everyone who sees the point now or saw it before (`formerGroups`). */
function recordEvent(
  ctx: Ctx,
  journal: Journal,
  { id, label }: { id: string; label: string },
  details: EventDetails<'points-of-interest'>,
  formerGroups: string[] = [],
): void {
  addAuditRecord(journal, {
    actor: personActor(ctx),
    feature: 'points-of-interest',
    resource_type: 'point_of_interest',
    resource_id: id,
    resource_name: label,
    visible_through_id: null,
    verb: details.verb,
    before: withoutLocation(details.before),
    after: withoutLocation(details.after),
  })
  publishChange(journal, 'point_of_interest', id, null, { through: { ...pointResource(id), group_ids: formerGroups } })
}

type Fields = EventDetails<'points-of-interest'>['before']

/** Who reads the event need not see the location: the point itself says which, to those who do. */
function withoutLocation(fields: Fields): Fields {
  if (!fields) return fields
  const { location_id: _, ...rest }: Record<string, unknown> = fields
  return rest
}

export function createPoint(ctx: Ctx, body: PointOfInterestBody): Promise<PointOfInterest> {
  return write(ctx, async (tx, journal, inside) => {
    const { organization_id } = ctx.person
    await requireCreate(inside, 'point_of_interest', await initialGroupOf(tx, organization_id))
    const id = uuidv7()
    const location_id = await locationFor(inside, body.location_id, null)
    await assertExternalIdUnique(tx, id, organization_id, body.external_id)
    const at = journal.at.toISOString()
    await tx
      .insertInto('points_of_interest')
      .values({ id, organization_id, ...body, location_id, created_at: at, updated_at: at })
      .execute()
    await setOrganizationRoles(tx, pointResource(id), organization_id, rolesOfLevel[body.access_level])
    recordEvent(ctx, journal, { id, label: body.label }, { verb: 'created', after: body })
    return pointList.get(inside, id)
  })
}

export function updatePoint(
  ctx: Ctx,
  id: string,
  body: PointOfInterestBody,
  version: number,
): Promise<PointOfInterest> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await lockPoint(tx, id)
    assertVersion(before.version, version)
    const after = { ...body, location_id: await locationFor(inside, body.location_id, before.location_id) }
    const edit = changedFields(before, after)
    if (!edit) return pointList.get(inside, id)
    await assertExternalIdUnique(tx, id, before.organization_id, after.external_id)
    await tx
      .updateTable('points_of_interest')
      .set((row) => ({ ...after, updated_at: journal.at.toISOString(), version: row('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    const formerGroups = await setOrganizationRoles(
      tx,
      pointResource(id),
      before.organization_id,
      rolesOfLevel[after.access_level],
    )
    recordEvent(ctx, journal, { id, label: after.label }, { verb: 'updated', ...edit }, formerGroups)
    return pointList.get(inside, id)
  })
}

/** One of many is deleted as it stands, without a version. */
export function deletePoint(ctx: Ctx, id: string, version?: number): Promise<null> {
  return write(ctx, async (tx, journal) => {
    const { version: present, organization_id: _, ...before } = await lockPoint(tx, id)
    assertVersion(present, version)
    await tx.deleteFrom('points_of_interest').where('id', '=', id).execute()
    recordEvent(
      ctx,
      journal,
      { id, label: before.label },
      { verb: 'deleted', before },
      await removeFromGroups(tx, pointResource(id)),
    )
    return null
  })
}

export const deletePoints = bulkAction({
  name: 'points-of-interest.delete',
  title: 'Delete points of interest',
  type: 'point_of_interest',
  needs: { point_of_interest: ['DELETE'] },
  each: (ctx, id) => deletePoint(ctx, id),
  isGone: async ({ db }, id) =>
    !(await db.selectFrom('points_of_interest').select('id').where('id', '=', id).executeTakeFirst()),
})

/** The fields that an edit may change, with the version and the organization that it may not. */
async function lockPoint(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('points_of_interest')
    .select([...pointFieldNames, 'version', 'organization_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

/**
 * A location that the writer does not see is not found. If the point already has such a location, the form showed none,
 * so `null` must keep it instead of removing it.
 */
async function locationFor(ctx: Ctx, wanted: string | null, before: string | null): Promise<string | null> {
  if (wanted !== null) {
    await requirePermission(ctx, {}, { type: 'location', id: wanted })
    return wanted
  }
  if (before === null) return null
  const [isSeen] = await hasRights(ctx, [['location', 'GET']], { type: 'location', id: before })
  return isSeen ? null : before
}

/** The lock keeps two who write at once from both finding it free. */
async function assertExternalIdUnique(
  tx: Tx,
  id: string,
  organizationId: string | null,
  externalId: string,
): Promise<void> {
  if (externalId === '') return
  await lockName(tx, 'points_of_interest', externalId)
  const other = await tx
    .selectFrom('points_of_interest')
    .select('id')
    .where('external_id', '=', externalId)
    .where('organization_id', organizationId === null ? 'is' : '=', organizationId)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other) throw new AppError('external_id_taken', { field: 'external_id' })
}
