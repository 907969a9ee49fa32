import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { RegionConfig, RegionFilter, RegionQuery, regionSorts } from '@wheelhouse/contract/regions/regions.ts'
import type { Ctx, Db } from '../../platform/context.ts'
import type { ListInput, Page } from '../../lists/list-pages.ts'
import { contains, collated, sortedPage } from '../../lists/keyset.ts'
import type { SortColumn } from '../../lists/keyset.ts'
import { visiblePredicate, visibleTo } from '../../authz/visible.ts'

type Sort = (typeof regionSorts)[number]

const sorts: Record<Sort, SortColumn> = {
  tag: { by: sql`r.tag`, kind: 'text' },
  name: { by: collated(sql`r.name`), kind: 'text' },
  status: { by: sql`r.status`, kind: 'text' },
  created_at: { by: sql`r.created_at`, kind: 'timestamptz' },
  updated_at: { by: sql`r.updated_at`, kind: 'timestamptz' },
  id: { by: sql`r.id`, kind: 'uuid' },
}

const columns = sql`r.id, r.tag, r.name, r.status, r.created_at, r.updated_at, r.version`

function filterOf({ q, status }: RegionFilter): RawBuilder<boolean> {
  const parts: RawBuilder<boolean>[] = [sql<boolean>`true`]
  if (q) parts.push(sql<boolean>`(${contains(sql`r.tag`, q)} or ${contains(sql`r.name`, q)})`)
  if (status) parts.push(sql<boolean>`r.status = any(${status}::text[])`)
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}

export async function regionPage(ctx: Ctx, { query }: ListInput<unknown, RegionQuery>): Promise<Page<RegionConfig>> {
  const visible = await visibleTo(ctx, 'console', 'GET', 'console')
  const list = {
    sorts,
    columns,
    id: sql`r.id`,
    from: sql`region_configs r`,
    where: sql<boolean>`${visiblePredicate(visible, sql`r.id`)} and ${filterOf(query)}`,
    rows: sql`left join region_configs r on r.id = page.id`,
  }
  return sortedPage<RegionConfig, Sort>(ctx.db, list, query)
}

export async function regionById(db: Db, id: string): Promise<RegionConfig> {
  const { rows } = await sql<RegionConfig>`select ${columns} from region_configs r where r.id = ${id}::uuid`.execute(db)
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}
