import * as z from 'zod'
import type { EventKindName } from '../events/event-kinds.ts'
import { age, anyOf, list, searchText } from '../list.ts'
import { Id, Instant, route } from '../route.ts'
import { line } from '../texts.ts'
import { NotifierEvent } from './notifier-events.ts'

export const messagingTypes = ['webhook', 'email', 'slack', 'ms_teams', 'in_app'] as const
export const MessagingType = z.enum(messagingTypes, 'Messaging type is required')
export type MessagingType = z.infer<typeof MessagingType>

export const notifierTypes = ['single', 'aggregated', 'daily_digest'] as const
export const NotifierType = z.enum(notifierTypes, 'Type is required')
export type NotifierType = z.infer<typeof NotifierType>

interface NoticeSource {
  kind: EventKindName
  /** Fields of the event that must have one of these values. */
  where?: Readonly<Record<string, readonly string[]>>
}

/** The kinds of events that each subscription is about. */
export const noticeSources: Readonly<Record<NotifierEvent, readonly NoticeSource[]>> = {
  connection: [{ kind: 'outages raised' }, { kind: 'outages cleared' }],
  connection_confirmed: [{ kind: 'outages confirmed' }, { kind: 'outages repeated' }],
  alarm: [{ kind: 'alarms raised' }, { kind: 'alarms cleared' }],
  status: [{ kind: 'locations status_changed' }, { kind: 'locations status_forced' }, { kind: 'locations launched' }],
  report: [{ kind: 'reports made' }, { kind: 'reports failed' }],
  command_failed: [{ kind: 'commands ended', where: { status: ['failed', 'unhandled', 'hardware_timeout'] } }],
  session_force_ended: [
    { kind: 'parking-sessions ended', where: { how_ended: ['forced'] } },
    { kind: 'rental-sessions force_ended' },
  ],
  payment_needs_approval: [{ kind: 'payments needs_approval' }],
  parking_reminder: [{ kind: 'reminders notified' }],
  maintenance_log: [
    { kind: 'maintenance-log created' },
    { kind: 'maintenance-log blocked' },
    { kind: 'maintenance-log overdue' },
    { kind: 'maintenance-log resolved' },
    { kind: 'maintenance-log reopened' },
    { kind: 'maintenance-log cancelled' },
  ],
}

const mailAddress = z.email()
/**
 * An https address, or `mailto:` and one address; what it points to is checked when it is saved and each time it is used. The
 * inboxes of the console have none.
 */
export function urlFault(messagingType: MessagingType, url: string): string | null {
  if (messagingType === 'in_app') return url === '' ? null : 'The inbox of the console has no URL'
  if (url === '') return 'URL is required'
  if (messagingType === 'email')
    return url.startsWith('mailto:') && mailAddress.safeParse(url.slice(7)).success ? null : 'Invalid email address'
  const parsed = URL.parse(url)
  return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.username === '' && parsed.password === ''
    ? null
    : 'Invalid URL'
}

export const NotifierSubscriptionBody = z
  .strictObject({
    event: NotifierEvent,
    messaging_type: MessagingType,
    type: NotifierType,
    url: line('URL', 500),
    description: line('Description', 200).default(''),
  })
  .superRefine(({ messaging_type, url }, context) => {
    const fault = urlFault(messaging_type, url)
    if (fault !== null) context.addIssue({ code: 'custom', path: ['url'], message: fault })
  })
export type NotifierSubscriptionBody = z.output<typeof NotifierSubscriptionBody>
export const subscriptionFields = ['event', 'messaging_type', 'type', 'url', 'description'] as const

export const messageStates = ['pending', 'delivered', 'failed'] as const
export const MessageState = z.enum(messageStates)
export type MessageState = z.infer<typeof MessageState>

export const NotifierSubscription = z.object({
  id: Id,
  organization_id: Id,
  event: NotifierEvent,
  messaging_type: MessagingType,
  type: NotifierType,
  url: z.string(),
  description: z.string(),
  /** Of the newest message. */
  last_state: MessageState.nullable(),
  last_at: Instant.nullable(),
  has_former_secret: z.boolean(),
  created_at: Instant,
  updated_at: Instant,
  version: z.number().int(),
})
export type NotifierSubscription = z.infer<typeof NotifierSubscription>

const path = '/notifier/v1/organizations/:organization_id/subscriptions'
const one = `${path}/:notifier_subscription_id`
const OrganizationRef = z.strictObject({ organization_id: Id })
const Ref = OrganizationRef.extend({ notifier_subscription_id: Id })
const MessageRef = Ref.extend({ notifier_message_id: Id })
const on = { organization: 'organization_id' } as const
const mayRead = { organization: ['GET_NOTIFIER_SUBS'] } as const
const mayWrite = { organization: ['MODIFY_NOTIFIER_SUBS'] } as const
const staleOn = ['notifier_subscription'] as const

export const notifierSubscriptions = list({
  says: { failed: 'Fetch notifier subscriptions failed' },
  path,
  summary: 'Notifier subscriptions of an organization',
  access: mayRead,
  on,
  params: OrganizationRef,
  staleOn,
  row: NotifierSubscription,
  filters: {
    q: searchText,
    event: anyOf(NotifierEvent),
    messaging_type: anyOf(MessagingType),
    type: anyOf(NotifierType),
    created_at: age,
  },
  sortBy: ['event', 'messaging_type', 'type', 'url', 'description', 'last_at', 'created_at', 'id'],
  exports: [
    'id',
    'event',
    'messaging_type',
    'type',
    'url',
    'description',
    'last_state',
    'last_at',
    'created_at',
    'updated_at',
  ],
})
const changes = [notifierSubscriptions.route] as const

export const getNotifierSubscription = route({
  method: 'GET',
  path: one,
  summary: 'One notifier subscription',
  says: { failed: 'Fetch notifier subscription failed' },
  access: mayRead,
  on,
  params: Ref,
  staleOn,
  reply: NotifierSubscription,
})

/** The secret is shown once; it signs the webhooks by the Standard Webhooks specification. */
const WithSecret = NotifierSubscription.extend({ secret: z.string().nullable() })

export const createNotifierSubscription = route({
  method: 'POST',
  path,
  summary: 'Subscribe an organization to an event',
  says: { failed: 'Create notifier subscription failed', done: 'Notifier subscription created' },
  access: mayWrite,
  on,
  params: OrganizationRef,
  body: NotifierSubscriptionBody,
  reply: WithSecret,
  isSecret: true,
  changes,
})

export const updateNotifierSubscription = route({
  method: 'PUT',
  path: one,
  summary: 'Update a notifier subscription; its messaging type stays',
  says: { failed: 'Update notifier subscription failed', done: 'Notifier subscription updated' },
  access: mayWrite,
  on,
  params: Ref,
  body: NotifierSubscriptionBody,
  needsVersion: true,
  reply: NotifierSubscription,
  changes,
})

export const deleteNotifierSubscription = route({
  method: 'DELETE',
  path: one,
  summary: 'Delete a notifier subscription with its deliveries',
  says: { failed: 'Delete notifier subscription failed', done: 'Notifier subscription deleted' },
  access: mayWrite,
  on,
  params: Ref,
  needsVersion: true,
  changes,
})

/** The former secret signs as well for a day, so that the receiver can change over without a gap. */
export const rotateNotifierSecret = route({
  method: 'POST',
  path: `${one}/secrets`,
  summary: 'Give a webhook a new secret; the former one stays valid for 24 h',
  says: { failed: 'Rotate secret failed', done: 'New secret created' },
  access: mayWrite,
  on,
  params: Ref,
  needsVersion: true,
  reply: WithSecret,
  isSecret: true,
  changes,
})

export const NotifierAttempt = z.object({
  id: Id,
  at: Instant,
  duration_ms: z.number().int(),
  /** Null where no response came, and of mails. */
  status_code: z.number().int().nullable(),
  /** The beginning of what the receiver answered. */
  response: z.string(),
  failure: z.string().nullable(),
})
export type NotifierAttempt = z.infer<typeof NotifierAttempt>

export const messageKinds = ['events', 'test', 'replay'] as const

export const NotifierMessage = z.object({
  id: Id,
  kind: z.enum(messageKinds),
  state: MessageState,
  attempts: z.number().int(),
  next_try_at: Instant.nullable(),
  created_at: Instant,
  ended_at: Instant.nullable(),
  /** How many events it is about. */
  events: z.number().int(),
  last_status_code: z.number().int().nullable(),
  last_failure: z.string().nullable(),
})
export type NotifierMessage = z.infer<typeof NotifierMessage>

export const notifierMessages = list({
  says: { failed: 'Fetch deliveries failed' },
  path: `${one}/messages`,
  summary: 'Delivery log of a notifier subscription, newest first',
  access: mayRead,
  on,
  params: Ref,
  staleOn,
  row: NotifierMessage,
  filters: { state: anyOf(MessageState) },
  sortBy: ['created_at', 'state', 'attempts', 'id'],
  order: 'desc',
  exports: [
    'id',
    'kind',
    'events',
    'state',
    'attempts',
    'last_status_code',
    'last_failure',
    'next_try_at',
    'created_at',
    'ended_at',
  ],
})

export const getNotifierMessage = route({
  method: 'GET',
  path: `${one}/messages/:notifier_message_id`,
  summary: 'One delivery with what was sent and every attempt',
  says: { failed: 'Fetch delivery failed' },
  access: mayRead,
  on,
  params: MessageRef,
  staleOn,
  reply: NotifierMessage.extend({
    /** As it was sent, without the events that the reader may not see. */
    payload: z.unknown(),
    hidden_events: z.number().int(),
    tries: z.array(NotifierAttempt),
  }),
})

export const testNotifierSubscription = route({
  method: 'POST',
  path: `${one}/tests`,
  summary: 'Send a test message',
  says: { failed: 'Send test message failed', done: 'Test message is being sent' },
  access: mayWrite,
  on,
  params: Ref,
  reply: NotifierMessage,
  changes,
})

export const replayNotifierMessage = route({
  method: 'POST',
  path: `${one}/messages/:notifier_message_id/replays`,
  summary: 'Send the same payload again as a new message',
  says: { failed: 'Replay failed', done: 'Message is being sent again' },
  access: mayWrite,
  on,
  params: MessageRef,
  reply: NotifierMessage,
  changes,
})
