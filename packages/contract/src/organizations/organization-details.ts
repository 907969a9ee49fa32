import * as z from 'zod'
import { Phone } from '../console-users/console-users.ts'
import { eventsOf } from '../events/events.ts'
import { age, anyOf, list, searchText } from '../list.ts'
import { RegionTag } from '../regions/regions.ts'
import { Id, Instant, route } from '../route.ts'
import { isHttpsUrl, lines, requiredLine } from '../texts.ts'
import { hasInternalLink, noInternalLinks } from './internal-links.ts'
import { listOrganizations } from './organizations.ts'

export const isRegionTag = (tag: string): boolean => RegionTag.safeParse(tag).success

/** Spec section 5. Two letters name a country, so that no other meaning of them can be mistaken for one. */
export const OrganizationTag = z
  .string()
  .trim()
  .toLowerCase()
  .max(32, 'Tag: at most 32 characters')
  .regex(/^[a-z_]*$/, 'Tag: letters and underscores only')
  .refine((tag) => (tag.match(/[a-z]/g) ?? []).length >= 2, 'Tag: at least 2 letters')
  .refine((tag) => tag.length !== 2 || isRegionTag(tag), 'Two-letter tags that are not regions are not allowed')

export const organizationTagsAtMost = 50
const OrganizationTags = z
  .array(OrganizationTag)
  .max(organizationTagsAtMost, `At most ${organizationTagsAtMost} tags`)
  .transform((tags) => [...new Set(tags)])
  .refine((tags) => tags.some(isRegionTag), 'At least one region tag is required')

const Email = z.union([z.literal(''), z.string().trim().max(254).pipe(z.email('Invalid email address'))])
const HomePage = z
  .string()
  .trim()
  .max(500, 'Link: at most 500 characters')
  .refine((link) => link === '' || isHttpsUrl(link), 'Invalid URL')
  .refine((link) => !hasInternalLink(link), noInternalLinks)

/** Spec section 3; bounds of `values.md`. */
export const OrganizationBody = z.strictObject({
  name: requiredLine('Name', 2, 100),
  phone: Phone.default(''),
  email: Email.default(''),
  link: HomePage.default(''),
  tags: OrganizationTags,
  comment: lines('Comment', 2000)
    .refine((text) => !hasInternalLink(text), noInternalLinks)
    .default(''),
})
export type OrganizationBody = z.output<typeof OrganizationBody>
/** What an edit may change. */
export const organizationFields = OrganizationBody.keyof().options

export const Organization = z.object({
  id: Id,
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  link: z.string(),
  tags: z.array(z.string()),
  comment: z.string(),
  /** Locations in any of its four parts, of those that the reader sees. */
  location_count: z.number().int(),
  /** People of the organization, of those that the reader sees. */
  console_user_count: z.number().int(),
  created_at: Instant,
  updated_at: Instant,
  version: z.number().int(),
})
export type Organization = z.infer<typeof Organization>

const path = '/organization/v1/organizations'
const OrganizationRef = z.strictObject({ organization_id: Id })
const on = { organization: 'organization_id' } as const

export const organizations = list({
  says: { failed: 'Fetch organizations failed' },
  path,
  summary: 'Organizations that the caller may see',
  access: { organization: ['GET'] },
  row: Organization,
  filters: {
    /** Part of the name, the email or a tag. */
    q: searchText,
    tag: anyOf(z.string().min(2).max(32)),
    created_at: age,
  },
  sortBy: ['name', 'email', 'created_at', 'updated_at', 'id'],
  exports: [
    'id',
    'name',
    'phone',
    'email',
    'link',
    'tags',
    'comment',
    'location_count',
    'console_user_count',
    'created_at',
  ],
})

const changes = [organizations.route, listOrganizations] as const

export const getOrganization = route({
  method: 'GET',
  path: `${path}/:organization_id`,
  summary: 'One organization',
  says: { failed: 'Fetch organization failed' },
  access: { organization: ['GET'] },
  on,
  params: OrganizationRef,
  reply: Organization,
})

/** CREATE must be held in the owner group of the creator's organization, in which it is born (rights). Its four system groups come with it. */
export const createOrganization = route({
  method: 'POST',
  path,
  summary: 'Create an organization with its four system groups',
  says: { failed: 'Create organization failed', done: 'Organization created' },
  access: { organization: ['CREATE'] },
  body: OrganizationBody,
  reply: Organization,
  changes,
})

export const updateOrganization = route({
  method: 'PUT',
  path: `${path}/:organization_id`,
  summary: 'Update an organization',
  says: { failed: 'Update organization failed', done: 'Organization updated' },
  access: { organization: ['UPDATE'] },
  on,
  params: OrganizationRef,
  body: OrganizationBody,
  needsVersion: true,
  reply: Organization,
  changes,
})

export const OrganizationGroup = z.object({
  id: Id,
  name: z.string(),
  part: z.enum(['owner', 'operator', 'distributor', 'reseller']),
  location_count: z.number().int(),
  /** Who holds which roles in it. */
  people: z.array(z.object({ user_id: Id, name: z.string(), is_disabled: z.boolean(), roles: z.array(z.string()) })),
})
export type OrganizationGroup = z.infer<typeof OrganizationGroup>

/** Spec section 2, organization permissions: its four system groups, and who may do something there. */
export const listOrganizationGroups = route({
  method: 'GET',
  path: `${path}/:organization_id/groups`,
  summary: 'The four system groups of an organization, with the people who hold roles in them',
  says: { failed: 'Fetch permissions failed' },
  access: { organization: ['GET'], resource_group: ['GET_RESOURCES'] },
  on,
  params: OrganizationRef,
  reply: z.array(OrganizationGroup),
})

export const listOrganizationEvents = eventsOf(getOrganization, { organization: ['UPDATE'] })
