import * as z from 'zod'
import { BulkReply, BulkTarget, route } from '../route.ts'
import { changingSays, rightsChanges, several } from './permissions.ts'

/** Locations and devices have groups besides those that they follow by themselves; the other types are changed one by one. */
const BulkMemberType = z.enum(['location', 'device'])

export const changeManyBelongs = route({
  method: 'POST',
  path: '/permission/v1/belongs-changes',
  summary: 'Add many resources to groups and remove them, one by one; a frozen selection in the background',
  says: changingSays,
  access: { resource_group: ['MODIFYBELONGS'] },
  body: z.strictObject({
    resource_type: BulkMemberType,
    target: BulkTarget,
    add: several('groups'),
    remove: several('groups'),
  }),
  reply: BulkReply,
  changes: rightsChanges,
})
