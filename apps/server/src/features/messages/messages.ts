import { uuidv7At, uuidv7Floor } from '@wheelhouse/db/ids.ts'
import * as z from 'zod'
import type { NewMessage, PushStatus } from '@wheelhouse/contract/messages/messages.ts'
import { Id } from '@wheelhouse/contract/route.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { idsInWork, jobKind } from '../../platform/jobs.ts'
import type { JobCtx, Jobs } from '../../platform/jobs.ts'
import { openPush } from '../../platform/push-providers.ts'
import { openJournal, withJournal } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { addUserRecord, lockLivingUser, publishUser } from '../users/users.ts'

/** Notifies the phones of a message that is in the inbox already. */
export const pushMessage = jobKind({
  name: 'messages.push',
  payload: z.strictObject({ message_id: Id }),
  retries: 2,
  // The reminders of a morning are thousands, and a provider that stays silent holds each of them for some seconds.
  at_once: 8,
})
export const endLostPushes = jobKind({
  name: 'messages.end-lost-pushes',
  payload: z.strictObject({}),
  cron: '*/10 * * * *',
})

interface InboxMessage extends NewMessage {
  user_id: string
  /** Null: the service itself. */
  sent_by: string | null
}

/** The transaction of what the messages are about. */
interface Delivery {
  tx: Tx
  jobs: Jobs
  journal: Journal
}

/** Puts messages into the inboxes of people and queues their notifications. Returns the ids in the same order. */
export async function putInInbox(
  { tx, jobs, journal }: Delivery,
  messages: readonly InboxMessage[],
): Promise<string[]> {
  if (messages.length === 0) return []
  const created_at = journal.at.toISOString()
  const rows = messages.map((message) => ({ id: uuidv7At(journal.at.getTime()), ...message, created_at }))
  await tx.insertInto('user_messages').values(rows).execute()
  for (const { user_id } of messages) publishUser(journal, user_id)
  const ids = rows.map(({ id }) => id)
  await jobs.sendAll(
    tx,
    pushMessage,
    ids.map((message_id) => ({ message_id })),
  )
  return ids
}

/** A message of the service itself to a rider, such as a reminder. */
export interface ServiceMessage {
  user_id: string
  subject: string
  text: string
}

/** Those to deleted users are left out. */
export async function deliverMessages(
  delivery: Delivery,
  messages: readonly ServiceMessage[],
): Promise<{ user_id: string; message_id: string }[]> {
  if (messages.length === 0) return []
  const wanted = messages.map(({ user_id }) => user_id)
  const users = await delivery.tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', wanted)
    .where('deleted_at', 'is', null)
    .execute()
  const living = new Set(users.map(({ id }) => id))
  const sent = messages.filter(({ user_id }) => living.has(user_id))
  const ids = await putInInbox(
    delivery,
    sent.map(({ user_id, subject, text }) => ({ user_id, text: `${subject}\n\n${text}`, link: '', sent_by: null })),
  )
  return sent.map(({ user_id }, n) => ({ user_id, message_id: ids[n] ?? '' }))
}

/** The text is not repeated in the event, which outlives the erasure of a person. */
export function sendMessage(
  ctx: Ctx,
  userId: string,
  message: NewMessage,
): Promise<{ id: string; push_status: PushStatus | null }> {
  return write(ctx, async (tx, journal) => {
    const user = await lockLivingUser(tx, userId)
    const mine = { ...message, user_id: userId, sent_by: ctx.person.id }
    const [id = ''] = await putInInbox({ tx, jobs: ctx.jobs, journal }, [mine])
    addUserRecord(ctx, journal, user, { feature: 'messages', verb: 'sent' })
    return { id, push_status: null }
  })
}

const noteOf = (message_id: string) => ({ title: 'New message', body: 'Open the app to read it.', message_id })

/** One attempt: the sender waits for the outcome, and a late notification helps nobody. */
export async function runPush({ message_id }: { message_id: string }, { db, clock, config }: JobCtx): Promise<void> {
  const message = await db
    .selectFrom('user_messages')
    .select('user_id')
    .where('id', '=', message_id)
    .where('push_status', 'is', null)
    .executeTakeFirst()
  if (!message) return
  const rows = await db.selectFrom('push_tokens').select('token').where('user_id', '=', message.user_id).execute()
  const provider = openPush({ push: config.push })
  const hasPhones = rows.length > 0 || config.push.provider === 'inbox'
  const { status, unregistered } = hasPhones
    ? await provider.push(
        rows.map(({ token }) => token),
        noteOf(message_id),
      )
    : { status: 'no_push_tokens' as const, unregistered: [] }
  const journal = openJournal(clock.now())
  await withJournal(db, journal, async (tx) => {
    await tx.updateTable('user_messages').set({ push_status: status }).where('id', '=', message_id).execute()
    if (unregistered.length > 0)
      await tx
        .deleteFrom('push_tokens')
        .where('token', 'in', [...unregistered])
        .execute()
    publishUser(journal, message.user_id)
  })
}

/** A notification without a job is given up after this time. */
const lostAfterMs = 15 * 60_000
const dayMs = 86_400_000

/**
 * A late notification helps nobody: one whose job was lost ends as not sent, so that its sender does not wait for it. One that
 * waits for its turn is not lost.
 */
export async function runEndLostPushes({ db, clock, correlation_id }: JobCtx): Promise<void> {
  const now = clock.now()
  const [from, to] = [uuidv7Floor(now.getTime() - dayMs), uuidv7Floor(now.getTime() - lostAfterMs)]
  const journal = openJournal(now, correlation_id)
  await withJournal(db, journal, async (tx) => {
    const lost = await tx
      .updateTable('user_messages')
      .set({ push_status: 'publish_push_failed' })
      .where('id', '>=', from)
      .where('id', '<', to)
      .where('push_status', 'is', null)
      .where('id', 'not in', idsInWork(pushMessage, 'message_id'))
      .returning('user_id')
      .execute()
    for (const { user_id } of lost) publishUser(journal, user_id)
  })
}

/** For the erasure of a person. */
export async function eraseMessages(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('user_messages').where('user_id', '=', userId).execute()
  await tx.deleteFrom('push_tokens').where('user_id', '=', userId).execute()
}
