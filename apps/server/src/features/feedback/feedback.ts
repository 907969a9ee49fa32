import { sql } from 'kysely'
import { certain } from '@wheelhouse/contract/certain.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { canAnswer, nextFeedbackStatuses, viewFeedbackPhoto } from '@wheelhouse/contract/feedback/feedback.ts'
import type { FeedbackDetails, FeedbackPhoto, FeedbackStatus } from '@wheelhouse/contract/feedback/feedback.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor } from '../../journal/audit.ts'
import type { Actor } from '../../journal/audit.ts'
import { addAuditRecord, publishChange } from '../../journal/journal.ts'
import type { EventDetails, Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { pageLinksEnd, signedLink } from '../../http/signed-links.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { putInInbox } from '../messages/messages.ts'
import { addUserRecord, lockLivingUser } from '../users/users.ts'
import { feedbackWithNames } from './queries.ts'
import type { FeedbackRef } from './queries.ts'

interface Written {
  id: string
  user_id: string
  location_id: string | null
  type: string
}

/** What was written is not repeated in the event, which outlives the erasure of a person. */
export function recordFeedback(
  journal: Journal,
  actor: Actor,
  { id, user_id, location_id, type }: Written,
  details: EventDetails<'feedback'>,
): void {
  addAuditRecord(journal, {
    actor,
    feature: 'feedback',
    resource_type: 'feedback',
    resource_id: id,
    resource_name: type,
    visible_through_id: location_id,
    ...details,
  })
  publishChange(journal, 'feedback', id, null, { through: { type: 'user', id: user_id } })
}

type Row = Omit<FeedbackDetails, 'photo_list'>

/** One feedback as its panel shows it, with addresses that show the pictures to this reader for some minutes. */
export async function readFeedback(ctx: Ctx, feedbackId: string): Promise<FeedbackDetails> {
  const { rows } =
    await sql<Row>`select f.id, f.type, f.subject, f.text, f.rating, f.status, u.id as user_id, u.name as user_name,
      (select count(*)::int from feedback_photos p where p.feedback_id = f.id) as photos, f.parking_session_id,
      f.rental_session_id, l.id as location_id, l.code as location_code, l.label as location_label, f.answered_at,
      a.name as answered_by_name, w.name as recorded_by_name, f.answer_text, f.created_at, f.updated_at, f.version
    from ${feedbackWithNames(ctx)} where f.id = ${feedbackId}::uuid and ${rowIsVisible(ctx, 'user', 'READ_FEEDBACK', 'user', sql`f.user_id`)}`.execute(
      ctx.db,
    )
  const [row] = rows
  if (!row) throw new AppError('not_found')
  // What is in a picture may show who took it.
  return { ...row, photo_list: row.user_id === null ? [] : await photosOf(ctx, feedbackId) }
}

async function photosOf(ctx: Ctx, feedbackId: string): Promise<FeedbackPhoto[]> {
  const photos = await ctx.db
    .selectFrom('feedback_photos')
    .select(['id', 'width', 'height'])
    .where('feedback_id', '=', feedbackId)
    .orderBy('id')
    .execute()
  const [holder, ends_at] = [ctx.person.viewer_id ?? ctx.person.id, pageLinksEnd(ctx)]
  return photos.map((photo) => {
    const { url } = signedLink(ctx.config, 'feedback-view', viewFeedbackPhoto, { id: photo.id, holder, ends_at })
    return { ...photo, url }
  })
}

/** None leads back to `new`. */
const verbs: Partial<Record<FeedbackStatus, 'taken_up' | 'closed'>> = { in_progress: 'taken_up', closed: 'closed' }

export function setStatus(
  ctx: Ctx,
  ref: FeedbackRef,
  status: FeedbackStatus,
  version: number,
): Promise<FeedbackDetails> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await lockFeedback(tx, ref)
    const isSame = before.status === status
    if (!isSame && !nextFeedbackStatuses[before.status].includes(status)) throw new AppError('feedback_status_not_next')
    assertVersion(before.version, version)
    if (isSame) return readFeedback(inside, ref.feedback_id)
    await save(tx, journal, before.id, { status })
    const isReopened = status === 'in_progress' && before.status !== 'new'
    const verb = isReopened ? 'reopened' : certain(verbs[status])
    recordFeedback(journal, personActor(ctx), before, {
      verb,
      before: { status: before.status },
      after: { status },
    })
    return readFeedback(inside, ref.feedback_id)
  })
}

/** The answer is a message in the rider's inbox, with its notification, in one transaction with the new status. */
export function answer(ctx: Ctx, ref: FeedbackRef, text: string, version: number): Promise<FeedbackDetails> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await lockFeedback(tx, ref)
    if (!canAnswer(before.status)) throw new AppError('feedback_closed')
    const user = await lockLivingUser(tx, ref.user_id)
    assertVersion(before.version, version)
    const message = { user_id: user.id, text: `Re: ${before.subject}\n\n${text}`, link: '', sent_by: ctx.person.id }
    await putInInbox({ tx, jobs: ctx.jobs, journal }, [message])
    addUserRecord(ctx, journal, user, { feature: 'messages', verb: 'sent' })
    await save(tx, journal, before.id, {
      status: 'answered',
      answer_text: text,
      answered_at: journal.at.toISOString(),
      answered_by: ctx.person.id,
    })
    recordFeedback(journal, personActor(ctx), before, {
      verb: 'answered',
      before: { status: before.status },
      after: { status: 'answered' },
    })
    return readFeedback(inside, ref.feedback_id)
  })
}

interface Fields {
  status: FeedbackStatus
  answer_text?: string
  answered_at?: string
  answered_by?: string
}

const save = (tx: Tx, journal: Journal, id: string, fields: Fields) =>
  tx
    .updateTable('feedback')
    .set((row) => ({ ...fields, updated_at: journal.at.toISOString(), version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export async function lockFeedback(tx: Tx, { user_id, feedback_id }: FeedbackRef) {
  const row = await tx
    .selectFrom('feedback')
    .select(['id', 'user_id', 'location_id', 'type', 'subject', 'status', 'version'])
    .$narrowType<{ status: FeedbackStatus }>()
    .where('id', '=', feedback_id)
    .where('user_id', '=', user_id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

/** For the erasure of a person. The files of the photos follow by the nightly job. */
export const eraseFeedback = (tx: Tx, userId: string) =>
  tx.deleteFrom('feedback').where('user_id', '=', userId).execute()
