import { sql } from 'kysely'
import { certain } from '@wheelhouse/contract/certain.ts'
import { firmwareVersions } from '@wheelhouse/contract/firmware/firmware.ts'
import { hardwareIsVisible } from '../../authz/hardware-visible.ts'
import { int, orNull, text, word } from '../../lists/columns.ts'
import { isOnDashboard } from '../../lists/asked-places.ts'
import { anyOf, own, search } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'

const newest = (channel: string) =>
  sql`(select r.version from firmware_releases r where r.firmware_name = f.firmware_name and r.channel = ${sql.lit(channel)}
    order by r.released_at desc limit 1)`

/** Numbers are compared as numbers: 2.9.4 is before 2.14.3. What has no number in a place has 0 there. */
const numbers = (version: ReturnType<typeof newest>) =>
  sql`(select array_agg(n::bigint order by at) from regexp_matches(${version}, '\\d{1,9}', 'g') with ordinality m(parts, at), unnest(m.parts) n)`

const standing = sql`case when f.stable is null then 'unknown' when f.version = f.stable then 'newest'
  when ${numbers(sql`f.version`)} < ${numbers(sql`f.stable`)} then 'behind' else 'ahead' end`

/** The versions of the hardware that the reader sees, counted. */
export const firmwareVersionList = listQuery(firmwareVersions, {
  from: ({ ctx, query: { dashboard_id } }) => {
    const reader = { person: certain(ctx.person) }
    const isAsked = dashboard_id ? isOnDashboard(reader, dashboard_id, sql`d.location_id`) : sql`true`
    const isVisible = hardwareIsVisible(reader, {
      device: sql`d.id`,
      location: sql`d.location_id`,
      fleet: sql`rv.fleet_id`,
    })
    return sql`(select f.*, ${newest('stable')} as stable from (
      select hs.firmware_name || ' ' || hs.firmware_version as id, hs.firmware_name, hs.firmware_version as version, count(*)::int as pieces
      from hardware_state hs join hardware h using (hardware_id) left join devices d on d.hardware_id = hs.hardware_id
        left join rental_devices rv on rv.hardware_id = hs.hardware_id
      where hs.firmware_name is not null and hs.firmware_version is not null and ${isVisible} and ${isAsked}
      group by 1, 2, 3) f) f`
  },
  id: sql`f.id`,
  idCast: 'text',
  visibleBy: [],
  columns: () => ({
    id: text(sql`f.id`),
    firmware_name: text(sql`f.firmware_name`),
    version: word(sql`f.version`),
    pieces: int(sql`f.pieces`),
    stable: orNull(word(sql`f.stable`)),
    testing: orNull(word(newest('testing'))),
    development: orNull(word(newest('development'))),
    fallback: orNull(word(newest('fallback'))),
    standing: word(standing),
  }),
  filters: () => ({
    q: search(sql`f.firmware_name`, sql`f.version`),
    firmware_name: anyOf(sql`f.firmware_name`),
    // The rows are counted from what is asked for.
    dashboard_id: own(() => undefined),
    standing: anyOf(standing),
  }),
  sorts: () => ({ version: { by: sql`f.version`, cast: 'text' } }),
})
