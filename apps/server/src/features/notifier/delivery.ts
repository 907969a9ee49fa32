import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod'
import { codeOf, nameOf } from '@wheelhouse/db/thrown.ts'
import type { MessagingType } from '@wheelhouse/contract/notifier/notifier.ts'
import { MailError, openMail } from '@wheelhouse/mail/mail.ts'
import { openJournal, publishChange, withJournal } from '../../journal/journal.ts'
import { jobKind } from '../../platform/jobs.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { OutwardRefusal, postOutward } from '../../platform/outward-http.ts'
import { unseal } from '../../platform/seal.ts'
import { mailOf, slackBody, teamsBody, toldOutside } from './formats.ts'
import type { Payload } from './formats.ts'
import { inAppReaders } from './in-app.ts'
import { signatureHeaders } from './signature.ts'

/** One attempt. A process that dies in it leaves the job to another one, so a receiver may get a message twice. */
export const deliverMessage = jobKind({
  name: 'notifier.deliver',
  payload: z.object({ message_id: z.uuid(), organization_id: z.uuid().optional() }),
  retries: 3,
  time_limit_s: 60,
  // A receiver that accepts and stays silent holds one of them for ten seconds.
  at_once: 8,
  forWhom: ({ organization_id }) => organization_id,
})

/** After the first failure, the second and so on; after the last one the message has failed. */
export const retryPausesS = [5, 30, 120, 900, 3_600, 14_400, 43_200] as const
const timeoutMs = 10_000

interface Message {
  id: string
  subscription_id: string
  organization_id: string
  organization_name: string
  messaging_type: MessagingType
  url: string
  payload: Payload
  attempts: number
  secret: string | null
  former_secret: string | null
}

interface Outcome {
  status_code: number | null
  response: string
  /** Null: accepted. */
  failure: string | null
  /** Another attempt would end the same way. */
  isFinal?: boolean
  /** The console users whose inboxes receive it, written with the outcome: nobody finds a message twice. */
  people?: readonly string[]
}

/** A message that waits for its next attempt was tried by another job already, and is left to the one that follows. */
export async function runDelivery({ message_id }: { message_id: string }, ctx: JobCtx): Promise<void> {
  const { rows } = await sql<Message>`
    select m.id, m.subscription_id, s.organization_id, o.name as organization_name, s.messaging_type, s.url, m.payload, m.attempts, s.secret,
      case when s.former_secret_until > ${ctx.clock.now().toISOString()}::timestamptz then s.former_secret end as former_secret
    from notifier_messages m join notifier_subscriptions s on s.id = m.subscription_id join organizations o on o.id = s.organization_id
    where m.id = ${message_id}::uuid and m.state = 'pending' and m.next_try_at is null`.execute(ctx.db)
  const [message] = rows
  if (!message) return
  const at = ctx.clock.now()
  const started = performance.now()
  const outcome = await attempt(message, ctx, at).catch(failedBy)
  await recordOutcome(message, ctx, { ...outcome, at, duration_ms: Math.round(performance.now() - started) })
}

const failed = (failure: string, status_code: number | null = null, response = ''): Outcome => ({
  status_code,
  response,
  failure,
})

async function attempt(message: Message, ctx: JobCtx, at: Date): Promise<Outcome> {
  const { messaging_type, url, payload } = message
  if (messaging_type === 'in_app') return toInboxes(message, ctx)
  if (messaging_type === 'email') {
    const mail = openMail({ ...ctx.config.mail, log: ctx.log })
    try {
      const { console_url } = ctx.config
      const { organization_name } = message
      await mail.send(mailOf(payload, { to: url.replace(/^mailto:/, ''), organization_name, console_url }))
    } finally {
      mail.close()
    }
    return { status_code: null, response: '', failure: null }
  }
  const body = JSON.stringify(bodyOf(messaging_type, payload))
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Wheelhouse',
    ...(messaging_type === 'webhook' ? signed(message, ctx, at, body) : {}),
  }
  const allowed = ctx.config.notifier.allowed_networks
  const reply = await postOutward(new URL(url), { headers, body, allowed, timeout_ms: timeoutMs })
  if (reply.status >= 200 && reply.status < 300)
    return { status_code: reply.status, response: reply.body, failure: null }
  const isRedirect = reply.status >= 300 && reply.status < 400
  return failed(isRedirect ? 'redirect_refused' : 'refused', reply.status, reply.body)
}

/** Nobody may see it: said in the log, since a role may be missing. It can be sent again by hand. */
async function toInboxes({ organization_id, payload }: Message, { db }: JobCtx): Promise<Outcome> {
  const people = await inAppReaders(db, organization_id, payload)
  if (people.length === 0) return { ...failed('no_reader'), isFinal: true }
  const response = `In the inbox of ${people.length} console ${people.length === 1 ? 'user' : 'users'}`
  return { status_code: null, response, failure: null, people }
}

function bodyOf(messagingType: MessagingType, payload: Payload): object {
  if (messagingType === 'slack') return slackBody(payload)
  return messagingType === 'ms_teams' ? teamsBody(payload) : toldOutside(payload)
}

/** The id stays the same over all attempts, so that a receiver recognizes a repeated message. */
function signed(message: Message, { config }: JobCtx, at: Date, body: string): Record<string, string> {
  const secrets = [message.secret, message.former_secret].filter((secret) => secret !== null)
  return signatureHeaders(
    { id: `msg_${message.id}`, at, body },
    secrets.map((secret) => unseal(config, secret, message.subscription_id)),
  )
}

/** A mail server that refuses a mail for good refuses it each time. */
const failedBy = (error: unknown): Outcome => ({
  ...failed(failureOf(error)),
  isFinal: error instanceof MailError && error.isRefused,
})

function failureOf(error: unknown): string {
  if (error instanceof OutwardRefusal) return error.reason
  if (error instanceof MailError) return 'mail_refused'
  const [code, name] = [codeOf(error), nameOf(error)]
  if (name === 'TimeoutError' || name === 'AbortError') return 'timeout'
  return code ? code.toLowerCase() : 'failed'
}

/** PostgreSQL stores no NUL. */
const storable = (text: string): string => text.replaceAll('\0', '').slice(0, 2_000)

async function recordOutcome(
  message: Message,
  { db, clock, correlation_id }: JobCtx,
  {
    at,
    duration_ms,
    status_code,
    response,
    failure,
    isFinal,
    people = [],
  }: Outcome & { at: Date; duration_ms: number },
): Promise<void> {
  const now = clock.now()
  const journal = openJournal(now, correlation_id)
  const pauseS = retryPausesS[message.attempts]
  const isOver = failure === null || pauseS === undefined || isFinal === true
  const endState = failure === null ? 'delivered' : 'failed'
  await withJournal(db, journal, async (tx) => {
    await tx
      .insertInto('notifier_attempts')
      .values({
        id: uuidv7(),
        message_id: message.id,
        at: at.toISOString(),
        duration_ms,
        status_code,
        response: storable(response),
        failure,
      })
      .execute()
    await tx
      .updateTable('notifier_messages')
      .set({
        state: isOver ? endState : 'pending',
        attempts: message.attempts + 1,
        next_try_at: isOver ? null : new Date(now.getTime() + pauseS * 1000).toISOString(),
        queued_at: null,
        ended_at: isOver ? now.toISOString() : null,
      })
      .where('id', '=', message.id)
      // An edit of the subscription may have ended it during the attempt: then it is not tried again.
      .where('state', '=', 'pending')
      .execute()
    for (const person_id of people) journal.notices.push({ person_id, kind: 'subscribed', resource_id: message.id })
    publishChange(journal, 'notifier_subscription', message.subscription_id, null, {
      through: { type: 'organization', id: message.organization_id },
    })
  })
}
