import * as z from 'zod'
import { Id, route } from '../route.ts'

export const OrganizationRow = z.object({ id: Id, name: z.string(), tags: z.array(z.string()) })
export type OrganizationRow = z.infer<typeof OrganizationRow>

/** For pickers and filters, whole; the list with its columns is `organizations` of organization-details.ts. */
export const listOrganizations = route({
  method: 'GET',
  path: '/organization/v1/organization-names',
  summary: 'Organizations that the caller may see, by name',
  says: { failed: 'Fetch organizations failed' },
  access: { organization: ['GET'] },
  reply: z.array(OrganizationRow),
})
