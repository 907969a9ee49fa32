import type { Insertable } from 'kysely'
import type { RoleActionsTable, RoleGrantsTable, RolesTable } from '../../tables.gen.ts'
import { chanceOf } from '../chance.ts'
import type { Rights } from '../roles.ts'
import { daysBefore, iso } from '../times.ts'
import type { Organizations } from './organizations.ts'
import { makerOfGroups } from './people.ts'
import type { Staff } from './people.ts'

/** What the night shift may do: look, and open what is stuck. */
const nightShift: Rights = {
  permission: ['GET'],
  location: ['GET', 'GET_EVENTS', 'GETSTATISTICS'],
  device: ['GET', 'SETSTATUS', 'GETCMDSHISTORY'],
  session: ['GET', 'FORCE_END_SESSION'],
}
const holder = 'priit.salu@balticpark.test'
const daysSinceMade = 44

export interface OwnRoles {
  roles: Insertable<RolesTable>[]
  actions: Insertable<RoleActionsTable>[]
  grants: Insertable<RoleGrantsTable>[]
}

/** A role that people made, held in the pilot group: beside the default roles there is one to edit and to compare with. */
export function makeOwnRoles(now: number, organizations: Organizations, staff: Staff): OwnRoles {
  const chance = chanceOf('own-roles')
  const at = daysBefore(now, daysSinceMade)
  const id = chance.id(at)
  const row = {
    id,
    name: 'Night shift',
    category: 'PARTNER',
    description: 'For the crew that answers calls at night: looks, opens what is stuck, ends sessions.',
    organization_id: organizations.idOf('Wheelhouse'),
    created_by: staff.named(makerOfGroups).id,
    created_at: iso(at),
  }
  const actions = Object.entries(nightShift).flatMap(([resource_type, granted]) =>
    granted.map((action) => ({ role_id: id, resource_type, action })),
  )
  const grants = [{ person_id: staff.named(holder).id, group_id: organizations.pilot, role_id: id }]
  return { roles: [row], actions, grants }
}
