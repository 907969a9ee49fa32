import * as z from 'zod'
import { anyOfOrEmpty, list } from '../list.ts'
import { Id, Instant, route } from '../route.ts'
import { isHttpsUrl, line, requiredLines, withHttpsLinks } from '../texts.ts'
import { onUser } from '../users/users.ts'

/** Spec section 8, in its order. */
export const pushStatuses = ['skipped', 'sent', 'no_push_tokens', 'publish_push_failed', 'send_push_failed'] as const
export const PushStatus = z.enum(pushStatuses)
export type PushStatus = z.infer<typeof PushStatus>

/** The message is in the inbox, and nothing on the phone says so. */
export const failedPushStatuses: readonly PushStatus[] = ['publish_push_failed', 'send_push_failed']

export const UserMessage = z.object({
  id: Id,
  text: z.string(),
  /** What the app opens from it; may be empty. */
  link: z.string(),
  created_at: Instant,
  read_at: Instant.nullable(),
  /** Null until the notification has ended. */
  push_status: PushStatus.nullable(),
  /** Null: the service itself. */
  sent_by_name: z.string().nullable(),
})
export type UserMessage = z.infer<typeof UserMessage>

export const userMessages = list({
  says: { failed: 'Fetch messages failed' },
  path: '/user/v1/users/:user_id/messages',
  summary: 'Messages to a user, newest first',
  access: { user: ['GET_NOTIFICATIONS'] },
  ...onUser,
  row: UserMessage,
  filters: { push_status: anyOfOrEmpty(PushStatus) },
  sortBy: ['created_at'],
  order: 'desc',
  exports: ['id', 'created_at', 'read_at', 'text', 'link', 'push_status', 'sent_by_name'],
})
export const listUserMessages = userMessages.route

/** Spec section 5 and values: 10 to 1000 characters, and every address in it is https. */
export const NewMessage = z.strictObject({
  text: withHttpsLinks(requiredLines('Message', 10, 1000)),
  link: line('Link', 500)
    .refine((link) => link === '' || isHttpsUrl(link), 'Invalid URL')
    .default(''),
})
export type NewMessage = z.output<typeof NewMessage>

export const sendMessage = route({
  method: 'POST',
  path: '/user/v1/users/:user_id/messages',
  summary: "Send a message to a user's inbox, with a notification",
  says: { failed: 'Send message failed', done: 'Message sent' },
  access: { user: ['SEND_NOTIFICATIONS'] },
  ...onUser,
  body: NewMessage,
  reply: z.object({ id: Id, push_status: PushStatus.nullable() }),
  changes: [listUserMessages],
})
