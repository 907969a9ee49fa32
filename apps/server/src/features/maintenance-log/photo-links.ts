import { sql } from 'kysely'
import { viewLogPhoto } from '@wheelhouse/contract/maintenance-log/entry-photos.ts'
import type { LogPhoto } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import type { Ctx } from '../../platform/context.ts'
import { signedToken } from '../security-photos/addresses.ts'

export const logPhotoFolder = 'maintenance-photos'
export const logPhotoFile = (id: string): string => `${logPhotoFolder}/${id}.jpg`

const stepMs = 300_000

/** When an address given now ends: rounded, so that a page that reads the entry again keeps the pictures that it has. */
export const linkEnd = ({ clock, config }: Pick<Ctx, 'clock' | 'config'>): number => {
  const ends = clock.now().getTime() + config.photos.link_s * 1000 + stepMs
  return ends - (ends % stepMs)
}

type Row = Omit<LogPhoto, 'url'>

/** Each with an address that shows the picture to this person for some minutes. */
export async function photosOf(ctx: Ctx, entryId: string): Promise<LogPhoto[]> {
  const { rows } = await sql<Row>`select p.id, p.width, p.height, u.name as created_by_name, p.created_at
    from maintenance_log_photos p left join console_users u on u.id = p.created_by
    where p.entry_id = ${entryId}::uuid order by p.created_at, p.id`.execute(ctx.db)
  const ends_at = linkEnd(ctx)
  return rows.map((row) => {
    const token = signedToken(ctx.config, 'log-view', {
      id: row.id,
      holder: ctx.person.viewer_id ?? ctx.person.id,
      ends_at,
    })
    return { ...row, url: viewLogPhoto.path.replace(':token', token) }
  })
}
