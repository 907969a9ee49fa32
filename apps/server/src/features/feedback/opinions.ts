import { sql } from 'kysely'
import { uuidv7At } from '@wheelhouse/db/ids.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { feedbackPhotoBytesAtMost } from '@wheelhouse/contract/feedback/rider-opinions.ts'
import type { RiderOpinion } from '@wheelhouse/contract/feedback/rider-opinions.ts'
import type { Actor } from '../../journal/audit.ts'
import { openJournal, withJournal } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Ctx, Db, Tx } from '../../platform/context.ts'
import { openFiles } from '../../platform/files.ts'
import { rateParkingSession } from '../parking-sessions/ratings.ts'
import { rateRide } from '../rental-sessions/ratings.ts'
import { jpegSize } from '../security-photos/jpeg.ts'
import { recordFeedback } from './feedback.ts'
import { photoFile } from './photo-files.ts'

type Moment = Omit<Ctx, 'person'>

const app: Actor = { kind: 'service', id: null, name: 'Riders’ app' }

interface Photo {
  id: string
  bytes: Buffer
  width: number
  height: number
}

/** The files before their rows, so that every reader of a row finds its file. */
export async function takeOpinion(ctx: Moment, opinion: RiderOpinion): Promise<{ feedback_id: string | null }> {
  const photos = readPhotos(ctx, opinion.written?.photos ?? [])
  const userId = await riderOf(ctx.db, opinion.rider)
  const files = openFiles(ctx.config)
  for (const { id, bytes } of photos) await files.put(photoFile(id), bytes)
  const journal = openJournal(ctx.clock.now(), ctx.correlation_id)
  return withJournal(ctx.db, journal, async (tx) => {
    const session = await sessionOf(tx, userId, opinion.session, journal)
    if (opinion.rating !== null && session) await rate(tx, journal, session, opinion.rating)
    const feedback_id = await keepFeedback(tx, journal, { userId, opinion, session, photos })
    return { feedback_id }
  })
}

function readPhotos({ clock }: Moment, pictures: readonly string[]): Photo[] {
  return pictures.map((picture) => {
    const bytes = Buffer.from(picture, 'base64')
    if (bytes.byteLength > feedbackPhotoBytesAtMost) throw new AppError('body_too_large')
    const size = jpegSize(bytes)
    if (!size) throw new AppError('unsupported_media_type', {}, 'The picture must be a whole JPEG')
    return { id: uuidv7At(clock.now().getTime()), bytes, ...size }
  })
}

/** The app knows its rider by the id or by a key; a disabled rider may still complain, an erased one is nobody. */
async function riderOf(db: Db, rider: RiderOpinion['rider']): Promise<string> {
  const { rows } = await ('user_id' in rider
    ? sql<{ id: string }>`select id from users where id = ${rider.user_id}::uuid and deleted_at is null`.execute(db)
    : sql<{ id: string }>`select u.id from access_keys k join users u on u.id = k.user_id
        where k.key = ${rider.key} and u.deleted_at is null limit 1`.execute(db))
  if (!rows[0]) throw new AppError('not_found')
  return rows[0].id
}

interface Session {
  id: string
  isRide: boolean
  location_id: string | null
}

const lastWithin = '1 day'

/** Only a session of this very rider counts. */
async function sessionOf(
  tx: Tx,
  userId: string,
  wanted: RiderOpinion['session'],
  { at }: Journal,
): Promise<Session | null> {
  if (wanted === null) return null
  const which =
    wanted === 'last'
      ? sql`s.started_at >= ${at.toISOString()}::timestamptz - ${lastWithin}::interval`
      : sql`s.id = ${wanted}::uuid`
  const { rows } = await sql<Session>`select id, "isRide", location_id from (
      (select s.id, false as "isRide", s.location_id, s.started_at from parking_sessions s
        where s.user_id = ${userId}::uuid and ${which} order by s.started_at desc limit 1)
      union all (select s.id, true, coalesce(s.end_location_id, s.start_location_id), s.started_at from rental_sessions s
        where s.user_id = ${userId}::uuid and ${which} order by s.started_at desc limit 1)) s
    order by started_at desc limit 1`.execute(tx)
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}

const rate = (tx: Tx, journal: Journal, { id, isRide }: Session, rating: number): Promise<void> =>
  isRide ? rateRide(tx, journal, id, rating) : rateParkingSession(tx, journal, id, rating)

interface Kept {
  userId: string
  opinion: RiderOpinion
  session: Session | null
  photos: readonly Photo[]
}

/** What the app sends again is stored once; the answer is that of the first time. */
async function keepFeedback(tx: Tx, journal: Journal, { userId, opinion, session, photos }: Kept) {
  const { written, rating, app_id } = opinion
  if (written === null) return null
  const at = journal.at.toISOString()
  const { type, subject, text } = written
  const row = {
    id: uuidv7At(journal.at.getTime()),
    user_id: userId,
    parking_session_id: session && !session.isRide ? session.id : null,
    rental_session_id: session?.isRide ? session.id : null,
    location_id: session?.location_id ?? null,
    type,
    subject,
    text,
    rating,
    app_id,
  }
  const added = await tx
    .insertInto('feedback')
    .values({ ...row, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column('app_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return firstOf(tx, app_id, userId)
  const pictures = photos.map(({ bytes, ...photo }) => ({ ...photo, bytes: bytes.byteLength }))
  if (pictures.length > 0)
    await tx
      .insertInto('feedback_photos')
      .values(pictures.map((photo) => ({ ...photo, feedback_id: row.id, created_at: at })))
      .execute()
  recordFeedback(journal, app, row, { verb: 'received', after: { type, rating, photos: pictures.length } })
  return row.id
}

async function firstOf(tx: Tx, appId: string, userId: string): Promise<string> {
  const row = await tx
    .selectFrom('feedback')
    .select('id')
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new AppError('conflict')
  return row.id
}
