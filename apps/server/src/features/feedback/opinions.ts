import { sql } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { RiderOpinion } from '@wheelhouse/contract/feedback/rider-opinions.ts'
import type { Actor } from '../../journal/audit.ts'
import { openJournal, withJournal } from '../../journal/journal.ts'
import type { Db } from '../../platform/context.ts'
import { ownerOfKey } from '../access-keys/find-access-key.ts'
import { recordFeedback } from './feedback.ts'
import { addFeedback, rateSession, sessionOf } from './new-feedback.ts'
import { addPhotos, readPhoto, storePhoto } from './photo-files.ts'
import type { Moment } from './photo-files.ts'

const app: Actor = { kind: 'service', id: null, name: 'Riders’ app' }

/** The files before their rows, so that every reader of a row finds its file. */
export async function takeOpinion(ctx: Moment, opinion: RiderOpinion): Promise<{ feedback_id: string | null }> {
  const photos = (opinion.written?.photos ?? []).map((picture) => readPhoto(ctx, picture))
  const userId = await riderOf(ctx, opinion.rider)
  for (const photo of photos) await storePhoto(ctx, photo)
  const journal = openJournal(ctx.clock.now(), ctx.correlation_id)
  return withJournal(ctx.db, journal, async (tx) => {
    const { written, rating, app_id } = opinion
    const session = opinion.session === null ? null : await sessionOf(tx, userId, opinion.session, journal.at)
    if (rating !== null && session) await rateSession(tx, journal, session, rating)
    if (written === null) return { feedback_id: null }
    const { type, subject, text } = written
    const row = await addFeedback(tx, journal, { user_id: userId, session, type, subject, text, rating, app_id })
    if (!row) return { feedback_id: await firstOf(tx, app_id, userId) }
    await addPhotos(tx, journal, row.id, photos)
    recordFeedback(journal, app, row, { verb: 'received', after: { type, rating, photos: photos.length } })
    return { feedback_id: row.id }
  })
}

/** The app knows its rider by the id or by a key; a disabled rider may still complain, an erased one is nobody. */
async function riderOf({ db, config }: Moment, rider: RiderOpinion['rider']): Promise<string> {
  const id = 'user_id' in rider ? await livingUser(db, rider.user_id) : await ownerOfKey(db, config, rider.key)
  if (id === undefined) throw new AppError('not_found')
  return id
}

async function livingUser(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from users where id = ${id}::uuid and deleted_at is null`.execute(db)
  return rows[0]?.id
}

/** What the app sends again is stored once; the answer is that of the first time. */
async function firstOf(tx: Db, appId: string, userId: string): Promise<string> {
  const row = await tx
    .selectFrom('feedback')
    .select('id')
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new AppError('conflict')
  return row.id
}
