import * as z from 'zod'
import { Id, Instant, route } from '../route.ts'

/**
 * View as: a person sees the console as another person or as a role would. Requests carry the id of the view, and the server
 * answers them with the rights of the other person or the role. No token of the other person is made, and nothing but reading is
 * possible.
 */
export const viewAsHeader = 'x-view-as'

/** A view ends by itself after that. */
export const viewLastsMinutes = 30

export const viewKinds = ['person', 'role'] as const

export const PermissionView = z.object({
  id: Id,
  kind: z.enum(viewKinds),
  /** Whose rights are asked: those of the person, or of the view itself, which holds the role. */
  subject_id: Id,
  /** Of the person or the role. */
  name: z.string(),
  /** The resource group in which the role is held; null of a person. */
  resource_group_name: z.string().nullable(),
  ends_at: Instant,
})
export type PermissionView = z.infer<typeof PermissionView>

const OfPerson = z.strictObject({ console_user_id: Id })
const OfRole = z.strictObject({ role_id: Id, resource_group_id: Id })
export const NewPermissionView = z.union([OfPerson, OfRole], 'Choose a person, or a role and its resource group')
export type NewPermissionView = z.infer<typeof NewPermissionView>

const path = '/permission/v1/views'

/** People who may change what somebody may do, may also look at the result (decision 42). */
const access = { console_user: ['GET', 'MODIFYROLES'] } as const

export const beginView = route({
  method: 'POST',
  path,
  summary: 'Begin to see the console as another person or as a role would; a former view of the caller ends',
  says: { failed: 'Starting the view failed' },
  access,
  body: NewPermissionView,
  reply: PermissionView,
})

export const endView = route({
  method: 'DELETE',
  path: `${path}/:view_id`,
  summary: "End the caller's view",
  says: { failed: 'Leave view failed' },
  isOwn: true,
  access,
  params: z.strictObject({ view_id: Id }),
})
