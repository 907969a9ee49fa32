import {
  createOrganization as create,
  getOrganization,
  listOrganizationEvents,
  listOrganizationGroups,
  organizations,
  updateOrganization as update,
} from '@wheelhouse/contract/organizations/organization-details.ts'
import { listOrganizations } from '@wheelhouse/contract/organizations/organizations.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { serveList } from '../../lists/serve-list.ts'
import { serveEvents } from '../events/serve-events.ts'
import { createOrganization, updateOrganization } from './organizations.ts'
import { groupsOfOrganization, organizationList, organizationNames } from './queries.ts'

export function organizationRoutes(on: On): void {
  serve(on, listOrganizations, (_input, ctx) => organizationNames(ctx))
  serveList(on, organizations, organizationList, { cells: { tags: ({ tags }) => tags.join(' ') } })
  serve(on, getOrganization, ({ params }, ctx) => organizationList.get(ctx, params.organization_id))
  serve(on, create, ({ body }, ctx) => createOrganization(ctx, body))
  serve(on, update, ({ params, body, version }, ctx) => updateOrganization(ctx, params.organization_id, body, version))
  serve(on, listOrganizationGroups, ({ params }, ctx) => groupsOfOrganization(ctx.db, params.organization_id))
  serveEvents(on, listOrganizationEvents)
}
