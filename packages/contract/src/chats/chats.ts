import * as z from 'zod'
import { Instant, route } from '../route.ts'
import { onUser } from '../users/users.ts'

export const chatStates = ['open', 'snoozed', 'closed'] as const

/** One conversation with support. */
export const Chat = z.object({
  id: z.string(),
  title: z.string(),
  /** How it began, as plain text. */
  preview: z.string(),
  state: z.enum(chatStates),
  created_at: Instant,
  updated_at: Instant,
  /** Where it is answered. */
  url: z.string(),
})
export type Chat = z.infer<typeof Chat>

export const listChats = route({
  method: 'GET',
  path: '/user/v1/users/:user_id/chats',
  summary: 'Support conversations of a user, newest first',
  says: { failed: 'Fetch intercom chats failed' },
  access: { user: ['GET_INTERCOM_CHATS'] },
  ...onUser,
  reply: z.object({ /** False: no provider is configured. */ is_connected: z.boolean(), items: z.array(Chat) }),
})
