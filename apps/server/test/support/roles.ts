import { defaultRoles } from '@wheelhouse/db/seed/roles.ts'
import type { RoleName } from '@wheelhouse/db/seed/roles.ts'
import type { Needs } from '@wheelhouse/contract/access.ts'

/** What a default role holds, to give to a person of a test. */
export const stockRights = (name: RoleName): Needs => defaultRoles.find((role) => role.name === name)?.rights as Needs
