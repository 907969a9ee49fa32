import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Role } from '@wheelhouse/contract/permissions/permissions.ts'
import type { RoleBody } from '@wheelhouse/contract/roles/roles.ts'
import { requireCreate } from '../../authz/authorize.ts'
import { initialGroupOf, ownerGroupOf } from '../../authz/group-membership.ts'
import { hasSuperadmin, heldBy, holdsIn, pair, pairsOfRoles } from '../../authz/grants.ts'
import type { Held } from '../../authz/grants.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor } from '../../journal/audit.ts'
import { addAuditRecord, changedFields, publishChange } from '../../journal/journal.ts'
import type { EventDetails, Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { endViewsOf } from '../view-as/view-as.ts'
import { announce } from '../../platform/bus.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { lockName } from '../../platform/locks.ts'
import { roleById } from './queries.ts'

/** Makes a role of the creator's organization out of actions that the creator holds somewhere. Giving it asks again, group by group. */
export function createRole(ctx: Ctx, body: RoleBody): Promise<Role> {
  return write(ctx, async (tx, journal, inside) => {
    const { organization_id } = ctx.person
    const groupId = await initialGroupOf(tx, organization_id)
    await requireCreate(inside, 'permission', groupId)
    const held = await heldBy(tx, ctx.person.id)
    assertCategory(held, body, 'CREATE')
    assertHeldSomewhere(held, pairsIn(body))
    const id = uuidv7()
    const { actions: _, ...fields } = body
    const row = { id, ...fields, organization_id, created_by: ctx.person.id, created_at: journal.at.toISOString() }
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('roles')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) throw new AppError('role_name_taken', { field: 'name' })
    await insertActions(tx, id, pairsIn(body))
    await recordEvent(
      ctx,
      tx,
      journal,
      { id, name: body.name, organization_id },
      { verb: 'created', after: shown(body) },
    )
    return roleById(tx, id)
  })
}

/** What changes counts for everyone who holds the role, so it must be held in each of their groups. */
export function updateRole(ctx: Ctx, id: string, body: RoleBody, version: number): Promise<Role> {
  return write(ctx, async (tx, journal) => {
    const before = await lockRole(tx, id)
    if (before.is_default) throw new AppError('role_is_default')
    const held = await heldBy(tx, ctx.person.id)
    assertCategory(held, before, 'UPDATE')
    assertCategory(held, body, 'UPDATE')
    assertVersion(before.version, version)
    const after = new Set(pairsIn(body))
    const former = new Set((await pairsOfRoles(tx, [id])).get(id) ?? [])
    const added = [...after].filter((one) => !former.has(one))
    const removed = [...former].filter((one) => !after.has(one))
    assertHeldSomewhere(held, added)
    await assertHeldWhereGranted(tx, held, id, [...added, ...removed])
    await assertNameFree(tx, id, body.name)
    await changeActions(tx, id, added, removed)
    const { name, category, description } = body
    await tx
      .updateTable('roles')
      .set((row) => ({ name, category, description, version: row('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    if (removed.some((one) => one.endsWith(' MODIFY_SUPERADMIN_FIELDS')) && !(await hasSuperadmin(tx)))
      throw new AppError('last_superadmin')
    const edit = changedFields(before, { name, category, description })
    await recordEvent(
      ctx,
      tx,
      journal,
      { id, name, organization_id: before.organization_id },
      { verb: 'updated', before: { ...edit?.before, removed }, after: { ...edit?.after, added } },
    )
    await announceHolders(tx, id)
    return roleById(tx, id)
  })
}

/** A role that people hold is taken away from them first, one by one and on the record. */
export function deleteRole(ctx: Ctx, id: string, version: number): Promise<null> {
  return write(ctx, async (tx, journal) => {
    const { organization_id, name, ...row } = await lockRole(tx, id)
    if (row.is_default) throw new AppError('role_is_default')
    await endViewsOf(personActor(ctx), tx, journal, sql<boolean>`v.role_id = ${id}::uuid`)
    const grant = tx.selectFrom('role_grants').select('person_id').where('role_id', '=', id)
    if (await grant.limit(1).executeTakeFirst()) throw new AppError('role_in_use')
    assertVersion(row.version, version)
    await tx.deleteFrom('role_actions').where('role_id', '=', id).execute()
    await tx.deleteFrom('roles').where('id', '=', id).execute()
    await recordEvent(ctx, tx, journal, { id, name, organization_id }, { verb: 'deleted' })
    return null
  })
}

const pairsIn = ({ actions }: RoleBody): string[] =>
  Object.entries(actions).flatMap(([type, some]) => [...new Set(some)].map((action) => pair(type, action)))

/** As events keep it: the actions of each type in one line. */
const shown = ({ actions, ...fields }: RoleBody) => ({
  ...fields,
  actions: Object.entries(actions).map(([type, some]) => `${type}: ${(some ?? []).join(', ')}`),
})

/**
 * Internal roles are for the provider's staff, so only the provider makes them, and only the provider gives one another
 * category: that would take the second factor away from its holders.
 */
function assertCategory(held: Held, { category }: { category: string | null }, action: 'CREATE' | 'UPDATE'): void {
  if (category === 'INTERNAL' && !held.everywhere.has(pair('permission', action)))
    throw new AppError('forbidden', { missing: `${action} on permission over everything`, field: 'category' })
}

function assertHeldSomewhere(held: Held, pairs: readonly string[]): void {
  const groups = [...held.byGroup.keys()]
  const missing = pairs.find((wanted) => !holdsIn(held, groups, wanted))
  if (missing !== undefined) throw new AppError('role_not_held', { missing })
}

async function assertHeldWhereGranted(tx: Tx, held: Held, id: string, pairs: readonly string[]): Promise<void> {
  const grants = tx
    .selectFrom('role_grants')
    .select('group_id')
    .distinct()
    .where('role_id', '=', id)
    .where('view_id', 'is', null)
  for (const { group_id } of await grants.execute())
    if (pairs.some((wanted) => !holdsIn(held, [group_id], wanted)))
      throw new AppError('role_not_held', { resource_group_id: group_id })
}

/** The lock is that of every change of roles: a grant at the same time would escape the check of its group. */
async function lockRole(tx: Tx, id: string) {
  await lockName(tx, 'role_grants')
  const row = await tx
    .selectFrom('roles')
    .select(['name', 'category', 'description', 'version', 'organization_id', 'created_by'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  const { created_by, ...role } = row
  return { ...role, is_default: created_by === null }
}

async function assertNameFree(tx: Tx, id: string, name: string): Promise<void> {
  const other = await tx
    .selectFrom('roles')
    .select('id')
    .where('name', '=', name)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other) throw new AppError('role_name_taken', { field: 'name' })
}

const rowOf = (role_id: string, right: string) => {
  const [resource_type = '', action = ''] = right.split(' ')
  return { role_id, resource_type, action }
}

async function insertActions(tx: Tx, id: string, pairs: readonly string[]): Promise<void> {
  if (pairs.length > 0)
    await tx
      .insertInto('role_actions')
      .values(pairs.map((one) => rowOf(id, one)))
      .execute()
}

async function changeActions(tx: Tx, id: string, added: readonly string[], removed: readonly string[]): Promise<void> {
  await insertActions(tx, id, added)
  if (removed.length === 0) return
  await tx
    .deleteFrom('role_actions')
    .where('role_id', '=', id)
    .where(sql<boolean>`(resource_type || ' ' || action) = any(${[...removed]}::text[])`)
    .execute()
}

async function announceHolders(tx: Tx, id: string): Promise<void> {
  const rows = await tx.selectFrom('role_grants').select('person_id').distinct().where('role_id', '=', id).execute()
  const person_ids = rows.map((row) => row.person_id)
  if (person_ids.length > 0) await announce(tx, { kind: 'rights', person_ids })
}

async function recordEvent(
  ctx: Ctx,
  tx: Tx,
  journal: Journal,
  { id, name, organization_id }: { id: string; name: string; organization_id: string | null },
  details: EventDetails<'roles'>,
): Promise<void> {
  addAuditRecord(journal, {
    actor: personActor(ctx),
    feature: 'roles',
    resource_type: 'permission',
    resource_id: id,
    resource_name: name,
    visible_through_id: null,
    ...details,
  })
  // A role has no membership rows: its readers are found by the owner group of its organization.
  const group = organization_id === null ? undefined : await ownerGroupOf(tx, organization_id)
  publishChange(journal, 'role', id, null, { through: { type: 'permission', id, group_ids: group ? [group] : [] } })
}
