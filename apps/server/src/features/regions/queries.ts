import { sql } from 'kysely'
import { regions } from '@wheelhouse/contract/regions/regions.ts'
import { instant, int, text, uuid, word } from '../../lists/columns.ts'
import { age, anyOf, search } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'

export const regionList = listQuery(regions, {
  from: () => sql`region_configs r`,
  id: sql`r.id`,
  visibleBy: [{ type: 'console', column: sql`r.id` }],
  columns: () => ({
    id: uuid(sql`r.id`),
    tag: word(sql`r.tag`),
    name: text(sql`r.name`),
    status: word(sql`r.status`),
    created_at: instant(sql`r.created_at`),
    updated_at: instant(sql`r.updated_at`),
    version: int(sql`r.version`),
  }),
  filters: () => ({
    q: search(sql`r.tag`, sql`r.name`),
    status: anyOf(sql`r.status`),
    created_at: age(sql`r.created_at`),
  }),
})
