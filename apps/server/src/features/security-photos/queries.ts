import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { SecurityPhoto, SecurityPhotoQuery } from '@wheelhouse/contract/security-photos/security-photos.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ListInput, Page } from '../../lists/list-pages.ts'
import { sortedPage } from '../../lists/keyset.ts'
import type { SortColumn } from '../../lists/keyset.ts'
import { visiblePredicate, visibleTo } from '../../authz/visible.ts'

const sorts: Record<'taken_at', SortColumn> = { taken_at: { by: sql`p.taken_at`, kind: 'timestamptz' } }

type Moment = Pick<Ctx, 'db' | 'clock' | 'config'>

/** Past its time it is shown to nobody, whether the nightly job has come or not. */
const isKept = ({ clock, config }: Pick<Moment, 'clock' | 'config'>): RawBuilder<boolean> =>
  sql<boolean>`(p.deleting_since is null and p.created_at > ${keptSince(clock.now(), config.photos.days).toISOString()}::timestamptz)`

const dayMs = 86_400_000
/** What was made at this time or before is over. */
export const keptSince = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs)

const columns = ({
  photos,
}: Ctx['config']) => sql`p.id, p.location_id, l.code as location_code, l.label as location_label, p.device_id, d.type as device_type,
  d.number as device_number, p.taken_at, p.user_id, u.name as user_name, p.reason, p.comment, p.bytes, p.width, p.height,
  p.created_at + ${photos.days} * interval '1 day' as kept_until`
const joined = sql`security_photos p join locations l on l.id = p.location_id left join devices d on d.id = p.device_id
  left join console_users u on u.id = p.user_id`

function filterOf({ location_id, device_id, from, to }: SecurityPhotoQuery): RawBuilder<boolean> {
  const parts: RawBuilder<boolean>[] = [sql<boolean>`true`]
  if (location_id) parts.push(sql<boolean>`p.location_id = any(${location_id}::uuid[])`)
  if (device_id) parts.push(sql<boolean>`p.device_id = any(${device_id}::uuid[])`)
  if (from) parts.push(sql<boolean>`p.taken_at >= ${from}::timestamptz`)
  if (to) parts.push(sql<boolean>`p.taken_at < ${to}::timestamptz`)
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}

/** As the calls of one: the location is seen, and GETSECURITYPHOTOS is held on it. */
export async function photoPage(
  ctx: Ctx,
  { query }: ListInput<unknown, SecurityPhotoQuery>,
): Promise<Page<SecurityPhoto>> {
  const seen = await visibleTo(ctx, 'location', 'GET', 'location')
  const allowed = await visibleTo(ctx, 'location', 'GETSECURITYPHOTOS', 'location')
  const at = sql`p.location_id`
  const list = {
    sorts,
    columns: columns(ctx.config),
    id: sql`p.id`,
    from: sql`security_photos p`,
    where: sql<boolean>`${visiblePredicate(seen, at)} and ${visiblePredicate(allowed, at)} and ${isKept(ctx)} and ${filterOf(query)}`,
    rows: sql`left join (${joined}) on p.id = page.id`,
  }
  return sortedPage<SecurityPhoto, 'taken_at'>(ctx.db, list, query)
}

export interface PhotoRef {
  location_id: string
  photo_id: string
}

/** One of that very location: the right was asked of the location in the address. */
export async function photoById(ctx: Moment, ref: PhotoRef): Promise<SecurityPhoto> {
  const { rows } = await sql<SecurityPhoto>`
    select ${columns(ctx.config)} from ${joined}
    where p.id = ${ref.photo_id}::uuid and p.location_id = ${ref.location_id}::uuid and ${isKept(ctx)}`.execute(ctx.db)
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}

/** Of whichever location. */
export async function keptPhoto(ctx: Moment, id: string): Promise<SecurityPhoto | undefined> {
  const { rows } =
    await sql<SecurityPhoto>`select ${columns(ctx.config)} from ${joined} where p.id = ${id}::uuid and ${isKept(ctx)}`.execute(
      ctx.db,
    )
  return rows[0]
}
