import * as z from 'zod'
import type { ResourceType } from '../access.ts'
import { ConsoleUserKind } from '../console-users/console-users.ts'
import { Id, Instant, route } from '../route.ts'
import { ResourceGroupType, roleCategories } from './permissions.ts'
import { ActionName, ResourceTypeName } from './own-rights.ts'

/**
 * The permissions inspector (spec section 6): what a person may do on a resource, and through which role in which group. Its
 * answers are made of the same statements as the enforcement.
 */

/** What can be picked: types whose rows are named by an id. */
export const inspectedTypes = [
  'location',
  'device',
  'organization',
  'console_user',
  'point_of_interest',
  'user',
  'resource_group',
] as const
export const InspectedType = z.enum(inspectedTypes)
export type InspectedType = z.infer<typeof InspectedType>

/** Types whose rights are held over a resource as well, because their rows take their groups from it (rights: model). */
export const typesHeldOn: Record<InspectedType, readonly ResourceType[]> = {
  location: ['location', 'device', 'hardware', 'session', 'payment'],
  device: ['device', 'hardware'],
  organization: ['organization'],
  console_user: ['console_user'],
  point_of_interest: ['point_of_interest'],
  user: ['user'],
  resource_group: ['resource_group'],
}
export const Right = z.object({ type: ResourceTypeName, action: ActionName })
export type Right = z.infer<typeof Right>

/** Rights of resource_group that are asked of the member itself: its groups, and changing them. */
const membership: readonly Right[] = [
  { type: 'resource_group', action: 'GETBELONGS' },
  { type: 'resource_group', action: 'MODIFYBELONGS' },
]
/** Who decides which keys open a lock needs the right where the lock is, too. */
const keysOfLocks: readonly Right[] = [
  { type: 'whitelist', action: 'MODIFYTARGETS' },
  { type: 'subscription', action: 'MODIFYTARGETS' },
]
const ofOtherTypes: Partial<Record<InspectedType, readonly Right[]>> = {
  location: [
    { type: 'rental_fleet', action: 'GET' },
    { type: 'rental_fleet', action: 'UPDATE' },
    ...keysOfLocks,
    { type: 'reminders', action: 'UPDATE' },
    { type: 'user', action: 'READ_FEEDBACK' },
  ],
  device: keysOfLocks,
}

/** Single rights of other types that are asked of a resource, besides all those of `typesHeldOn`. */
export const rightsHeldOn = (type: InspectedType): readonly Right[] => [...(ofOtherTypes[type] ?? []), ...membership]

export const isHeldOn = (type: InspectedType, right: { type: string; action: string }): boolean =>
  typesHeldOn[type].some((one) => one === right.type) ||
  rightsHeldOn(type).some((one) => one.type === right.type && one.action === right.action)

/** Why a group contains the resource. */
export const belongings = ['everything', 'itself', 'organization', 'location', 'added'] as const

export const InspectedGrant = z.object({
  role_id: Id,
  role_name: z.string(),
  category: z.enum(roleCategories).nullable(),
  resource_group_id: Id,
  /** Null: a group that the reader may not look into. */
  resource_group_name: z.string().nullable(),
  resource_group_type: ResourceGroupType,
  /** Null: the resource is not in this group, so the role gives nothing here. */
  belongs: z.enum(belongings).nullable(),
  /** The part of the organization, where the resource belongs to the group by it. */
  organization_part: z.string().nullable(),
  added_at: Instant.nullable(),
  added_by_name: z.string().nullable(),
  /** What the role gives on this resource: places in `rights`. */
  gives: z.array(z.number().int()),
})
export type InspectedGrant = z.infer<typeof InspectedGrant>

export const Inspection = z.object({
  person: z.object({ id: Id, name: z.string(), email: z.string(), is_disabled: z.boolean() }),
  resource: z.object({ type: InspectedType, id: Id, name: z.string(), code: z.string().nullable() }),
  /** Without this right the resource is an unknown one to the person, whatever else is held. */
  is_visible: z.boolean(),
  /** Every right that exists on such a resource. */
  rights: z.array(
    z.object({
      ...Right.shape,
      is_allowed: z.boolean(),
      /** The roles that contain it: names of those that would give it. */
      roles: z.array(z.string()),
    }),
  ),
  grants: z.array(InspectedGrant),
})
export type Inspection = z.infer<typeof Inspection>

const PersonRef = z.strictObject({ console_user_id: Id })
const onPerson = { console_user: 'console_user_id' } as const
/** Of the person; RESOURCE_GROUP GETBELONGS is asked of the resource besides. */
const access = { console_user: ['GET'] } as const
const ResourceQuery = z.strictObject({ resource_type: InspectedType, resource_id: Id })

export const inspectPerson = route({
  method: 'GET',
  path: '/permission/v1/people/:console_user_id/rights',
  summary: 'What a person may do on a resource, and through which roles and groups',
  says: { failed: 'Inspect permissions failed' },
  staleOn: ['console_user', 'role', 'resource_group'],
  access,
  on: onPerson,
  params: PersonRef,
  query: ResourceQuery,
  reply: Inspection,
})

export const listGrantors = route({
  method: 'GET',
  path: '/permission/v1/people/:console_user_id/grantors',
  summary: 'Who could give a person a permission on a resource, by which role in which group',
  says: { failed: 'Fetch privileged people failed' },
  access,
  on: onPerson,
  params: PersonRef,
  query: ResourceQuery.extend({ type: ResourceTypeName, action: ActionName }),
  reply: z.array(
    z.object({
      user_id: Id,
      name: z.string(),
      email: z.string(),
      role_name: z.string(),
      /** Null: a group that the reader may not look into. */
      resource_group_name: z.string().nullable(),
    }),
  ),
})

export const RightHolder = z.object({
  user_id: Id,
  name: z.string(),
  email: z.string(),
  organization_name: z.string().nullable(),
  /** Service accounts hold rights as people do, but nobody can ask them. */
  kind: ConsoleUserKind,
  /** Roles and groups through which the right is held. */
  through: z.array(z.object({ role_name: z.string(), resource_group_name: z.string().nullable() })),
})
export type RightHolder = z.infer<typeof RightHolder>

/** The reverse: who can do A on R. People whom the caller may not see are counted, not named. */
export const listHolders = route({
  method: 'GET',
  path: '/permission/v1/resources/:id/holders',
  summary: 'Who has a permission on a resource',
  says: { failed: 'Fetch privileged people failed' },
  staleOn: ['console_user', 'role', 'resource_group'],
  access: {
    signed_in: 'the type of the resource is found by its id first; then RESOURCE_GROUP GETBELONGS is asked of it',
  },
  params: z.strictObject({ id: Id }),
  query: z.strictObject({ type: ResourceTypeName, action: ActionName }),
  reply: z.object({ items: z.array(RightHolder), hidden: z.number().int() }),
})
