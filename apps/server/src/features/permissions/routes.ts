import { AppError } from '@wheelhouse/contract/errors.ts'
import {
  changeBelongs,
  changeRoles,
  findBelongingGroups,
  listBelongs,
  listPrivileged,
  listResourceGroups,
} from '@wheelhouse/contract/permissions/permissions.ts'
import { listPersonRoles, permissionTypesActions } from '@wheelhouse/contract/permissions/own-rights.ts'
import { changeManyBelongs } from '@wheelhouse/contract/permissions/bulk-belongs.ts'
import { inspectPerson, listGrantors, listHolders } from '@wheelhouse/contract/permissions/inspector.ts'
import type { Ctx } from '../../platform/context.ts'
import { serve, serveText } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { requirePermission } from '../../authz/authorize.ts'
import { changeManyMemberships, changeMembership } from './belongs.ts'
import { heldBy, holdsIn, pair } from '../../authz/grants.ts'
import { grantors, holders, inspect } from './inspector.ts'
import { groupsOfMany, permissionMapText, privilegedIn, rolesOf, typeOf, visibleGroups } from './queries.ts'
import { changeRoleGrants } from './role-grants.ts'
import { readAction } from '../../authz/rights.ts'

export function permissionRoutes(on: On): void {
  serve(on, listResourceGroups, ({ query }, ctx) => visibleGroups(ctx.db, ctx.person.id, query))
  serve(on, listPrivileged, ({ params, query }, ctx) => privilegedIn(ctx.db, params.id, query.type, query.action))
  serveText(on, permissionTypesActions, permissionMapText)
  serve(on, listBelongs, ({ params }, ctx) => belongsOf(ctx, params.id))
  serve(on, findBelongingGroups, ({ body }, ctx) => visibleBelongs(ctx, body))
  serve(on, changeBelongs, ({ body }, ctx) => changeMembership(ctx, body))
  serve(on, changeManyBelongs, ({ body }, ctx) => changeManyMemberships(ctx, body))
  serve(on, inspectPerson, ({ params, query }, ctx) => inspect(ctx, params.console_user_id, query))
  serve(on, listGrantors, ({ params, query }, ctx) => grantors(ctx, params.console_user_id, query))
  serve(on, listHolders, ({ params, query }, ctx) => holders(ctx, params.id, query))
  serve(on, listPersonRoles, ({ params }, ctx) => personRoles(ctx, params.id))
  serve(on, changeRoles, ({ body }, ctx) => changeRoleGrants(ctx, body))
}

async function belongsOf(ctx: Ctx, id: string) {
  const type = await typeOf(ctx.db, id)
  if (!type) throw new AppError('not_found')
  await requirePermission(ctx, { resource_group: ['GETBELONGS'] }, { type, id })
  const [belongs] = await groupsOfMany(ctx.db, type, [id])
  return visibleGroups(ctx.db, ctx.person.id, { ids: belongs?.resource_group_ids ?? [] })
}

/** Things and groups that the caller may not see are left out, as are those that do not exist. */
async function visibleBelongs(
  ctx: Ctx,
  { resource_type, resource_ids }: { resource_type: Parameters<typeof readAction>[0]; resource_ids: string[] },
) {
  const held = await heldBy(ctx.db, ctx.person.id)
  const belongs = await groupsOfMany(ctx.db, resource_type, resource_ids)
  return belongs
    .filter(
      ({ resource_group_ids }) =>
        resource_group_ids.length > 0 &&
        holdsIn(held, resource_group_ids, pair(resource_type, readAction(resource_type))) &&
        holdsIn(held, resource_group_ids, pair('resource_group', 'GETBELONGS')),
    )
    .map(({ resource_id, resource_group_ids }) => ({
      resource_id,
      resource_group_ids: resource_group_ids.filter((id) => holdsIn(held, [id], pair('resource_group', 'GET'))),
    }))
}

async function personRoles(ctx: Ctx, id: string) {
  if (id !== ctx.person.id) {
    // Another kind of id, or a person that the caller may not see, is not found.
    await requirePermission(ctx, { console_user: ['MODIFYROLES'] }, { type: 'console_user', id })
  }
  return rolesOf(ctx.db, id)
}
