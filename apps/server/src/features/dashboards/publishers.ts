import { sql } from 'kysely'
import { needsOf } from '@wheelhouse/contract/access.ts'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { chartRules } from '@wheelhouse/contract/dashboards/charts.ts'
import type { ChartId, Tile } from '@wheelhouse/contract/dashboards/charts.ts'
import { visiblePredicate, visibleSet } from '../../authz/visible.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { placeCte } from './scope.ts'

/** A link that works, or may work again, with the rights of somebody else. An address that has expired never does. */
export interface LinkOfOther {
  dashboard_id: string
  publisher_id: string
  tiles: readonly Tile[]
}

export async function linkOfOther({ person, clock }: Ctx, tx: Tx, id: string): Promise<LinkOfOther | undefined> {
  const { rows } = await sql<LinkOfOther>`
    select d.id as dashboard_id, k.created_by as publisher_id, d.tiles from dashboard_links k join dashboards d on d.id = k.dashboard_id
    where d.id = ${id}::uuid and k.created_by <> ${person.id}::uuid
      and (k.expires_at is null or k.expires_at > ${clock.now().toISOString()}::timestamptz)`.execute(tx)
  return rows[0]
}

export const publicCharts = (tiles: readonly Tile[]): ChartId[] =>
  tiles.map(({ chart }) => chart).filter((chart) => chartRules[chart].isPublic)

/** Whether the editor may see these charts of every place that the link shows, as its places are now. */
export async function seesAllOf(editor: Ctx, tx: Tx, link: LinkOfOther, charts: readonly ChartId[]): Promise<boolean> {
  for (const needs of new Set(charts.map((chart) => chartRules[chart].needs)))
    if (await hasUnseenPlace(editor, tx, link, needs)) return false
  return true
}

async function hasUnseenPlace(editor: Ctx, tx: Tx, link: LinkOfOther, needs: Needs): Promise<boolean> {
  const shown = placeCte({ person: { id: link.publisher_id }, hint: null, dashboard_id: link.dashboard_id }, needs)
  const held = [...needsOf({ location: ['GET'] }), ...needsOf(needs)].flatMap(([type, actions]) =>
    actions.map((action) => visiblePredicate(visibleSet(editor, type, action, 'location'), sql`p.id`)),
  )
  const { rows } = await sql<{ is_there: boolean }>`select exists (with ${shown}
    select 1 from place p where not (${sql.join(held, sql` and `)})) as is_there`.execute(tx)
  return rows[0]?.is_there === true
}
