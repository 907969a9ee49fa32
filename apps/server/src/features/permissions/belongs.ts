import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { ResourceType } from '@wheelhouse/contract/access.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { OrganizationPart } from '@wheelhouse/contract/locations/locations.ts'
import type { ResourceGroup } from '@wheelhouse/contract/permissions/permissions.ts'
import type { Ctx, Db, Tx } from '../../http/context.ts'
import { announce } from '../../platform/bus.ts'
import { deviceName } from '../devices/placed-hardware.ts'
import { personActor } from '../events/events.ts'
import { changed, note } from '../events/journal.ts'
import type { Journal } from '../events/journal.ts'
import { write } from '../events/write.ts'
import { BatchResult, finishBatch, heldBy, holdsIn, pair, pairsGrantedIn } from './grants.ts'
import type { Held } from './grants.ts'
import { groupsOfMany } from './queries.ts'
import { resourceExists, seeing } from './rights.ts'
import type { Resource } from './rights.ts'

/** A group is born in `everything`: whoever makes one must hold the right there (rights: CREATE). */
export async function createGroup(
  ctx: Ctx,
  body: { name: string; description: string; type: 'public' | 'private' },
): Promise<ResourceGroup> {
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
    note(journal, {
      actor: personActor(ctx),
      feature: 'resource-groups',
      verb: 'created',
      resource_type: 'resource_group',
      resource_id: group.id,
      resource_name: group.name,
      visible_through_id: null,
      after: body,
    })
    changed(journal, 'resource_group', group.id, null, { through: { type: 'resource_group', id: group.id } })
    return group
  })
}

export interface BelongsChange {
  resource_type: ResourceType
  resource_ids: string[]
  add: string[]
  remove: string[]
}

// Sessions and the like have no memberships of their own; groups are no members of groups.
const membersOfGroups: readonly ResourceType[] = ['location', 'device', 'organization', 'console_user', 'user']

/** Adds resources to groups and removes them, item by item; nobody hands out rights over a resource that they do not hold. */
export async function changeMembership(ctx: Ctx, change: BelongsChange): Promise<void> {
  if (!membersOfGroups.includes(change.resource_type))
    throw new AppError('follows_another', { resource_type: change.resource_type })
  const outcome = await write(ctx, async (tx, journal) => {
    const batch = new BatchResult()
    const held = await heldBy(tx, ctx.person.id)
    await checkGroups(tx, held, change)
    const granted = new Set((await Promise.all(change.add.map((id) => pairsGrantedIn(tx, id)))).flat())
    const belongs = await groupsOfMany(tx, change.resource_type, change.resource_ids)
    const existing = await existingOf(tx, change)
    const allowed = belongs.filter(({ resource_id, resource_group_ids }) => {
      const sees =
        existing.has(resource_id) &&
        holdsIn(held, resource_group_ids, pair(change.resource_type, seeing(change.resource_type)))
      if (!sees) batch.fail('not_found', { resource_id })
      else if (!holdsIn(held, resource_group_ids, pair('resource_group', 'MODIFYBELONGS')))
        batch.fail('forbidden', { resource_id })
      else if ([...granted].some((wanted) => !holdsIn(held, resource_group_ids, wanted)))
        batch.fail('role_not_held', { resource_id })
      else return true
      return false
    })
    const ids = allowed.map((item) => item.resource_id)
    await changeMembers(ctx, tx, journal, change, ids)
    return { failed: batch.failed, done: ids }
  })
  finishBatch(outcome)
}

async function checkGroups(tx: Tx, held: Held, { add, remove }: BelongsChange): Promise<void> {
  const ids = [...new Set([...add, ...remove])]
  if (ids.length === 0) return
  const groups = await tx.selectFrom('resource_groups').select(['id', 'type']).where('id', 'in', ids).execute()
  for (const id of ids) {
    const group = groups.find((one) => one.id === id)
    if (!group || !holdsIn(held, [id], pair('resource_group', 'GET'))) throw new AppError('not_found')
    if (!holdsIn(held, [id], pair('resource_group', 'MODIFYBELONGS')))
      throw new AppError('forbidden', { missing: 'MODIFYBELONGS on resource_group' })
    if (group.type === 'system') throw new AppError('system_group', { resource_group_id: id })
  }
}

async function existingOf(tx: Tx, { resource_type, resource_ids }: BelongsChange): Promise<Set<string>> {
  const parts = resource_ids.map(
    (id) => sql`select ${id}::text as id where ${resourceExists({ type: resource_type, id })}`,
  )
  const { rows } = await sql<{ id: string }>`${sql.join(parts, sql` union all `)}`.execute(tx)
  return new Set(rows.map((row) => row.id))
}

async function changeMembers(ctx: Ctx, tx: Tx, journal: Journal, change: BelongsChange, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const { resource_type, add, remove } = change
  if (add.length > 0) {
    const members = ids.flatMap((resource_id) => add.map((group_id) => ({ resource_type, resource_id, group_id })))
    await tx
      .insertInto('resource_group_members')
      .values(members)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  if (remove.length > 0)
    await tx
      .deleteFrom('resource_group_members')
      .where('resource_type', '=', resource_type)
      .where('resource_id', 'in', ids)
      .where('group_id', 'in', remove)
      .execute()
  await tellOfMembers(ctx, tx, journal, change, ids)
  // Whoever holds a role in these groups sees more or less now.
  await announce(tx, { kind: 'rights', person_ids: null })
}

/** In the history of the thing, a location's and a device's in that of the location: groups by the names that they have now. */
async function tellOfMembers(
  ctx: Ctx,
  tx: Tx,
  journal: Journal,
  { resource_type, add, remove }: BelongsChange,
  ids: string[],
): Promise<void> {
  const things = await placedThings(tx, resource_type, ids)
  const groups = tx.selectFrom('resource_groups').select(['id', 'name'])
  const rows = add.length + remove.length === 0 ? [] : await groups.where('id', 'in', [...add, ...remove]).execute()
  const named = (wanted: string[]) => wanted.map((id) => rows.find((row) => row.id === id)?.name ?? id)
  const after = { added: named(add), added_ids: add, removed: named(remove), removed_ids: remove }
  for (const id of ids) {
    const { name = null, location_id = null } = things.get(id) ?? {}
    const where = { resource_type, resource_id: id, resource_name: name, visible_through_id: location_id }
    note(journal, { actor: personActor(ctx), feature: 'resource-groups', verb: 'belongs_changed', ...where, after })
  }
}

interface PlacedThing {
  id: string
  name: string
  location_id: string
}

/** The words of a screen, and the location through which it is seen; nothing of what stands at none. */
async function placedThings(tx: Tx, type: ResourceType, ids: string[]): Promise<Map<string, PlacedThing>> {
  if (type !== 'location' && type !== 'device') return new Map()
  if (type === 'location') {
    const rows = await tx
      .selectFrom('locations')
      .select(['id', 'label as name', 'id as location_id'])
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map((row) => [row.id, row]))
  }
  const rows = await tx
    .selectFrom('devices')
    .select(['id', 'type', 'number', 'location_id'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, location_id, ...device }) => [id, { id, location_id, name: deviceName(device) }]))
}

/** A new thing belongs to the group in which it is born, from its own transaction on. */
export async function joinGroup(tx: Tx, { type, id }: Resource, groupId: string): Promise<void> {
  await tx
    .insertInto('resource_group_members')
    .values({ resource_type: type, resource_id: id, group_id: groupId })
    .execute()
}

/** What is deleted belongs nowhere. Answers where it belonged: who saw it there still hears that it is gone. */
export async function leaveGroups(tx: Tx, { type, id }: Resource): Promise<string[]> {
  const rows = await tx
    .deleteFrom('resource_group_members')
    .where('resource_type', '=', type)
    .where('resource_id', '=', id)
    .returning('group_id')
    .execute()
  return rows.map((row) => row.group_id)
}

/** Where things of an organization are born. */
export async function ownerGroupOf(db: Db, organizationId: string): Promise<string | undefined> {
  const group = await db
    .selectFrom('resource_groups')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('organization_part', '=', 'owner')
    .executeTakeFirst()
  return group?.id
}

/** Where a thing of an organization is born: its owner group. Of nobody's organization: what covers everything (rights: CREATE). */
export async function birthGroupOf(tx: Tx, organizationId: string | null): Promise<string> {
  const everything = tx.selectFrom('resource_groups').select('id').where('covers_everything', '=', true)
  const id =
    organizationId === null ? (await everything.executeTakeFirst())?.id : await ownerGroupOf(tx, organizationId)
  if (id === undefined) throw new AppError('not_found')
  return id
}

/**
 * A location belongs to the system group of each organization in its part, and to no other system group of a part; groups that
 * it was added to stay. Answers the groups that it left and those that it joined.
 */
export async function joinOrganizations(
  tx: Tx,
  { type, id }: Resource,
  organizations: Record<OrganizationPart, string | null>,
): Promise<{ left: string[]; joined: string[] }> {
  const wanted = sql`select g.id from resource_groups g join jsonb_each_text(${JSON.stringify(organizations)}::jsonb) o
    on o.value is not null and g.organization_id = o.value::uuid and g.organization_part = o.key`
  const left = await sql<{ group_id: string }>`
    delete from resource_group_members m using resource_groups g where m.resource_type = ${type} and m.resource_id = ${id}::uuid
      and g.id = m.group_id and g.organization_part is not null and g.id not in (${wanted}) returning m.group_id`.execute(
    tx,
  )
  const joined = await sql<{
    group_id: string
  }>`insert into resource_group_members (resource_type, resource_id, group_id)
    select ${type}, ${id}::uuid, w.id from (${wanted}) w on conflict do nothing returning group_id`.execute(tx)
  return { left: left.rows.map((row) => row.group_id), joined: joined.rows.map((row) => row.group_id) }
}

/**
 * The thing belongs to these parts of the organization and to no other part of it; groups that it was added to stay.
 * Answers the groups that it left, whose readers still have to hear of it.
 */
export async function joinParts(
  tx: Tx,
  { type, id }: Resource,
  organizationId: string | null,
  parts: readonly OrganizationPart[],
): Promise<string[]> {
  if (organizationId === null) return []
  const ofOrganization = sql`select id, organization_part from resource_groups where organization_id = ${organizationId}::uuid`
  await sql`insert into resource_group_members (resource_type, resource_id, group_id)
    select ${type}, ${id}::uuid, g.id from (${ofOrganization}) g where g.organization_part = any(${[...parts]}::text[]) on conflict do nothing`.execute(
    tx,
  )
  const { rows } = await sql<{ group_id: string }>`
    delete from resource_group_members m using (${ofOrganization}) g where m.resource_type = ${type} and m.resource_id = ${id}::uuid
      and m.group_id = g.id and not g.organization_part = any(${[...parts]}::text[]) returning m.group_id`.execute(tx)
  return rows.map((row) => row.group_id)
}
