import { sql } from 'kysely'
import * as z from 'zod'
import { timeOfId, uuidv7At } from '@wheelhouse/db/ids.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { feedbackPhotoBytesAtMost } from '@wheelhouse/contract/feedback/feedback.ts'
import { holdsOn } from '../../authz/rights.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { openFiles } from '../../platform/files.ts'
import { readToken } from '../../http/signed-links.ts'
import { jobKind } from '../../platform/jobs.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { jpegSize } from '../security-photos/jpeg.ts'

const folder = 'feedback-photos'
export const photoFile = (id: string): string => `${folder}/${id}.jpg`

export type Moment = Omit<Ctx, 'person'>

export interface NewPhoto {
  id: string
  bytes: Buffer
  width: number
  height: number
}

/** A picture as it is sent, in base64. */
export function readPhoto({ clock }: Pick<Ctx, 'clock'>, picture: string): NewPhoto {
  const bytes = Buffer.from(picture, 'base64')
  if (bytes.byteLength > feedbackPhotoBytesAtMost) throw new AppError('body_too_large')
  const size = jpegSize(bytes)
  if (!size) throw new AppError('unsupported_media_type', {}, 'The photo must be a complete JPEG')
  return { id: uuidv7At(clock.now().getTime()), bytes, ...size }
}

/** Files before their rows, so that every reader of a row finds its file. */
export const storePhoto = ({ config }: Moment, { id, bytes }: NewPhoto): Promise<void> =>
  openFiles(config).put(photoFile(id), bytes)

export async function addPhotos(tx: Tx, { at }: Journal, feedback_id: string, photos: readonly NewPhoto[]) {
  if (photos.length === 0) return
  const rows = photos.map(({ bytes, ...photo }) => ({ ...photo, bytes: bytes.byteLength }))
  await tx
    .insertInto('feedback_photos')
    .values(rows.map((row) => ({ ...row, feedback_id, created_at: at.toISOString() })))
    .execute()
}

/** The picture for the person to whom the address was given, while that person may still read the feedback. */
export async function viewPhotoBytes(ctx: Omit<Ctx, 'person'>, token: string): Promise<Uint8Array> {
  const { id, holder } = readToken(ctx.config, 'feedback-view', token, ctx.clock.now())
  const photo = await ctx.db
    .selectFrom('feedback_photos as p')
    .innerJoin('feedback as f', 'f.id', 'p.feedback_id')
    .select('f.user_id')
    .where('p.id', '=', id)
    .executeTakeFirst()
  if (!photo) throw new AppError('not_found')
  const rider = { type: 'user', id: photo.user_id } as const
  const { rows } = await sql`select 1 from console_users p where p.id = ${holder}::uuid and p.disabled_at is null
    and ${holdsOn(sql`p.id`, 'user', 'GET', rider)} and ${holdsOn(sql`p.id`, 'user', 'READ_FEEDBACK', rider)}`.execute(
    ctx.db,
  )
  const bytes = rows.length > 0 ? await openFiles(ctx.config).read(photoFile(id)) : null
  if (!bytes) throw new AppError('not_found')
  return bytes
}

/** Every night: files whose feedback was erased, and files whose row never came. */
export const deleteFeedbackFiles = jobKind({
  name: 'feedback.photo-files',
  payload: z.object({}),
  cron: '50 3 * * *',
  time_limit_s: 3_600,
})

/** A file without a row may be one that is being stored; after an hour it is not. */
const orphanAfterMs = 3_600_000

export async function runDeleteFeedbackFiles({ db, clock, config, signal }: JobCtx): Promise<void> {
  const files = openFiles(config)
  const before = clock.now().getTime() - orphanAfterMs
  for await (const names of files.names(folder)) {
    const ids = names
      .flatMap((name) => /^feedback-photos\/([0-9a-f-]{36})\.jpg$/.exec(name)?.[1] ?? [])
      .filter((id) => timeOfId(id) < before)
    const { rows } = await sql<{
      id: string
    }>`select id from feedback_photos where id = any(${ids}::uuid[])`.execute(db)
    const kept = new Set(rows.map(({ id }) => id))
    for (const id of ids.filter((one) => !kept.has(one))) await files.remove(photoFile(id))
    if (signal.aborted) return
  }
}
