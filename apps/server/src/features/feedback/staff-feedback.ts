import { randomUUID } from 'node:crypto'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { feedbackPhotosAtMost } from '@wheelhouse/contract/feedback/feedback.ts'
import type { createFeedback, FeedbackDetails } from '@wheelhouse/contract/feedback/feedback.ts'
import type { BodyOf } from '@wheelhouse/contract/route.ts'
import { requirePermission } from '../../authz/authorize.ts'
import { personActor } from '../../journal/audit.ts'
import { write } from '../../journal/write.ts'
import type { Ctx } from '../../platform/context.ts'
import { lockLivingUser } from '../users/users.ts'
import { lockFeedback, readFeedback, recordFeedback } from './feedback.ts'
import { addFeedback, rateSession, sessionOf } from './new-feedback.ts'
import { addPhotos, readPhoto, storePhoto } from './photo-files.ts'
import type { FeedbackRef } from './queries.ts'

type Written = BodyOf<typeof createFeedback>

/** What a rider said to a person of the staff, who writes it down. */
export function writeDown(ctx: Ctx, userId: string, { session_id, ...written }: Written): Promise<FeedbackDetails> {
  return write(ctx, async (tx, journal, inside) => {
    const user = await lockLivingUser(tx, userId)
    const session = session_id === null ? null : await sessionOf(tx, user.id, session_id, journal.at)
    if (session) await requirePermission(inside, { session: ['GET'] }, { type: 'session', id: session.id })
    if (written.rating !== null && session) await rateSession(tx, journal, session, written.rating)
    const origin = { app_id: `console-${randomUUID()}`, recorded_by: ctx.person.id }
    const row = await addFeedback(tx, journal, { ...written, ...origin, user_id: user.id, session })
    if (!row) throw new AppError('conflict')
    const { type, rating } = written
    recordFeedback(journal, personActor(ctx), row, { verb: 'written_down', after: { type, rating } })
    return readFeedback(inside, row.id)
  })
}

export async function addPhoto(ctx: Ctx, ref: FeedbackRef, picture: string): Promise<FeedbackDetails> {
  const photo = readPhoto(ctx, picture)
  // Before the file is written: what is refused leaves none.
  assertRoom(await readFeedback(ctx, ref.feedback_id))
  await storePhoto(ctx, photo)
  return write(ctx, async (tx, journal, inside) => {
    const feedback = await lockFeedback(tx, ref)
    assertRoom(await readFeedback(inside, ref.feedback_id))
    await addPhotos(tx, journal, feedback.id, [photo])
    recordFeedback(journal, personActor(ctx), feedback, { verb: 'photo_added' })
    return readFeedback(inside, ref.feedback_id)
  })
}

function assertRoom({ photos }: FeedbackDetails): void {
  if (photos >= feedbackPhotosAtMost) throw new AppError('feedback_photos_full')
}
