import { defaultRoles } from '@wheelhouse/db/seed/roles.ts'
import type { RoleName } from '@wheelhouse/db/seed/roles.ts'
import type { Needs } from '@wheelhouse/contract/access.ts'
import type { Caller, TestApp } from './test-app.ts'

/** What a default role holds, to give to a person of a test. */
export const stockRights = (name: RoleName): Needs => defaultRoles.find((role) => role.name === name)?.rights as Needs

/** A person who may do everything everywhere, also with what is made later. */
export async function makeSuperadmin(w: TestApp): Promise<Caller> {
  const everything = await w.make.group({ type: 'system', covers_everything: true })
  return w.person([{ group_id: everything, needs: stockRights('Superadmin') }])
}
