import { sql } from 'kysely'
import { listOrganizations } from '@wheelhouse/contract/organizations/organizations.ts'
import type { OrganizationRow } from '@wheelhouse/contract/organizations/organizations.ts'
import type { Ctx } from '../../platform/context.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { visiblePredicate, visibleTo } from '../../authz/visible.ts'

export function organizationRoutes(on: On): void {
  serve(on, listOrganizations, (_input, ctx) => visibleOrganizations(ctx))
}

async function visibleOrganizations(ctx: Ctx): Promise<OrganizationRow[]> {
  const visible = await visibleTo(ctx, 'organization', 'GET', 'organization')
  const { rows } = await sql<OrganizationRow>`
    select o.id, o.name, o.tags from organizations o where ${visiblePredicate(visible, sql`o.id`)} order by o.name, o.id limit 5000`.execute(
    ctx.db,
  )
  return rows
}
