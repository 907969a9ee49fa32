import { sql } from 'kysely'
import { viewLogPhoto } from '@wheelhouse/contract/maintenance-log/entry-photos.ts'
import type { LogPhoto } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import type { Ctx } from '../../platform/context.ts'
import { pageLinksEnd, signedLink } from '../../http/signed-links.ts'

export const logPhotoFolder = 'maintenance-photos'
export const logPhotoFile = (id: string): string => `${logPhotoFolder}/${id}.jpg`

type Row = Omit<LogPhoto, 'url'>

/** Each with an address that shows the picture to this person for some minutes. */
export async function photosOf(ctx: Ctx, entryId: string): Promise<LogPhoto[]> {
  const { rows } = await sql<Row>`select p.id, p.width, p.height, u.name as created_by_name, p.created_at
    from maintenance_log_photos p left join console_users u on u.id = p.created_by
    where p.entry_id = ${entryId}::uuid order by p.created_at, p.id`.execute(ctx.db)
  const [holder, ends_at] = [ctx.person.viewer_id ?? ctx.person.id, pageLinksEnd(ctx)]
  return rows.map((row) => {
    const { url } = signedLink(ctx.config, 'log-view', viewLogPhoto, { id: row.id, holder, ends_at })
    return { ...row, url }
  })
}
