import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { subscriptionFields } from '@wheelhouse/contract/notifier/notifier.ts'
import type {
  NotifierMessage,
  NotifierSubscription,
  NotifierSubscriptionBody,
} from '@wheelhouse/contract/notifier/notifier.ts'
import { uuidv7Floor } from '@wheelhouse/db/ids.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor } from '../../journal/audit.ts'
import { addAuditRecord, changedFields, publishChange } from '../../journal/journal.ts'
import type { EventDetails, Journal } from '../../journal/journal.ts'
import { keepDelivered } from '../../journal/notices.ts'
import { write } from '../../journal/write.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { OutwardRefusal, outwardAddress } from '../../platform/outward-http.ts'
import { seal } from '../../platform/seal.ts'
import { requireEventRight } from './event-rights.ts'
import { endFormerEvent } from './former-event.ts'
import { insertMessage } from './messages.ts'
import type { Payload } from './formats.ts'
import { messageList, payloadToReplay, subscriptionIn } from './queries.ts'
import type { MessageRef, SubscriptionRef } from './queries.ts'
import { newSecret } from './signature.ts'

type WithSecret = NotifierSubscription & { secret: string | null }
type Fields = Pick<NotifierSubscriptionBody, (typeof subscriptionFields)[number]>

function recordEvent(
  ctx: Ctx,
  journal: Journal,
  { organization_id, notifier_subscription_id: id }: SubscriptionRef,
  { description, event }: Pick<Fields, 'description' | 'event'>,
  details: EventDetails<'notifier'>,
): void {
  addAuditRecord(journal, {
    actor: personActor(ctx),
    feature: 'notifier',
    resource_type: 'notifier_subscription',
    resource_id: id,
    resource_name: description || event.replaceAll('_', ' '),
    visible_through_id: null,
    ...details,
  })
  publishChange(journal, 'notifier_subscription', id, null, { through: { type: 'organization', id: organization_id } })
}

/** The key of the installation seals the secrets of webhooks. */
const sealed = (ctx: Ctx, id: string, secret: string): string => seal(ctx.config, secret, id)

/** Refused before the transaction, because a name is looked up; the delivery checks again. */
async function assertOutward(ctx: Ctx, { messaging_type, url }: Fields): Promise<void> {
  if (messaging_type === 'email' || messaging_type === 'in_app') return
  try {
    await outwardAddress(new URL(url), ctx.config.notifier.allowed_networks)
  } catch (error) {
    if (!(error instanceof OutwardRefusal)) throw error
    if (error.reason === 'inward_address') throw new AppError('inward_url', { field: 'url' })
    const words =
      error.reason === 'not_https' ? 'The URL must begin with https://' : 'Invalid URL, the host name is unknown'
    throw new AppError('invalid_body', { field: 'url' }, `url: ${words}`)
  }
}

/** An address may belong to the person who enters it; an inbox shows each reader only what that reader may see. */
async function assertMaySend(ctx: Ctx, organizationId: string, { messaging_type, event }: Fields): Promise<void> {
  if (messaging_type !== 'in_app') await requireEventRight(ctx, organizationId, event)
}

const subscriptionsAtMost = 100

async function assertFewSubscriptions(tx: Tx, organizationId: string): Promise<void> {
  await sql`select from organizations where id = ${organizationId}::uuid for update`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notifier_subscriptions where organization_id = ${organizationId}::uuid`.execute(
    tx,
  )
  if ((rows[0]?.count ?? 0) >= subscriptionsAtMost) throw new AppError('too_many_notifier_subscriptions')
}

export async function createSubscription(
  ctx: Ctx,
  organizationId: string,
  body: NotifierSubscriptionBody,
): Promise<WithSecret> {
  await assertMaySend(ctx, organizationId, body)
  await assertOutward(ctx, body)
  const secret = body.messaging_type === 'webhook' ? newSecret() : null
  return write(ctx, async (tx, journal, inside) => {
    const id = uuidv7()
    const at = journal.at.toISOString()
    const ref = { organization_id: organizationId, notifier_subscription_id: id }
    await assertFewSubscriptions(tx, organizationId)
    await tx
      .insertInto('notifier_subscriptions')
      .values({
        id,
        organization_id: organizationId,
        ...body,
        secret: secret === null ? null : sealed(ctx, id, secret),
        former_secret: null,
        former_secret_until: null,
        created_by: ctx.person.id,
        created_at: at,
        updated_at: at,
      })
      .execute()
    recordEvent(ctx, journal, ref, body, { verb: 'created', after: body })
    return { ...(await subscriptionIn(inside, ref)), secret }
  })
}

export async function updateSubscription(
  ctx: Ctx,
  ref: SubscriptionRef,
  body: NotifierSubscriptionBody,
  version: number,
): Promise<NotifierSubscription> {
  await assertMaySend(ctx, ref.organization_id, body)
  await assertOutward(ctx, body)
  return write(ctx, async (tx, journal, inside) => {
    const before = await lockSubscription(tx, ref)
    if (before.messaging_type !== body.messaging_type)
      throw new AppError('messaging_type_fixed', { field: 'messaging_type' })
    assertVersion(before.version, version)
    const edit = changedFields(before, body)
    if (!edit) return subscriptionIn(inside, ref)
    await tx
      .updateTable('notifier_subscriptions')
      .set((row) => ({ ...body, updated_at: journal.at.toISOString(), version: row('version', '+', 1) }))
      .where('id', '=', ref.notifier_subscription_id)
      .execute()
    await endFormerEvent(tx, journal, ref.notifier_subscription_id, body.event)
    recordEvent(ctx, journal, ref, body, { verb: 'updated', ...edit })
    return subscriptionIn(inside, ref)
  })
}

export function deleteSubscription(ctx: Ctx, ref: SubscriptionRef, version: number): Promise<null> {
  return write(ctx, async (tx, journal) => {
    const { version: present, ...before } = await lockSubscription(tx, ref)
    assertVersion(present, version)
    if (before.messaging_type === 'in_app') await keepDelivered(tx, ref.notifier_subscription_id)
    await tx.deleteFrom('notifier_subscriptions').where('id', '=', ref.notifier_subscription_id).execute()
    recordEvent(ctx, journal, ref, before, { verb: 'deleted', before })
    return null
  })
}

const formerSecretMs = 24 * 3_600_000

export function rotateSecret(ctx: Ctx, ref: SubscriptionRef, version: number): Promise<WithSecret> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await lockSubscription(tx, ref)
    if (before.messaging_type !== 'webhook') throw new AppError('not_a_webhook')
    assertVersion(before.version, version)
    const id = ref.notifier_subscription_id
    const secret = newSecret()
    const until = new Date(journal.at.getTime() + formerSecretMs).toISOString()
    await sql`update notifier_subscriptions set former_secret = secret, former_secret_until = ${until}::timestamptz,
      secret = ${sealed(ctx, id, secret)}, updated_at = ${journal.at.toISOString()}::timestamptz, version = version + 1
      where id = ${id}::uuid`.execute(tx)
    recordEvent(ctx, journal, ref, before, { verb: 'secret_rotated' })
    return { ...(await subscriptionIn(inside, ref)), secret }
  })
}

async function lockSubscription(tx: Tx, ref: SubscriptionRef): Promise<Fields & { version: number }> {
  const row = await tx
    .selectFrom('notifier_subscriptions')
    .select([...subscriptionFields, 'version'])
    .where('id', '=', ref.notifier_subscription_id)
    .where('organization_id', '=', ref.organization_id)
    .forUpdate()
    .$narrowType<Fields>()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

const byHandPerHour = 60
const hourMs = 3_600_000

/**
 * Tests and replays are sent to an address that someone typed, so they are paced for the organization, and for the person
 * by their events, which stay when a subscription is deleted. More than a few failed messages are replayed after an outage,
 * hence the number.
 */
async function assertFewByHand(ctx: Ctx, tx: Tx, organizationId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - hourMs)
  const { rows } = await sql<{ count: number }>`select greatest(
    (select count(*) from notifier_subscriptions s join notifier_messages m on m.subscription_id = s.id and m.kind <> 'events'
      where s.organization_id = ${organizationId}::uuid and m.created_at > ${since.toISOString()}::timestamptz),
    (select count(*) from events where actor_id = ${ctx.person.id}::uuid and id >= ${uuidv7Floor(since.getTime())}::uuid
      and feature = 'notifier' and verb in ('tested', 'replayed'))) as count`.execute(tx)
  if ((rows[0]?.count ?? 0) >= byHandPerHour) throw new AppError('too_many_requests', { retry_after_s: hourMs / 1000 })
}

export function sendTest(ctx: Ctx, ref: SubscriptionRef): Promise<NotifierMessage> {
  return write(ctx, async (tx, journal, inside) => {
    const subscription = await lockSubscription(tx, ref)
    await assertFewByHand(ctx, tx, ref.organization_id, journal.at)
    const at = journal.at.toISOString()
    const event = {
      id: uuidv7(),
      at,
      kind: 'test',
      title: 'This is a test message from Wheelhouse',
      resource_type: 'notifier_subscription',
      resource_id: ref.notifier_subscription_id,
      resource_name: subscription.description || null,
      location: null,
      details: {},
      through: { type: 'organization' as const, id: ref.organization_id },
    }
    const data = { organization_id: ref.organization_id, count: 1, events: [event] }
    const payload: Payload = { type: 'test', timestamp: at, data }
    const id = await insertMessage(tx, journal, ref.notifier_subscription_id, 'test', payload)
    recordEvent(ctx, journal, ref, subscription, { verb: 'tested' })
    return messageList.get(inside, id)
  })
}

export function replayMessage(ctx: Ctx, ref: MessageRef): Promise<NotifierMessage> {
  return write(ctx, async (tx, journal, inside) => {
    const subscription = await lockSubscription(tx, ref)
    await assertFewByHand(ctx, tx, ref.organization_id, journal.at)
    const payload = await payloadToReplay(inside, ref, subscription.messaging_type)
    const id = await insertMessage(tx, journal, ref.notifier_subscription_id, 'replay', payload)
    recordEvent(ctx, journal, ref, subscription, { verb: 'replayed' })
    return messageList.get(inside, id)
  })
}
