import { sql } from 'kysely'
import { certain } from '@wheelhouse/contract/certain.ts'
import type { Role } from '@wheelhouse/contract/permissions/permissions.ts'
import type { listGrantableRoles } from '@wheelhouse/contract/roles/roles.ts'
import type { ReplyOf } from '@wheelhouse/contract/route.ts'
import { heldBy, holdsIn, roleIsVisible } from '../../authz/grants.ts'
import type { Ctx } from '../../platform/context.ts'

type Reading = Pick<Ctx, 'db' | 'person'>

const columns = sql`r.id as role_id, r.name as role_name, r.category, r.description, r.created_by is null as is_default,
  r.organization_id, o.name as organization_name, r.version,
  coalesce((select json_object_agg(t.resource_type, t.actions) from (
    select resource_type, array_agg(action order by action) as actions from role_actions a where a.role_id = r.id group by resource_type) t), '{}'::json) as actions`

export async function visibleRoles({ db, person }: Reading): Promise<Role[]> {
  const { rows } = await sql<Role>`select ${columns} from roles r left join organizations o on o.id = r.organization_id
    where ${roleIsVisible(person.id, sql`r.organization_id`, sql`r.id`)} order by r.name, r.id limit 1000`.execute(db)
  return rows
}

export async function roleById(db: Ctx['db'], id: string): Promise<Role> {
  const { rows } = await sql<Role>`select ${columns} from roles r left join organizations o on o.id = r.organization_id
    where r.id = ${id}::uuid`.execute(db)
  return certain(rows[0])
}

const namedAtMost = 3

/** The same rule as that of granting (permissions/role-grants.ts), asked of every role at once. */
export async function grantableRoles(ctx: Ctx, groupId: string): Promise<ReplyOf<typeof listGrantableRoles>> {
  const held = await heldBy(ctx.db, ctx.person.id)
  const roles = await visibleRoles(ctx)
  return roles.map(({ role_id, category, actions }) => {
    const rights = Object.entries(actions).flatMap(([type, some]) => some.map((action) => ({ type, action })))
    const missing = rights.filter(({ type, action }) => !holdsIn(held, [groupId], `${type} ${action}`))
    return {
      role_id,
      is_grantable: missing.length === 0 && category !== 'SYSTEM_INTERNAL',
      missing: missing.slice(0, namedAtMost).map(({ type, action }) => `${action} on ${type}`),
    }
  })
}
