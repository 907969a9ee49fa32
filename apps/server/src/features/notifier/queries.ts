import { sql } from 'kysely'
import { notifierMessages, notifierSubscriptions } from '@wheelhouse/contract/notifier/notifier.ts'
import type {
  getNotifierMessage,
  MessagingType,
  NotifierAttempt,
  NotifierMessage,
} from '@wheelhouse/contract/notifier/notifier.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { ReplyOf } from '@wheelhouse/contract/route.ts'
import type { Ctx } from '../../platform/context.ts'
import { bool, instant, int, orNull, text, uuid, word } from '../../lists/columns.ts'
import { age, anyOf, search } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'
import { eventsVisibleTo } from './event-rights.ts'
import { toldOutside } from './formats.ts'
import type { NoticedEvent, Payload } from './formats.ts'

const subscriptions = sql`notifier_subscriptions s left join lateral (select state, created_at from notifier_messages
  where subscription_id = s.id order by id desc limit 1) m on true`

export const subscriptionList = listQuery(notifierSubscriptions, {
  from: () => subscriptions,
  id: sql`s.id`,
  // The right was checked on the organization in the address.
  visibleBy: [],
  where: ({ params }) => sql<boolean>`s.organization_id = ${params.organization_id}::uuid`,
  columns: ({ ctx }) => ({
    id: uuid(sql`s.id`),
    organization_id: uuid(sql`s.organization_id`),
    event: word(sql`s.event`),
    messaging_type: word(sql`s.messaging_type`),
    type: word(sql`s.type`),
    url: text(sql`s.url`),
    description: text(sql`s.description`),
    last_state: orNull(word(sql`m.state`)),
    last_at: orNull(instant(sql`m.created_at`)),
    has_former_secret: bool(
      sql`coalesce(s.former_secret_until > ${ctx.clock.now().toISOString()}::timestamptz, false)`,
    ),
    created_at: instant(sql`s.created_at`),
    updated_at: instant(sql`s.updated_at`),
    version: int(sql`s.version`),
  }),
  filters: () => ({
    q: search(sql`s.url`, sql`s.description`),
    event: anyOf(sql`s.event`),
    messaging_type: anyOf(sql`s.messaging_type`),
    type: anyOf(sql`s.type`),
    created_at: age(sql`s.created_at`),
  }),
})

export const messageList = listQuery(notifierMessages, {
  from: () => sql`notifier_messages m left join lateral (select status_code, failure from notifier_attempts
    where message_id = m.id order by id desc limit 1) t on true`,
  id: sql`m.id`,
  visibleBy: [],
  where: ({ params }) => sql<boolean>`exists (select 1 from notifier_subscriptions s where s.id = m.subscription_id
    and s.id = ${params.notifier_subscription_id}::uuid and s.organization_id = ${params.organization_id}::uuid)`,
  columns: () => ({
    id: uuid(sql`m.id`),
    kind: word(sql`m.kind`),
    state: word(sql`m.state`),
    attempts: int(sql`m.attempts`),
    next_try_at: orNull(instant(sql`case when m.state = 'pending' then m.next_try_at end`)),
    created_at: instant(sql`m.created_at`),
    ended_at: orNull(instant(sql`m.ended_at`)),
    events: int(sql`(m.payload -> 'data' ->> 'count')::int`),
    last_status_code: orNull(int(sql`t.status_code`)),
    last_failure: orNull(word(sql`t.failure`)),
  }),
  filters: () => ({ state: anyOf(sql`m.state`) }),
})

export interface SubscriptionRef {
  organization_id: string
  notifier_subscription_id: string
}
export interface MessageRef extends SubscriptionRef {
  notifier_message_id: string
}

/** A subscription of exactly this organization, because the right was checked on the one in the address. */
export const subscriptionIn = (ctx: Pick<Ctx, 'db' | 'clock' | 'config'>, ref: SubscriptionRef) =>
  subscriptionList.get(
    ctx,
    ref.notifier_subscription_id,
    sql<boolean>`s.organization_id = ${ref.organization_id}::uuid`,
  )

interface FullMessage extends NotifierMessage {
  payload: Payload
  tries: NotifierAttempt[]
}

/** A message as it is kept, with its attempts. */
async function messageIn(ctx: Pick<Ctx, 'db' | 'clock' | 'config'>, ref: MessageRef): Promise<FullMessage> {
  const { id: subscriptionId } = await subscriptionIn(ctx, ref)
  const ofIt = sql<boolean>`m.subscription_id = ${subscriptionId}::uuid`
  const message = await messageList.get(ctx, ref.notifier_message_id, ofIt)
  const { rows } = await sql<{ payload: Payload }>`
    select payload from notifier_messages where id = ${message.id}::uuid`.execute(ctx.db)
  const { rows: tries } = await sql<NotifierAttempt>`
    select id, at, duration_ms, status_code, response, failure from notifier_attempts
    where message_id = ${message.id}::uuid order by id desc limit 50`.execute(ctx.db)
  if (!rows[0]) throw new AppError('not_found')
  return { ...message, payload: rows[0].payload, tries }
}

async function eventsSeen({ db, person }: Ctx, payload: Payload): Promise<NoticedEvent[]> {
  const seen = await eventsVisibleTo(db, [person.id], [payload])
  return seen({ person_id: person.id, payload })
}

/** What was sent, of it the events that the reader may see. */
export async function visibleMessage(ctx: Ctx, ref: MessageRef): Promise<ReplyOf<typeof getNotifierMessage>> {
  const { payload, ...message } = await messageIn(ctx, ref)
  const events = await eventsSeen(ctx, payload)
  return {
    ...message,
    payload: toldOutside({ ...payload, data: { ...payload.data, events } }),
    hidden_events: payload.data.events.length - events.length,
  }
}

/** The whole payload. An address is sent it again only by those who may see all of it; an inbox asks each of its readers. */
export async function payloadToReplay(ctx: Ctx, ref: MessageRef, messagingType: MessagingType): Promise<Payload> {
  const { payload } = await messageIn(ctx, ref)
  if (messagingType === 'in_app') return payload
  const events = await eventsSeen(ctx, payload)
  if (events.length < payload.data.events.length) throw new AppError('message_holds_more')
  return payload
}
