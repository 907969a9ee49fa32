import { uuidv7 } from 'uuidv7'
import { listRoles } from '@wheelhouse/contract/permissions/permissions.ts'
import { createRole, updateRole } from '@wheelhouse/contract/roles/roles.ts'
import { sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import { serial } from '../../../test/support/serial.ts'

const description = 'Made by the sweep'

export const samples: FeatureSamples = {
  things: async (w, { organization, console_user_id }) => {
    const role_id = uuidv7()
    const row = { id: role_id, name: `Role of people ${serial()}`, category: null, description }
    await w.db
      .insertInto('roles')
      .values({ ...row, organization_id: organization.id, created_by: console_user_id })
      .execute()
    await w.db.insertInto('role_actions').values({ role_id, resource_type: 'location', action: 'GET' }).execute()
    return { role_id }
  },
  routes: [
    sample(createRole, {
      body: { name: 'Swept role', description, actions: { permission: ['CREATE'] } },
      isCheckedTwice: true,
    }),
    sample(updateRole, { body: { name: 'Swept role of people', description, actions: { location: ['GET'] } } }),
    sample(listRoles, { hasNoRows: true }),
  ],
}
