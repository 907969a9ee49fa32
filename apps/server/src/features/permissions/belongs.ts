import { sql } from 'kysely'
import type { ResourceType } from '@wheelhouse/contract/access.ts'
import { AppError, BatchFailure } from '@wheelhouse/contract/errors.ts'
import type { changeManyBelongs } from '@wheelhouse/contract/permissions/bulk-belongs.ts'
import { memberTypes } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import type { BodyOf, BulkReply } from '@wheelhouse/contract/route.ts'
import type { Ctx, Db, Tx } from '../../platform/context.ts'
import { announce } from '../../platform/bus.ts'
import { deviceName } from '../hardware-state/placed-hardware.ts'
import { personActor } from '../../journal/audit.ts'
import { addAuditRecord, publishChange } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { addMembers, removeMembers } from '../../authz/group-membership.ts'
import { BatchResult, finishBatch, heldBy, holdsIn, pair, pairsGrantedIn } from '../../authz/grants.ts'
import type { Held } from '../../authz/grants.ts'
import { bulk, bulkAction } from '../background-jobs/bulk.ts'
import { groupsOfMany } from './queries.ts'
import { resourceExists, readAction } from '../../authz/rights.ts'

export interface BelongsChange {
  resource_type: ResourceType
  resource_ids: string[]
  add: string[]
  remove: string[]
}

// Sessions and the like have no memberships of their own; groups are no members of groups.
const membersOfGroups: readonly ResourceType[] = [...memberTypes, 'user']

/** Adds resources to groups and removes them, item by item; nobody hands out rights over a resource that they do not hold. */
export async function changeMembership(ctx: Ctx, change: BelongsChange): Promise<void> {
  finishBatch(await changedItems(ctx, change))
}

function changedItems(ctx: Ctx, change: BelongsChange): Promise<Pick<BatchResult, 'failed' | 'done'>> {
  if (!membersOfGroups.includes(change.resource_type))
    throw new AppError('follows_another', { resource_type: change.resource_type })
  return write(ctx, async (tx, journal) => {
    const held = await heldBy(tx, ctx.person.id)
    await checkGroups(tx, held, change)
    const { failed, done } = await checkItems(tx, held, change)
    await changeMembers(ctx, tx, journal, change, done)
    return { failed, done }
  })
}

async function checkItems(tx: Tx, held: Held, change: BelongsChange): Promise<BatchResult> {
  const batch = new BatchResult()
  const granted = (await Promise.all(change.add.map((id) => pairsGrantedIn(tx, id)))).flat()
  // Of what is held over everything no item needs to be asked: thousands of items would each ask a hundred rights.
  const asked = [...new Set(granted)].filter((wanted) => !held.everywhere.has(wanted))
  const belongs = await groupsOfMany(tx, change.resource_type, change.resource_ids)
  const existing = await existingOf(tx, change)
  const seen = pair(change.resource_type, readAction(change.resource_type))
  for (const { resource_id, resource_group_ids } of belongs) {
    const holds = (wanted: string): boolean => holdsIn(held, resource_group_ids, wanted)
    if (!existing.has(resource_id) || !holds(seen)) batch.fail('not_found', { resource_id })
    else if (!holds(pair('resource_group', 'MODIFYBELONGS'))) batch.fail('forbidden', { resource_id })
    else if (!asked.every(holds)) batch.fail('role_not_held', { resource_id })
    else batch.done.push(resource_id)
  }
  return batch
}

async function checkGroups(tx: Db, held: Held, { add, remove }: Pick<BelongsChange, 'add' | 'remove'>): Promise<void> {
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
  const id = sql<string>`i.id`
  const { rows } = await sql<{ id: string }>`select i.id from unnest(${resource_ids}::uuid[]) i(id)
    where ${resourceExists({ type: resource_type, id })}`.execute(tx)
  return new Set(rows.map((row) => row.id))
}

async function changeMembers(ctx: Ctx, tx: Tx, journal: Journal, change: BelongsChange, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const { resource_type, add, remove } = change
  await addMembers(tx, resource_type, ids, add, { at: journal.at, by: ctx.person.id })
  await removeMembers(tx, resource_type, ids, remove)
  await recordMembershipChange(ctx, tx, journal, change, ids)
  for (const id of new Set([...add, ...remove]))
    publishChange(journal, 'resource_group', id, null, { through: { type: 'resource_group', id } })
  // Who holds a role in these groups may now see more or less; for all others nothing changed.
  const person_ids = await peopleIn(tx, [...add, ...remove])
  if (person_ids.length > 0) await announce(tx, { kind: 'rights', person_ids })
}

async function peopleIn(tx: Tx, groupIds: string[]): Promise<string[]> {
  if (groupIds.length === 0) return []
  const grants = tx.selectFrom('role_grants').select('person_id').distinct()
  const rows = await grants.where('group_id', 'in', groupIds).execute()
  return rows.map((row) => row.person_id)
}

/** In the history of the thing, a location's and a device's in that of the location: groups by the names that they have now. */
async function recordMembershipChange(
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
    addAuditRecord(journal, {
      actor: personActor(ctx),
      feature: 'resource-groups',
      verb: 'belongs_changed',
      ...where,
      after,
    })
  }
}

/** One parameter, however many there are: PostgreSQL takes no more than 65,535 of them. */
const isOneOf = (ids: string[]) => sql<boolean>`id = any(${ids}::uuid[])`

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
      .where(isOneOf(ids))
      .execute()
    return new Map(rows.map((row) => [row.id, row]))
  }
  const rows = await tx
    .selectFrom('devices')
    .select(['id', 'type', 'number', 'location_id'])
    .where(isOneOf(ids))
    .execute()
  return new Map(rows.map(({ id, location_id, ...device }) => [id, { id, location_id, name: deviceName(device) }]))
}

type BulkMembers = BodyOf<typeof changeManyBelongs>
type Groups = Pick<BulkMembers, 'add' | 'remove'>

/** A refused item is reported by its own code, as when it is changed alone. */
async function changeOne(ctx: Ctx, type: ResourceType, id: string, { add, remove }: Groups): Promise<void> {
  try {
    await changeMembership(ctx, { resource_type: type, resource_ids: [id], add, remove })
  } catch (error) {
    const [refusal] = error instanceof BatchFailure ? error.error_results : []
    throw refusal ? new AppError(refusal.error_code) : error
  }
}

/** Thousands in a few statements; refused ones are reported by their own code, as when they are changed alone. */
async function changeMany(ctx: Ctx, resource_type: ResourceType, resource_ids: string[], { add, remove }: Groups) {
  const { failed } = await changedItems(ctx, { resource_type, resource_ids, add, remove })
  return failed.map(({ resource_id, ...refusal }) => ({ id: String(resource_id), ...refusal }))
}

const changeGroupsOf = {
  location: bulkAction<Groups>({
    name: 'resource-groups.change-locations',
    title: 'Change resource groups of locations',
    type: 'location',
    needs: { resource_group: ['MODIFYBELONGS'] },
    each: (ctx, id, groups) => changeOne(ctx, 'location', id, groups),
    many: (ctx, ids, groups) => changeMany(ctx, 'location', ids, groups),
  }),
  device: bulkAction<Groups>({
    name: 'resource-groups.change-devices',
    title: 'Change resource groups of devices',
    type: 'device',
    needs: { resource_group: ['MODIFYBELONGS'] },
    each: (ctx, id, groups) => changeOne(ctx, 'device', id, groups),
    many: (ctx, ids, groups) => changeMany(ctx, 'device', ids, groups),
  }),
}

/** The groups themselves are checked before anything starts, so that a job of thousands does not fail thousands of times. */
export async function changeManyMemberships(ctx: Ctx, body: BulkMembers): Promise<BulkReply> {
  const { resource_type, target, add, remove } = body
  await checkGroups(ctx.db, await heldBy(ctx.db, ctx.person.id), { add, remove })
  return bulk(ctx, changeGroupsOf[resource_type], target, { add, remove })
}
