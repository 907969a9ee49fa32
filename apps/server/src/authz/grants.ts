import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ErrorCode, ErrorFields } from '@wheelhouse/contract/errors.ts'
import { BatchFailure, catalogue } from '@wheelhouse/contract/errors.ts'
import type { Db } from '../platform/context.ts'
import { groupsWith, holdsEverywhere } from './rights.ts'

/** `type action` pairs that a person holds in each group, read once for a batch. */
export interface Held {
  everywhere: Set<string>
  byGroup: Map<string, Set<string>>
}

export const pair = (type: string, action: string): string => `${type} ${action}`

export async function heldBy(db: Db, personId: string): Promise<Held> {
  const { rows } = await sql<{ group_id: string; covers_everything: boolean; pairs: string[] }>`
    select g.group_id, rg.covers_everything, array_agg(distinct a.resource_type || ' ' || a.action) as pairs
    from role_grants g join resource_groups rg on rg.id = g.group_id join role_actions a on a.role_id = g.role_id
    where g.person_id = ${personId}::uuid group by g.group_id, rg.covers_everything`.execute(db)
  const everywhere = new Set(rows.filter((row) => row.covers_everything).flatMap((row) => row.pairs))
  return { everywhere, byGroup: new Map(rows.map((row) => [row.group_id, new Set(row.pairs)])) }
}

/** Held over everything or in one of these groups. */
export const holdsIn = (held: Held, groupIds: readonly string[], wanted: string): boolean =>
  held.everywhere.has(wanted) || groupIds.some((id) => held.byGroup.get(id)?.has(wanted))

/** Whether someone holds in each group whatever the other holds there. */
export const holdsAsMuch = (mine: Held, theirs: Held): boolean =>
  [...theirs.everywhere].every((wanted) => mine.everywhere.has(wanted)) &&
  [...theirs.byGroup].every(([groupId, pairs]) => [...pairs].every((wanted) => holdsIn(mine, [groupId], wanted)))

/** What a role, or all roles that are held in a group, allows. */
export async function pairsOfRoles(db: Db, roleIds: readonly string[]): Promise<Map<string, string[]>> {
  if (roleIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('role_actions')
    .selectAll()
    .where('role_id', 'in', [...roleIds])
    .execute()
  const pairs = new Map<string, string[]>()
  for (const row of rows)
    pairs.set(row.role_id, [...(pairs.get(row.role_id) ?? []), pair(row.resource_type, row.action)])
  return pairs
}

export async function pairsGrantedIn(db: Db, groupId: string): Promise<string[]> {
  const { rows } = await sql<{ pair: string }>`
    select distinct a.resource_type || ' ' || a.action as pair from role_grants g join role_actions a on a.role_id = g.role_id
    where g.group_id = ${groupId}::uuid and g.view_id is null`.execute(db)
  return rows.map((row) => row.pair)
}

/** Failed items of a batch, in the wire form: naming fields, code, words. */
export class BatchResult {
  readonly failed: BatchFailure['error_results'] = []
  readonly done: string[] = []
  fail(code: ErrorCode, fields: ErrorFields): void {
    this.failed.push({ ...fields, error_code: code, error_message: catalogue[code][1] })
  }
}

/** Ends with 422 as soon as one failed; what succeeded stays. */
export function finishBatch({ failed, done }: { failed: BatchFailure['error_results']; done: string[] }): void {
  if (failed.length > 0) throw new BatchFailure(failed, done)
}

/**
 * Default roles are known to all who may list roles; the roles of an organization only to its people and to who holds them.
 * `organizationId` and `roleId` are columns of the role.
 */
export function roleIsVisible(
  personId: string,
  organizationId: RawBuilder<unknown>,
  roleId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const person = sql`${personId}::uuid`
  return sql<boolean>`(${organizationId} is null or ${holdsEverywhere(person, 'permission', 'GET')}
    or (select true from resource_groups og where og.organization_id = ${organizationId} and og.organization_part = 'owner'
      and (og.id in (${groupsWith(person, 'permission', 'GET')})) is true limit 1) is true
    or (select true from role_grants hg where hg.person_id = ${person} and hg.role_id = ${roleId} limit 1) is true)`
}

/**
 * The grants that make a superadmin: a person who may sign in and holds MODIFY_SUPERADMIN_FIELDS over everything, by
 * whatever role. A service account is no superadmin: it cannot give a person the role back.
 */
export const superadminGrants = sql`select distinct g.person_id, g.group_id, g.role_id from role_grants g
  join resource_groups e on e.id = g.group_id and e.covers_everything
  join role_actions a on a.role_id = g.role_id and a.action = 'MODIFY_SUPERADMIN_FIELDS'
  join console_users p on p.id = g.person_id and p.disabled_at is null and p.kind = 'person'`

/** Without a superadmin nobody could make another. */
export async function hasSuperadmin(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (${superadminGrants}) as has`.execute(db)
  return rows[0]?.has === true
}
