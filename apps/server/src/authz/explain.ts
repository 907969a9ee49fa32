import { sql } from 'kysely'
import type { Action, ResourceType } from '@wheelhouse/contract/access.ts'
import type { Db } from '../platform/context.ts'
import { groupsCovering, hasAnyRight, holdsOn, readAction, resourceExists } from './rights.ts'
import type { Resource } from './rights.ts'

export interface ExplainedGrant {
  group: string
  role: string
  /** The role contains the action. */
  gives: boolean
  /** The group contains the resource; true without a resource. */
  covers: boolean
}

export interface Explanation {
  person: { name: string; is_disabled: boolean }
  exists: boolean
  /** What `authorize` computes: the row is visible at all, and the action is allowed on it. */
  is_visible: boolean
  is_allowed: boolean
  grants: ExplainedGrant[]
  /** The groups that contain the resource. */
  groups: string[]
  /** The roles that contain the action, whether anyone holds them or not. */
  roles: string[]
}

/**
 * Why a person may or may not do something, with the predicates that enforcement itself uses. Null: nobody has this
 * email. Without a resource: whether the right is held in any group, as menus and collections ask.
 */
export async function explainRight(
  db: Db,
  email: string,
  type: ResourceType,
  action: Action,
  on: Resource | null,
): Promise<Explanation | null> {
  const person = sql`p.id`
  const { rows } = await sql<Omit<Explanation, 'person'> & Explanation['person']>`
    select p.name, p.disabled_at is not null as is_disabled,
      ${on ? resourceExists(on) : sql`true`} as exists,
      ${on ? holdsOn(person, on.type, readAction(on.type), on) : sql`true`} as is_visible,
      ${on ? holdsOn(person, type, action, on) : hasAnyRight(person, type, action)} as is_allowed,
      ${grantsOf(type, action, on)} as grants, ${groupNames(on)} as groups, ${roleNames(type, action)} as roles
    from console_users p where lower(p.email) = lower(${email})`.execute(db)
  const row = rows[0]
  if (!row) return null
  const { name, is_disabled, exists, is_visible, is_allowed, grants, groups, roles } = row
  return { person: { name, is_disabled }, exists, is_visible, is_allowed, grants, groups, roles }
}

const grantsOf = (
  type: ResourceType,
  action: Action,
  on: Resource | null,
) => sql`(select coalesce(json_agg(json_build_object(
    'group', rg.name, 'role', r.name, 'gives', exists (select 1 from role_actions a
      where a.role_id = g.role_id and a.resource_type = ${type} and a.action = ${action}),
    'covers', ${on ? sql`(g.group_id in (${groupsCovering(on)})) is true` : sql`true`}) order by rg.name, r.name), '[]')
  from role_grants g join resource_groups rg on rg.id = g.group_id join roles r on r.id = g.role_id where g.person_id = p.id)`

const groupNames = (on: Resource | null) =>
  on
    ? sql`array(select name from resource_groups where id in (${groupsCovering(on)}) order by name)`
    : sql`array[]::text[]`

const roleNames = (type: ResourceType, action: Action) => sql`array(select name from roles where id in
  (select role_id from role_actions where resource_type = ${type} and action = ${action}) order by name)`
