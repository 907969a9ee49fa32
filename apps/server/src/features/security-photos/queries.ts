import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { securityPhotos } from '@wheelhouse/contract/security-photos/security-photos.ts'
import type { SecurityPhoto } from '@wheelhouse/contract/security-photos/security-photos.ts'
import { instant, int, orNull, text, uuid, word } from '../../lists/columns.ts'
import { anyOf, own } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'
import type { RowContext } from '../../lists/list-query.ts'

/** Past its time it is shown to nobody, whether the nightly job has come or not. */
const isKept = ({ clock, config }: Pick<RowContext, 'clock' | 'config'>): RawBuilder<boolean> =>
  sql<boolean>`(p.deleting_since is null and p.created_at > ${keptSince(clock.now(), config.photos.days).toISOString()}::timestamptz)`

const dayMs = 86_400_000
/** What was made at this time or before is over. */
export const keptSince = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs)

/** As the calls of one: the location is seen, and GETSECURITYPHOTOS is held on it. */
export const photoList = listQuery(securityPhotos, {
  from: () => sql`security_photos p`,
  rowsFrom:
    () => sql`security_photos p join locations l on l.id = p.location_id left join devices d on d.id = p.device_id
    left join console_users u on u.id = p.user_id`,
  id: sql`p.id`,
  visibleBy: [
    { type: 'location', column: sql`p.location_id` },
    { type: 'location', action: 'GETSECURITYPHOTOS', column: sql`p.location_id` },
  ],
  where: ({ ctx }) => isKept(ctx),
  columns: ({ ctx: { config } }) => ({
    id: uuid(sql`p.id`),
    location_id: uuid(sql`p.location_id`),
    location_code: word(sql`l.code`),
    location_label: text(sql`l.label`),
    device_id: orNull(uuid(sql`p.device_id`)),
    device_type: orNull(word(sql`d.type`)),
    device_number: orNull(int(sql`d.number`)),
    taken_at: instant(sql`p.taken_at`),
    user_id: orNull(uuid(sql`p.user_id`)),
    user_name: orNull(text(sql`u.name`)),
    reason: word(sql`p.reason`),
    comment: orNull(text(sql`p.comment`)),
    bytes: int(sql`p.bytes`),
    width: int(sql`p.width`),
    height: int(sql`p.height`),
    views: int(sql`p.views`),
    kept_until: instant(sql`p.created_at + ${config.photos.days} * interval '1 day'`),
  }),
  filters: () => ({
    location_id: anyOf(sql`p.location_id`, 'uuid'),
    device_id: anyOf(sql`p.device_id`, 'uuid'),
    from: own((from) => sql<boolean>`p.taken_at >= ${from}::timestamptz`),
    to: own((to) => sql<boolean>`p.taken_at < ${to}::timestamptz`),
  }),
})

export interface PhotoRef {
  location_id: string
  photo_id: string
}

/** Reads a photo of exactly this location, because the right was checked on the location in the address. */
export const photoById = (ctx: RowContext, ref: PhotoRef): Promise<SecurityPhoto> =>
  photoList.get(ctx, ref.photo_id, sql<boolean>`p.location_id = ${ref.location_id}::uuid and ${isKept(ctx)}`)

/** Of whichever location. */
export const keptPhoto = (ctx: RowContext, id: string): Promise<SecurityPhoto | undefined> =>
  photoList.find(ctx, id, isKept(ctx))
