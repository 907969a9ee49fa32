import * as z from 'zod'
import { eventsOf } from '../events/events.ts'
import { requiredLine } from '../texts.ts'
import { age, anyOf, list, searchText } from '../list.ts'
import { Id, Instant, route } from '../route.ts'
import { countries } from './countries.ts'

/** Spec section 3. A disabled region keeps what it has; it says that the service is not offered there (any more, or yet). */
export const regionStatuses = ['enabled', 'disabled'] as const
export const RegionStatus = z.enum(regionStatuses, 'Status is required')
export type RegionStatus = z.infer<typeof RegionStatus>

/** A country in lower case (`ee`), or with a subdivision of letters (`us_ca`), as organizations and locations carry it (values). */
export const RegionTag = z
  .string('Tag is required')
  .trim()
  .min(1, 'Tag is required')
  .regex(
    /^[a-z]{2}(_[a-z]{1,3})?$/,
    'Tag: a country code in lower case, such as ee, with an optional subdivision, such as us_ca',
  )
  .refine((tag) => countries.has(tag.slice(0, 2)), 'Tag: there is no such country')

export const RegionConfig = z.object({
  id: Id,
  tag: z.string(),
  name: z.string(),
  status: RegionStatus,
  created_at: Instant,
  updated_at: Instant,
  version: z.number().int(),
})
export type RegionConfig = z.infer<typeof RegionConfig>

const RegionName = requiredLine('Name', 3, 64)

/** The tag is what others carry: it is given once. */
export const RegionUpdate = z.strictObject({ name: RegionName, status: RegionStatus })
export type RegionUpdate = z.output<typeof RegionUpdate>
export const NewRegion = z.strictObject({ tag: RegionTag, name: RegionName, status: RegionStatus.default('enabled') })
export type NewRegion = z.output<typeof NewRegion>

const path = '/region/v1/regions'
const RegionRef = z.strictObject({ region_id: Id })
const on = { console: 'region_id' } as const

export const regions = list({
  says: { failed: 'Fetch region configurations failed' },
  staleOn: ['region_config'],
  path,
  summary: 'Region configs that the caller may see',
  access: { console: ['GET'] },
  row: RegionConfig,
  filters: {
    /** Part of the tag or the name. */
    q: searchText,
    status: anyOf(RegionStatus),
    created_at: age,
  },
  sortBy: ['tag', 'name', 'status', 'created_at', 'updated_at', 'id'],
  exports: ['id', 'tag', 'name', 'status', 'created_at', 'updated_at'],
})
export const listRegions = regions.route
export const exportRegions = regions.csv

export const getRegion = route({
  method: 'GET',
  path: `${path}/:region_id`,
  summary: 'One region config',
  says: { failed: 'Fetch region configurations failed' },
  staleOn: ['region_config'],
  access: { console: ['GET'] },
  on,
  params: RegionRef,
  reply: RegionConfig,
})

/** Born in `everything`, where UPDATE must be held (rights): `console` has no CREATE. */
export const createRegion = route({
  method: 'POST',
  path,
  summary: 'Create a region config',
  says: { failed: 'Create region configuration failed', done: 'Region config created' },
  access: { console: ['UPDATE'] },
  body: NewRegion,
  reply: RegionConfig,
  changes: [listRegions],
})

/** Rename, enable or disable. */
export const updateRegion = route({
  method: 'PUT',
  path: `${path}/:region_id`,
  summary: 'Update a region config',
  says: { failed: 'Update region configuration failed', done: 'Region config updated' },
  access: { console: ['UPDATE'] },
  on,
  params: RegionRef,
  body: RegionUpdate,
  needsVersion: true,
  reply: RegionConfig,
  changes: [listRegions],
})

export const listRegionEvents = eventsOf(getRegion, { console: ['UPDATE'] })
