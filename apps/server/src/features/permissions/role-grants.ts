import { sql } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { announce } from '../../platform/bus.ts'
import { personActor } from '../../journal/audit.ts'
import { publishChange, addAuditRecord } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import {
  BatchResult,
  finishBatch,
  heldBy,
  holdsIn,
  pair,
  pairsOfRoles,
  roleIsVisible,
  superadminGrants,
} from '../../authz/grants.ts'
import type { Held } from '../../authz/grants.ts'
import { lockName } from '../../platform/locks.ts'
import { groupsOfMany } from './queries.ts'

export interface RolesChange {
  /** People. */
  resource_ids: string[]
  resource_group_id: string
  add: string[]
  remove: string[]
}

/** Gives and takes roles in one group. Nobody grants or takes what they do not hold there themselves. */
export async function changeRoleGrants(ctx: Ctx, change: RolesChange): Promise<void> {
  const outcome = await write(ctx, async (tx, journal) => {
    const batch = new BatchResult()
    // One change of rights at a time: two that each keep "a last superadmin" could together remove both.
    await lockName(tx, 'role_grants')
    const held = await heldBy(tx, ctx.person.id)
    await checkGroup(tx, held, change.resource_group_id)
    await checkRoles(tx, ctx.person.id, held, change)
    const belongs = await groupsOfMany(tx, 'console_user', change.resource_ids)
    const people = await tx
      .selectFrom('console_users')
      .select(['id', 'name'])
      .where('id', 'in', change.resource_ids)
      .execute()
    for (const { resource_id, resource_group_ids } of belongs) {
      const person = people.find((one) => one.id === resource_id)
      if (!person || !holdsIn(held, resource_group_ids, pair('console_user', 'GET')))
        batch.fail('not_found', { resource_id })
      else if (!holdsIn(held, resource_group_ids, pair('console_user', 'MODIFYROLES')))
        batch.fail('forbidden', { resource_id })
      else if (await wouldLoseLastSuperadmin(tx, change, resource_id)) batch.fail('last_superadmin', { resource_id })
      else {
        await changeGrants(ctx, tx, journal, change, person)
        batch.done.push(resource_id)
      }
    }
    if (batch.done.length > 0) await announce(tx, { kind: 'rights', person_ids: batch.done })
    return { failed: batch.failed, done: batch.done }
  })
  finishBatch(outcome)
}

async function checkGroup(tx: Tx, held: Held, id: string): Promise<void> {
  const group = await tx.selectFrom('resource_groups').select('id').where('id', '=', id).executeTakeFirst()
  if (!group || !holdsIn(held, [id], pair('resource_group', 'GET'))) throw new AppError('not_found')
  if (!holdsIn(held, [id], pair('console_user', 'MODIFYROLES')))
    throw new AppError('forbidden', { missing: 'MODIFYROLES on console_user' })
}

async function checkRoles(
  tx: Tx,
  personId: string,
  held: Held,
  { add, remove, resource_group_id }: RolesChange,
): Promise<void> {
  const ids = [...new Set([...add, ...remove])]
  if (ids.length === 0) return
  const roles = await tx
    .selectFrom('roles')
    .select(['id', 'category'])
    .where('id', 'in', ids)
    .where(roleIsVisible(personId, sql`roles.organization_id`, sql`roles.id`))
    .execute()
  const pairs = await pairsOfRoles(tx, ids)
  for (const id of ids) {
    const role = roles.find((one) => one.id === id)
    if (!role) throw new AppError('not_found')
    if (add.includes(id) && role.category === 'SYSTEM_INTERNAL')
      throw new AppError('role_for_no_person', { role_id: id })
    if ((pairs.get(id) ?? []).some((wanted) => !holdsIn(held, [resource_group_id], wanted)))
      throw new AppError('role_not_held', { role_id: id })
  }
}

async function wouldLoseLastSuperadmin(tx: Tx, change: RolesChange, personId: string): Promise<boolean> {
  if (change.remove.length === 0) return false
  const { rows } = await sql<{ is_last: boolean }>`
    with supers as (${superadminGrants})
    select exists (select 1 from supers) and not exists (select 1 from supers where not
      (person_id = ${personId}::uuid and group_id = ${change.resource_group_id}::uuid and role_id = any(${change.remove}::uuid[]))) as is_last`.execute(
    tx,
  )
  return rows[0]?.is_last ?? false
}

/** As people read it: roles and their group by the names that they have now. */
async function namedGrants(tx: Tx, { resource_group_id, add, remove }: RolesChange): Promise<Record<string, unknown>> {
  const group = await tx
    .selectFrom('resource_groups')
    .select('name')
    .where('id', '=', resource_group_id)
    .executeTakeFirst()
  const ids = [...add, ...remove]
  const rows =
    ids.length === 0 ? [] : await tx.selectFrom('roles').select(['id', 'name']).where('id', 'in', ids).execute()
  const named = (wanted: string[]) => wanted.map((id) => rows.find((row) => row.id === id)?.name ?? id)
  const roles = { added: named(add), added_ids: add, removed: named(remove), removed_ids: remove }
  return { resource_group: group?.name ?? null, resource_group_id, ...roles }
}

async function changeGrants(
  ctx: Ctx,
  tx: Tx,
  journal: Journal,
  change: RolesChange,
  person: { id: string; name: string },
): Promise<void> {
  const key = { person_id: person.id, group_id: change.resource_group_id }
  if (change.remove.length > 0)
    await tx
      .deleteFrom('role_grants')
      .where('person_id', '=', key.person_id)
      .where('group_id', '=', key.group_id)
      .where('role_id', 'in', change.remove)
      .execute()
  if (change.add.length > 0)
    await tx
      .insertInto('role_grants')
      .values(change.add.map((role_id) => ({ ...key, role_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  addAuditRecord(journal, {
    actor: personActor(ctx),
    feature: 'roles',
    verb: 'changed',
    resource_type: 'console_user',
    resource_id: person.id,
    resource_name: person.name,
    visible_through_id: null,
    after: await namedGrants(tx, change),
  })
  publishChange(journal, 'console_user', person.id, null, { through: { type: 'console_user', id: person.id } })
  const group = { type: 'resource_group', id: change.resource_group_id } as const
  publishChange(journal, 'resource_group', group.id, null, { through: group })
}

/** A view of a role holds it like a person would, and loses it with its row (decision 42). */
export async function grantToView(tx: Tx, viewId: string, role: { role_id: string; group_id: string }): Promise<void> {
  await tx
    .insertInto('role_grants')
    .values({ person_id: viewId, view_id: viewId, ...role })
    .execute()
}
