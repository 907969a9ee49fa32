import { sql } from 'kysely'
import * as z from 'zod'
import { timeOfId, uuidv7At } from '@wheelhouse/db/ids.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { uploadLogPhoto } from '@wheelhouse/contract/maintenance-log/entry-photos.ts'
import { photosAtMost } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import type { Action } from '@wheelhouse/contract/access.ts'
import type { Ctx, Db, Tx } from '../../platform/context.ts'
import { openFiles } from '../../platform/files.ts'
import { jobKind } from '../../platform/jobs.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { personActor } from '../../journal/audit.ts'
import { openJournal, withJournal } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { holdsOn } from '../../authz/rights.ts'
import { readToken, signedLink } from '../../http/signed-links.ts'
import { jpegSize } from '../security-photos/jpeg.ts'
import { lockEntry, lockRef, recordEntry } from './entry-events.ts'
import { logPhotoFile, logPhotoFolder } from './photo-links.ts'
import { assertEntry } from './queries.ts'
import type { EntryRef } from './queries.ts'

/** An address for one photo, for the person who asked and for some minutes. */
export async function createUpload(ctx: Ctx, ref: EntryRef): Promise<{ url: string; expires_at: string }> {
  const entry = await assertEntry(ctx, ref)
  const ends_at = ctx.clock.now().getTime() + ctx.config.photos.link_s * 1000
  return signedLink(ctx.config, 'log-upload', uploadLogPhoto, { id: entry.id, holder: ctx.person.id, ends_at })
}

type Moment = Omit<Ctx, 'person'>

/** The file before its row, so that every reader of the row finds the file. */
export async function takeLogPhoto(ctx: Moment, token: string, bytes: Uint8Array): Promise<void> {
  const { id: entryId, holder } = readToken(ctx.config, 'log-upload', token, ctx.clock.now())
  await nameIfAllowed(ctx.db, holder, entryId, 'UPDATE_MAINTENANCE_LOG_ENTRIES')
  const size = jpegSize(bytes)
  if (!size) throw new AppError('unsupported_media_type', {}, 'The photo must be a complete JPEG')
  const files = openFiles(ctx.config)
  const id = uuidv7At(ctx.clock.now().getTime())
  await files.put(logPhotoFile(id), bytes)
  try {
    const journal = openJournal(ctx.clock.now(), ctx.correlation_id)
    const photo = { id, bytes: bytes.byteLength, ...size }
    await withJournal(ctx.db, journal, (tx) => keepPhoto(tx, journal, { entryId, holder, photo }))
  } catch (error) {
    await files
      .remove(logPhotoFile(id))
      .catch((err: unknown) => ctx.log.warn({ err }, 'a picture without its row is left to the nightly job'))
    throw error
  }
}

interface Picture {
  entryId: string
  holder: string
  photo: { id: string; bytes: number; width: number; height: number }
}

async function keepPhoto(tx: Tx, journal: Journal, { entryId, holder, photo }: Picture): Promise<void> {
  const name = await nameIfAllowed(tx, holder, entryId, 'UPDATE_MAINTENANCE_LOG_ENTRIES')
  const entry = await lockEntry(tx, entryId, null)
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from maintenance_log_photos where entry_id = ${entryId}::uuid`.execute(tx)
  if ((rows[0]?.count ?? 0) >= photosAtMost) throw new AppError('log_photos_full')
  await tx
    .insertInto('maintenance_log_photos')
    .values({ ...photo, entry_id: entryId, created_by: holder, created_at: journal.at.toISOString() })
    .execute()
  recordEntry(journal, { kind: 'person', id: holder, name }, entry, { verb: 'photo_added' })
}

/** Returns the picture to the person to whom the address was given, while that person may still see the entry. */
export async function viewLogPhotoBytes(ctx: Moment, token: string): Promise<Uint8Array> {
  const { id, holder } = readToken(ctx.config, 'log-view', token, ctx.clock.now())
  const photo = await ctx.db
    .selectFrom('maintenance_log_photos')
    .select('entry_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!photo) throw new AppError('not_found')
  await nameIfAllowed(ctx.db, holder, photo.entry_id, 'GET_MAINTENANCE_LOG_ENTRIES')
  const bytes = await openFiles(ctx.config).read(logPhotoFile(id))
  if (!bytes) throw new AppError('not_found')
  return bytes
}

/** Rights: what was taken away counts from the next statement; an address is no way around. */
async function nameIfAllowed(db: Db, personId: string, entryId: string, action: Action): Promise<string> {
  const entry = await db
    .selectFrom('maintenance_log_entries')
    .select('location_id')
    .where('id', '=', entryId)
    .executeTakeFirst()
  if (!entry) throw new AppError('not_found')
  const place = { type: 'location', id: entry.location_id } as const
  const person = sql`p.id`
  const { rows } = await sql<{ name: string }>`
    select p.name from console_users p where p.id = ${personId}::uuid and p.disabled_at is null
      and ${holdsOn(person, 'location', 'GET', place)} and ${holdsOn(person, 'location', action, place)}`.execute(db)
  if (!rows[0]) throw new AppError('not_found')
  return rows[0].name
}

/** The file follows within a day: a transaction that is rolled back must still find it. */
export function deletePhoto(ctx: Ctx, ref: EntryRef & { log_photo_id: string }): Promise<null> {
  return write(ctx, async (tx, journal) => {
    const entry = await lockRef(tx, ref)
    const { numDeletedRows } = await tx
      .deleteFrom('maintenance_log_photos')
      .where('id', '=', ref.log_photo_id)
      .where('entry_id', '=', entry.id)
      .executeTakeFirstOrThrow()
    if (!numDeletedRows) throw new AppError('not_found')
    recordEntry(journal, personActor(ctx), entry, { verb: 'photo_deleted' })
    return null
  })
}

/** Every night: files whose photo or entry was deleted, and files whose row never came. */
export const deletePhotoFiles = jobKind({
  name: 'maintenance-log.photo-files',
  payload: z.object({}),
  cron: '40 3 * * *',
  time_limit_s: 3_600,
})

/** A file without a row may be an upload that is being written; after an hour it is not. */
const orphanAfterMs = 3_600_000

export async function runDeletePhotoFiles({ db, clock, config, log, signal }: JobCtx): Promise<void> {
  const files = openFiles(config)
  const before = clock.now().getTime() - orphanAfterMs
  let count = 0
  for await (const names of files.names(logPhotoFolder)) {
    const ids = names
      .flatMap((name) => /^maintenance-photos\/([0-9a-f-]{36})\.jpg$/.exec(name)?.[1] ?? [])
      .filter((id) => timeOfId(id) < before)
    const { rows } = await sql<{
      id: string
    }>`select id from maintenance_log_photos where id = any(${ids}::uuid[])`.execute(db)
    const kept = new Set(rows.map(({ id }) => id))
    for (const id of ids.filter((one) => !kept.has(one))) {
      await files.remove(logPhotoFile(id))
      count++
    }
    if (signal.aborted) return
  }
  if (count > 0) log.info({ count }, 'files of deleted maintenance photos were deleted')
}
