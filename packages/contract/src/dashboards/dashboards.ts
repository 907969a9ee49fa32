import * as z from 'zod'
import { periodDaysAtMost } from '../calendar-days.ts'
import { eventsOf } from '../events/events.ts'
import { age, anyOf, list, ownFilter, searchText } from '../list.ts'
import { Id, Instant, route } from '../route.ts'
import { requiredLine } from '../texts.ts'
import { chartIds, Compare, Figures, Tile } from './charts.ts'

/** A place that a dashboard names, where the reader sees it. */
const Named = z.object({ id: Id, name: z.string() })

/** Spec section 3. */
export const Dashboard = z.object({
  id: Id,
  name: z.string(),
  organization_id: Id,
  organization_name: z.string(),
  /** Those that the reader sees. */
  locations: z.array(Named),
  organizations: z.array(Named),
  tiles: z.array(Tile),
  /** Null while it is off. */
  public_link: z
    .object({ path: z.string(), expires_at: Instant.nullable(), frame_origins: z.array(z.string()) })
    .nullable(),
  created_at: Instant,
  updated_at: Instant,
  version: z.number().int(),
})
export type Dashboard = z.infer<typeof Dashboard>

export const placesAtMost = 500
const pickOne = 'Pick at least one location or organization'
const Places = z
  .array(Id)
  .max(placesAtMost, `At most ${placesAtMost} locations and ${placesAtMost} organizations`)
  .default([])
const Tiles = z
  .array(Tile)
  .max(chartIds.length)
  .refine((tiles) => new Set(tiles.map(({ chart }) => chart)).size === tiles.length, 'Each chart once')

const fields = {
  name: requiredLine('Name', 3, 120),
  organization_id: z.uuid('Owner organization is required').toLowerCase(),
  location_ids: Places,
  organization_ids: Places,
}
interface Picked {
  location_ids: readonly string[]
  organization_ids: readonly string[]
}
const hasPlace = ({ location_ids, organization_ids }: Picked): boolean =>
  location_ids.length + organization_ids.length > 0
const place = { path: ['location_ids'], message: pickOne }

/** Spec section 5: at least one location or organization must be picked. */
export const DashboardBody = z.strictObject(fields).refine(hasPlace, place)
export type DashboardBody = z.output<typeof DashboardBody>

const path = '/dashboard/v1/dashboards'
const DashboardRef = z.strictObject({ dashboard_id: Id })
const on = { dashboards: 'dashboard_id' } as const
/** Besides the right to the dashboard, the leave of its organization to have dashboards (spec section 6). */
const leave = { organization: ['analytics-dashboard:get'] } as const
const seen = { dashboards: ['analytics-dashboard:get'], ...leave } as const

export const dashboards = list({
  says: { failed: 'Fetch dashboards failed' },
  path,
  summary: 'Dashboards that the caller may see',
  access: seen,
  staleOn: ['dashboards'],
  row: Dashboard,
  filters: {
    /** Part of the name, or of the name of an organization or a location of it. */
    q: searchText,
    organization_id: anyOf(Id),
    location_id: ownFilter(Id.optional()),
    public_link: anyOf(z.enum(['on', 'off'])),
    created_at: age,
  },
  sortBy: ['name', 'organization_name', 'created_at', 'updated_at', 'id'],
  exports: ['id', 'name', 'organization_name', 'created_at', 'updated_at'],
})
export const listDashboards = dashboards.route
const changes = [listDashboards] as const

export const getDashboard = route({
  method: 'GET',
  path: `${path}/:dashboard_id`,
  summary: 'One dashboard',
  says: { failed: 'Fetch dashboard failed' },
  access: seen,
  staleOn: ['dashboards'],
  on,
  params: DashboardRef,
  reply: Dashboard,
})

/** CREATE is asked in the owner group of the organization that is named. */
export const createDashboard = route({
  method: 'POST',
  path,
  summary: 'Create a dashboard',
  says: { failed: 'Create dashboard failed', done: 'Dashboard created' },
  access: { dashboards: ['analytics-dashboard:create'] },
  body: DashboardBody,
  reply: Dashboard,
  changes,
})

export const updateDashboard = route({
  method: 'PUT',
  path: `${path}/:dashboard_id`,
  summary: 'Update the name, the locations and the organizations of a dashboard',
  says: { failed: 'Update dashboard failed', done: 'Dashboard updated' },
  access: { dashboards: ['analytics-dashboard:update'], ...leave },
  on,
  params: DashboardRef,
  body: DashboardBody,
  needsVersion: true,
  reply: Dashboard,
  changes,
})

export const arrangeDashboard = route({
  method: 'PUT',
  path: `${path}/:dashboard_id/tiles`,
  summary: 'Choose the charts of a dashboard, their order and their size',
  says: { failed: 'Update dashboard failed', done: 'Dashboard updated' },
  access: { dashboards: ['analytics-dashboard:update'], ...leave },
  on,
  params: DashboardRef,
  body: z.strictObject({ tiles: Tiles }),
  needsVersion: true,
  reply: Dashboard,
  changes,
})

export const deleteDashboard = route({
  method: 'DELETE',
  path: `${path}/:dashboard_id`,
  summary: 'Delete a dashboard with its public link',
  says: { failed: 'Delete dashboard failed', done: 'Dashboard deleted' },
  access: { dashboards: ['analytics-dashboard:delete'], ...leave },
  on,
  params: DashboardRef,
  needsVersion: true,
  changes,
})

/** A site by scheme and host: no path, and no wildcard, which would admit strangers. */
export const FrameOrigin = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^https:\/\/[a-z0-9.-]{1,200}(:\d{1,5})?$/, 'Address of a website, such as https://www.example.org')

/** Switches the link on; with `is_new`, the address before is dead. */
export const openPublicLink = route({
  method: 'PUT',
  path: `${path}/:dashboard_id/public-link`,
  summary: 'Switch the public link on, or change it',
  says: { failed: 'Update dashboard failed', done: 'Public link is on' },
  access: { dashboards: ['analytics-dashboard:update'], ...leave },
  on,
  params: DashboardRef,
  body: z.strictObject({
    /** Null: until it is switched off. */
    expires_at: Instant.nullable().default(null),
    frame_origins: z.array(FrameOrigin).max(10).default([]),
    is_new: z.boolean().default(false),
  }),
  needsVersion: true,
  reply: Dashboard,
  changes,
})

export const closePublicLink = route({
  method: 'DELETE',
  path: `${path}/:dashboard_id/public-link`,
  summary: 'Switch the public link off',
  says: { failed: 'Update dashboard failed', done: 'Public link is off' },
  access: { dashboards: ['analytics-dashboard:update'], ...leave },
  on,
  params: DashboardRef,
  needsVersion: true,
  reply: Dashboard,
  changes,
})

const Day = z.iso.date()
const isPeriod = ({ from, to }: { from: string; to: string }): boolean =>
  from <= to && (Date.parse(to) - Date.parse(from)) / 86_400_000 < periodDaysAtMost

export const getDashboardFigures = route({
  method: 'GET',
  path: `${path}/:dashboard_id/figures`,
  summary: 'The figures of all charts of a dashboard for a period',
  says: { failed: 'Fetch dashboards failed' },
  access: seen,
  staleOn: ['dashboards'],
  on,
  params: DashboardRef,
  query: z
    .strictObject({ from: Day, to: Day, compare: Compare.default('previous') })
    .refine(isPeriod, `From must not be after to, and at most ${periodDaysAtMost} days`),
  reply: Figures,
})

export const publicDays = [7, 30, 90] as const
export const PublicDays = z.enum(['7', '30', '90']).default('30')

/** What a public link shows: no ids, nothing behind which there are fewer than five people, and no exact number. */
export const PublicDashboard = z.object({
  name: z.string(),
  organization_name: z.string(),
  tiles: z.array(Tile),
  figures: Figures,
})
export type PublicDashboard = z.infer<typeof PublicDashboard>

/** A wrong, an old and a switched off address have the same reply. */
export const getPublicDashboard = route({
  method: 'GET',
  path: '/dashboard/v1/public-dashboards/:token',
  summary: 'The dashboard of a public link',
  says: { failed: 'Fetch dashboards failed' },
  access: { public: 'its secret address is the permission, and it holds no personal data' },
  params: z.strictObject({ token: z.string().min(1).max(200) }),
  query: z.strictObject({ days: PublicDays }),
  reply: PublicDashboard,
})

export const listDashboardEvents = eventsOf(getDashboard, { dashboards: ['analytics-dashboard:update'] })
