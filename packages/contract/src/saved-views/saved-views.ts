import * as z from 'zod'
import { Id, Instant, route } from '../route.ts'
import { requiredLine } from '../texts.ts'

/** The name of a list, as its screen calls it: `locations`, `parking-sessions-active`. */
export const ListName = z.string().regex(/^[a-z][a-z-]{1,39}$/)

const ColumnId = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)
const columnsAtMost = 60

/** How one person has laid out one list. Whatever is absent is as the screen has it at first. */
export const ListLayout = z.strictObject({
  visibility: z.record(ColumnId, z.boolean()).default({}),
  order: z.array(ColumnId).max(columnsAtMost).default([]),
  /** px */
  sizes: z.record(ColumnId, z.number().int().min(40).max(900)).default({}),
  /** At the start, in this order; null: as at first. */
  pins: z.array(ColumnId).max(columnsAtMost).nullable().default(null),
  /** Columns whose totals are shown; null: all that have one. */
  totals: z.array(ColumnId).max(columnsAtMost).nullable().default(null),
  density: z.enum(['compact', 'comfortable']).default('compact'),
})
export type ListLayout = z.output<typeof ListLayout>

export const listListLayouts = route({
  method: 'GET',
  path: '/user/v1/list-layouts',
  summary: "The caller's own layouts of lists",
  staleOn: ['list_layout'],
  isOwn: true,
  access: { signed_in: "one's own rows" },
  reply: z.array(z.object({ list: ListName, layout: ListLayout })),
})

export const saveListLayout = route({
  method: 'PUT',
  path: '/user/v1/list-layouts/:list',
  summary: "Keep the caller's own layout of a list",
  says: { failed: 'Save list layout failed' },
  access: { signed_in: "one's own row" },
  params: z.strictObject({ list: ListName }),
  body: ListLayout,
  reply: ListLayout,
})

/** A named address of a list: a person's own, or shared by a colleague (screens: saved views). */
export const SavedView = z.object({
  id: Id,
  list: ListName,
  name: z.string(),
  /** The search part of the address, without the question mark. */
  search: z.string(),
  /** Everybody of the maker's organization has it in their lists. The rows are still those that the reader may see. */
  is_shared: z.boolean(),
  /** The colleague who shares it; null: the caller's own. */
  shared_by: z.string().nullable(),
  /** The caller's own views, and shared ones for an editor of the organization: the views of people who have left stay. */
  can_delete: z.boolean(),
  created_at: Instant,
})
export type SavedView = z.infer<typeof SavedView>

const ViewName = requiredLine('Name', 1, 40)

export const listSavedViews = route({
  method: 'GET',
  path: '/user/v1/saved-views',
  summary: "The caller's own saved views and those that colleagues share, oldest first",
  says: { failed: 'Fetch saved views failed' },
  staleOn: ['saved_view'],
  isOwn: true,
  access: { signed_in: "one's own rows, and those shared within one's own organization" },
  reply: z.array(SavedView),
})

export const createSavedView = route({
  method: 'POST',
  path: '/user/v1/saved-views',
  summary: 'Save a view of a list under a name',
  access: { signed_in: "it is born for the caller, and shared within the caller's own organization at most" },
  body: z.strictObject({
    list: ListName,
    name: ViewName,
    search: z.string().max(2000),
    is_shared: z.boolean().default(false),
  }),
  reply: SavedView,
  changes: [listSavedViews],
})

export const updateSavedView = route({
  method: 'PATCH',
  path: '/user/v1/saved-views/:view_id',
  summary: 'Rename a saved view, change its search, or share it with colleagues',
  says: { failed: 'Update saved view failed' },
  access: { signed_in: "one's own row only; another id is 404" },
  params: z.strictObject({ view_id: Id }),
  body: z.strictObject({
    name: ViewName.optional(),
    search: z.string().max(2000).optional(),
    is_shared: z.boolean().optional(),
  }),
  reply: SavedView,
  changes: [listSavedViews],
})

export const deleteSavedView = route({
  method: 'DELETE',
  path: '/user/v1/saved-views/:view_id',
  summary: 'Delete a saved view',
  says: { failed: 'Delete saved view failed' },
  access: { signed_in: "one's own row, or one shared in an organization that one may UPDATE; another id is 404" },
  params: z.strictObject({ view_id: Id }),
  changes: [listSavedViews],
})
