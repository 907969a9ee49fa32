import { sql } from 'kysely'
import { dashboards } from '@wheelhouse/contract/dashboards/dashboards.ts'
import type { Dashboard } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { instant, int, json, orNull, text, uuid } from '../../lists/columns.ts'
import { age, anyOf, contains, own, searchBy } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'
import type { Ctx } from '../../platform/context.ts'

/** Where a public link leads, below the address that the configuration of the console names. */
const link = sql`case when k.token is not null then json_build_object('path', 'public/' || k.token, 'expires_at',
  to_char(k.expires_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'frame_origins', k.frame_origins) end`

export const dashboardList = listQuery(dashboards, {
  from: ({ ctx }) => sql`dashboards d join organizations o on o.id = d.organization_id
    left join dashboard_links k on k.dashboard_id = d.id and (k.expires_at is null or k.expires_at > ${ctx.clock.now().toISOString()}::timestamptz)`,
  id: sql`d.id`,
  visibleBy: [
    { type: 'dashboards', action: 'analytics-dashboard:get', column: sql`d.id` },
    // The leave to have dashboards is held where the dashboard belongs: in the groups of its organization.
    { type: 'organization', action: 'analytics-dashboard:get', column: sql`d.id`, scopeType: 'dashboards' },
  ],
  columns: ({ visible }) => ({
    id: uuid(sql`d.id`),
    name: text(sql`d.name`),
    organization_id: uuid(sql`d.organization_id`),
    organization_name: text(sql`o.name`),
    locations: json<
      Dashboard['locations']
    >(sql`(select coalesce(json_agg(json_build_object('id', l.id, 'name', l.label) order by l.label, l.id), '[]'::json)
      from dashboard_locations x join locations l on l.id = x.location_id where x.dashboard_id = d.id and ${visible('location', sql`l.id`)})`),
    organizations: json<
      Dashboard['organizations']
    >(sql`(select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name, p.id), '[]'::json)
      from dashboard_organizations x join organizations p on p.id = x.organization_id where x.dashboard_id = d.id and ${visible('organization', sql`p.id`)})`),
    tiles: json<Dashboard['tiles']>(sql`d.tiles`),
    public_link: orNull(json<Dashboard['public_link']>(link)),
    created_at: instant(sql`d.created_at`),
    updated_at: instant(sql`d.updated_at`),
    version: int(sql`d.version`),
  }),
  filters: ({ visible }) => ({
    q: searchBy((term) => [
      contains(sql`d.name`, term),
      contains(sql`o.name`, term),
      // By the name of a place only where the reader may see that place.
      sql<boolean>`exists (select 1 from dashboard_locations x join locations l on l.id = x.location_id
        where x.dashboard_id = d.id and ${contains(sql`l.label`, term)} and ${visible('location', sql`l.id`)})`,
      sql<boolean>`exists (select 1 from dashboard_organizations x join organizations p on p.id = x.organization_id
        where x.dashboard_id = d.id and ${contains(sql`p.name`, term)} and ${visible('organization', sql`p.id`)})`,
    ]),
    organization_id: anyOf(sql`d.organization_id`, 'uuid'),
    location_id: own(
      (id) => sql<boolean>`(d.id in (select dashboard_id from dashboard_locations where location_id = ${id}::uuid)
        and ${visible('location', sql`${id}::uuid`)})`,
    ),
    public_link: anyOf(sql`case when k.token is null then 'off' else 'on' end`),
    created_at: age(sql`d.created_at`),
  }),
})

/** What a dashboard shows, without the names of all that was picked for it. */
export async function tilesOf({ db }: Pick<Ctx, 'db'>, id: string): Promise<Dashboard['tiles']> {
  const { rows } = await sql<Pick<Dashboard, 'tiles'>>`select tiles from dashboards where id = ${id}::uuid`.execute(db)
  const [found] = rows
  if (!found) throw new AppError('not_found')
  return found.tiles
}
