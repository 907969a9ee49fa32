import { listRoles } from '@wheelhouse/contract/permissions/permissions.ts'
import {
  createRole as create,
  deleteRole as remove,
  listGrantableRoles,
  listRoleEvents,
  updateRole as update,
} from '@wheelhouse/contract/roles/roles.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { serveEvents } from '../events/serve-events.ts'
import { grantableRoles, visibleRoles } from './queries.ts'
import { createRole, deleteRole, updateRole } from './roles.ts'

export function roleRoutes(on: On): void {
  serve(on, listRoles, (_input, ctx) => visibleRoles(ctx))
  serve(on, create, ({ body }, ctx) => createRole(ctx, body))
  serve(on, update, ({ params, body, version }, ctx) => updateRole(ctx, params.role_id, body, version))
  serve(on, remove, async ({ params, version }, ctx) => void (await deleteRole(ctx, params.role_id, version)))
  serveEvents(on, listRoleEvents)
  serve(on, listGrantableRoles, ({ params }, ctx) => grantableRoles(ctx, params.group_id))
}
