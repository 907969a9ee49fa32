import * as z from 'zod'
import { Id, Instant, route } from '../route.ts'

export const ConsoleUser = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  organization_id: Id.nullable(),
  organization_name: z.string().nullable(),
  last_signed_in_at: Instant.nullable(),
})
export type ConsoleUser = z.infer<typeof ConsoleUser>

export const profile = route({
  method: 'GET',
  path: '/user/v1/profile',
  summary: "The caller's own profile",
  says: { failed: 'Fetch profile failed' },
  isOwn: true,
  access: { signed_in: "one's own row" },
  reply: ConsoleUser,
})

/** Spec section 4: after a sign-in the console records a user update with event 'sign-in'. */
export const recordSignIn = route({
  method: 'PUT',
  path: '/user/v1/users/:id/sign-in',
  summary: 'Record a sign-in',
  access: { signed_in: "one's own row only; another id is 404" },
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ event: z.literal('sign-in') }),
  reply: ConsoleUser,
})
