import { sql } from 'kysely'
import * as z from 'zod'
import { timeOfId } from '@wheelhouse/db/ids.ts'
import type { Files } from '../../platform/file-names.ts'
import { openFiles } from '../../platform/files.ts'
import { handle, jobKind } from '../../platform/jobs.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { keptSince } from './queries.ts'
import { photoFile, photoFolder } from './uploads.ts'

/** Values: photos, 30 days. */
export const deleteOldPhotos = jobKind({
  name: 'security-photos.retention',
  payload: z.object({}),
  cron: '20 3 * * *',
  time_limit_s: 3_600,
})

const batch = 200
/** A file without a row may be an upload that is being written; after an hour it is not. */
const orphanAfterMs = 3_600_000

/** Marked, file gone, row gone: wherever it stops, the next run goes on from there. */
export async function runRetention(ctx: JobCtx): Promise<void> {
  const files = openFiles(ctx.config)
  for (let count = batch; count === batch && !ctx.signal.aborted;) count = await deleteBatch(ctx, files)
  if (!ctx.signal.aborted) await collectOrphans(ctx, files)
}

async function deleteBatch({ db, clock, config }: JobCtx, files: Files): Promise<number> {
  const now = clock.now()
  const { rows } = await sql<{ id: string }>`
    update security_photos set deleting_since = coalesce(deleting_since, ${now.toISOString()}::timestamptz)
    where id in (select id from security_photos where created_at <= ${keptSince(now, config.photos.days).toISOString()}::timestamptz
      order by created_at limit ${batch}) returning id`.execute(db)
  for (const { id } of rows) await files.remove(photoFile(id))
  await sql`delete from security_photos where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(db)
  return rows.length
}

/** Files whose row never came, or went with its location. */
async function collectOrphans({ db, clock, log, signal }: JobCtx, files: Files): Promise<void> {
  const before = clock.now().getTime() - orphanAfterMs
  let count = 0
  for await (const names of files.names(photoFolder)) {
    const ids = names
      .flatMap((name) => /^security-photos\/([0-9a-f-]{36})\.jpg$/.exec(name)?.[1] ?? [])
      .filter((id) => timeOfId(id) < before)
    const { rows } = await sql<{ id: string }>`select id from security_photos where id = any(${ids}::uuid[])`.execute(
      db,
    )
    const kept = new Set(rows.map(({ id }) => id))
    for (const id of ids.filter((one) => !kept.has(one))) {
      await files.remove(photoFile(id))
      count++
    }
    if (signal.aborted) return
  }
  if (count > 0) log.info({ count }, 'pictures without a row were deleted')
}

export const securityPhotoJobs = [handle(deleteOldPhotos, (_payload, ctx) => runRetention(ctx))]
