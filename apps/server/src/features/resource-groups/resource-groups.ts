import { uuidv7 } from 'uuidv7'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { organizationRoles } from '@wheelhouse/contract/locations/locations.ts'
import type { ResourceGroup } from '@wheelhouse/contract/permissions/permissions.ts'
import type { ResourceGroupRow } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import { heldBy, pair } from '../../authz/grants.ts'
import { requirePermission } from '../../authz/authorize.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor } from '../../journal/audit.ts'
import { addAuditRecord, changedFields, publishChange } from '../../journal/journal.ts'
import type { EventDetails, Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { groupById } from './queries.ts'

export interface GroupFields {
  name: string
  description: string
  type: 'public' | 'private'
}

function recordEvent(
  ctx: Ctx,
  journal: Journal,
  { id, name }: { id: string; name: string },
  details: EventDetails<'resource-groups'>,
): void {
  addAuditRecord(journal, {
    actor: personActor(ctx),
    feature: 'resource-groups',
    resource_type: 'resource_group',
    resource_id: id,
    resource_name: name,
    visible_through_id: null,
    ...details,
  })
  publishChange(journal, 'resource_group', id, null, { through: { type: 'resource_group', id } })
}

/** Creates a group, which is born in `everything`, so its creator must hold the right there (rights: CREATE). */
export async function createGroup(ctx: Ctx, body: GroupFields): Promise<ResourceGroup> {
  const held = await heldBy(ctx.db, ctx.person.id)
  if (!held.everywhere.has(pair('resource_group', 'CREATE')))
    throw new AppError('forbidden', { missing: 'CREATE on resource_group' })
  return write(ctx, async (tx, journal) => {
    const group = { id: uuidv7(), ...body }
    await tx
      .insertInto('resource_groups')
      .values({
        ...group,
        organization_id: null,
        organization_part: null,
        created_by: ctx.person.id,
        created_at: journal.at.toISOString(),
      })
      .execute()
    recordEvent(ctx, journal, group, { verb: 'created', after: { ...body } })
    return group
  })
}

export function updateGroup(ctx: Ctx, id: string, body: GroupFields, version: number): Promise<ResourceGroupRow> {
  return write(ctx, async (tx, journal, inside) => {
    const columns = ['name', 'description', 'type', 'version'] as const
    const row = await tx
      .selectFrom('resource_groups')
      .select(columns)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new AppError('not_found')
    const { version: present, ...before } = row
    if (before.type === 'system') throw new AppError('system_group', { resource_group_id: id })
    const edit = changedFields(before, { ...body })
    // The type says who may see that the group exists.
    if (before.type !== body.type)
      await requirePermission(inside, { resource_group: ['MODIFYPERMISSIONS'] }, { type: 'resource_group', id })
    assertVersion(present, version)
    if (edit) {
      await tx
        .updateTable('resource_groups')
        .set((group) => ({ ...body, version: group('version', '+', 1) }))
        .where('id', '=', id)
        .execute()
      recordEvent(ctx, journal, { id, name: body.name }, { verb: 'updated', ...edit })
    }
    return groupById(inside, id)
  })
}

/** Each organization has a system group for each of its four parts. Returns their ids, the owner's first. */
export async function createSystemGroups(
  tx: Tx,
  journal: Journal,
  { id, name }: { id: string; name: string },
): Promise<string[]> {
  const groups = organizationRoles.map((part) => ({
    id: uuidv7(),
    name: groupName(name, part),
    description: groupDescription(name, part),
    type: 'system',
    covers_everything: false,
    organization_id: id,
    organization_part: part,
    created_by: null,
    created_at: journal.at.toISOString(),
  }))
  await tx.insertInto('resource_groups').values(groups).execute()
  for (const group of groups)
    publishChange(journal, 'resource_group', group.id, null, { through: { type: 'organization', id } })
  return groups.map((group) => group.id)
}

/** The groups of an organization carry its name, so they follow it. */
export async function renameSystemGroups(tx: Tx, journal: Journal, organization: { id: string; name: string }) {
  for (const part of organizationRoles) {
    const { id } = await tx
      .updateTable('resource_groups')
      .set((group) => ({
        name: groupName(organization.name, part),
        description: groupDescription(organization.name, part),
        version: group('version', '+', 1),
      }))
      .where('organization_id', '=', organization.id)
      .where('organization_part', '=', part)
      .returning('id')
      .executeTakeFirstOrThrow()
    publishChange(journal, 'resource_group', id, null, { through: { type: 'resource_group', id } })
  }
}

const groupName = (organization: string, part: string): string => `${organization}: ${part}`
const groupDescription = (organization: string, part: string): string => `What ${organization} has as ${part}.`
