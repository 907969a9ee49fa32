import * as z from 'zod'
import { eventsOf } from '../events/events.ts'
import { age, anyOf, list, searchText, YesNo } from '../list.ts'
import {
  listResourceGroups,
  NewResourceGroup,
  ResourceGroup,
  ResourceGroupType,
  rightsChanges,
} from '../permissions/permissions.ts'
import { Id, Instant, route } from '../route.ts'

/** What a group can contain, besides riders and what follows these (devices of a location, sessions, vehicles of a fleet). */
export const memberTypes = [
  'location',
  'device',
  'organization',
  'console_user',
  'point_of_interest',
  'rental_fleet',
  'subscription',
  'whitelist',
  'public_area',
  'reminders',
  'dashboards',
  'report',
] as const
export const MemberType = z.enum(memberTypes)
export type MemberType = z.infer<typeof MemberType>

export const ResourceGroupRow = z.object({
  ...ResourceGroup.shape,
  covers_everything: z.boolean(),
  /** A system group of an organization holds what it has in one part. */
  organization_id: Id.nullable(),
  organization_name: z.string().nullable(),
  organization_part: z.string().nullable(),
  /** People of end clients hold a role in it. Null, as the counts are, without the right to see what the group holds. */
  is_public_facing: z.boolean().nullable(),
  /** People who hold a role in it. */
  person_count: z.number().int().nullable(),
  /** Its locations. */
  location_count: z.number().int().nullable(),
  created_at: Instant,
  version: z.number().int(),
})
export type ResourceGroupRow = z.infer<typeof ResourceGroupRow>

const path = '/permission/v1/groups'
const GroupRef = z.strictObject({ group_id: Id })
const on = { resource_group: 'group_id' } as const

/** The spec's call returns a bare array for pickers; this is the list with its columns. */
export const resourceGroups = list({
  says: { failed: 'Fetch resource groups failed' },
  path,
  summary: 'Resource groups that the caller may see, page by page',
  staleOn: ['resource_group', 'role', 'console_user'],
  access: { resource_group: ['GET'] },
  row: ResourceGroupRow,
  filters: {
    /** Part of the name or the description. */
    q: searchText,
    type: anyOf(ResourceGroupType),
    public_facing: anyOf(YesNo),
    organization_id: anyOf(Id),
    created_at: age,
  },
  sortBy: ['name', 'type', 'organization_name', 'person_count', 'created_at', 'id'],
  exports: [
    'id',
    'name',
    'description',
    'type',
    'organization_name',
    'organization_part',
    'person_count',
    'location_count',
    'created_at',
  ],
})

export const getResourceGroup = route({
  method: 'GET',
  path: `${path}/:group_id`,
  summary: 'One resource group',
  says: { failed: 'Fetch resource group failed' },
  access: { resource_group: ['GET'] },
  on,
  params: GroupRef,
  reply: ResourceGroupRow,
})

/** System groups are refused: they follow the organizations. Another type needs MODIFYPERMISSIONS, too. */
export const updateResourceGroup = route({
  method: 'PUT',
  path: `${path}/:group_id`,
  summary: 'Edit the name, description and type of a resource group',
  says: { failed: 'Update resource group failed', done: 'Resource group updated' },
  access: { resource_group: ['UPDATE'] },
  on,
  params: GroupRef,
  body: NewResourceGroup,
  needsVersion: true,
  reply: ResourceGroupRow,
  changes: [...rightsChanges, listResourceGroups],
})

export const GroupMember = z.object({
  id: Id,
  type: MemberType,
  name: z.string(),
  /** Location code, email of a person; empty where there is none. */
  code: z.string(),
  /** Of a device: the location where it is. */
  location_id: Id.nullable(),
  /** A location that riders see in the app; null of other members. */
  is_public_facing: z.boolean().nullable(),
  /** Null: it belongs to the group by itself. */
  added_at: Instant.nullable(),
  added_by_name: z.string().nullable(),
})
export type GroupMember = z.infer<typeof GroupMember>

export const groupMembers = list({
  says: { failed: 'Fetch members failed' },
  path: `${path}/:group_id/members`,
  summary: 'What a resource group contains',
  staleOn: ['resource_group', ...memberTypes],
  access: { resource_group: ['GET_RESOURCES'] },
  on,
  params: GroupRef,
  row: GroupMember,
  filters: {
    /** Part of the name or the code. */
    q: searchText,
    type: anyOf(MemberType),
    public_facing: anyOf(YesNo),
  },
  sortBy: ['name', 'type', 'code', 'added_at', 'id'],
  exports: ['id', 'type', 'name', 'code', 'added_at', 'added_by_name'],
})

/** Riders are counted only: who may see them finds them by their own data. */
export const countGroupMembers = route({
  method: 'GET',
  path: `${path}/:group_id/member-counts`,
  summary: 'How many members of each type a resource group has, up to 10,000 each',
  says: { failed: 'Fetch members failed' },
  access: { resource_group: ['GET_RESOURCES'] },
  staleOn: ['resource_group', 'location', 'device'],
  on,
  params: GroupRef,
  reply: z.array(z.object({ type: z.string(), count: z.number().int(), is_exact: z.boolean() })),
})

export const GroupPerson = z.object({
  user_id: Id,
  name: z.string(),
  email: z.string(),
  organization_name: z.string().nullable(),
  is_disabled: z.boolean(),
  roles: z.array(z.object({ role_id: Id, role_name: z.string() })),
})
export type GroupPerson = z.infer<typeof GroupPerson>

export const listGroupPeople = route({
  method: 'GET',
  path: `${path}/:group_id/people`,
  summary: 'Who holds which roles in a resource group',
  says: { failed: 'Fetch privileged people failed' },
  access: { resource_group: ['GET_RESOURCES'] },
  staleOn: ['resource_group', 'role', 'console_user'],
  on,
  params: GroupRef,
  reply: z.array(GroupPerson),
})

export const listResourceGroupEvents = eventsOf(getResourceGroup, { resource_group: ['GET_RESOURCES'] })
