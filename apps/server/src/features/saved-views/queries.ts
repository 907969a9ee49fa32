import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { ListLayout } from '@wheelhouse/contract/saved-views/saved-views.ts'
import type { SavedView } from '@wheelhouse/contract/saved-views/saved-views.ts'
import { holdsOn } from '../../authz/rights.ts'
import type { Db, Person } from '../../platform/context.ts'

const listedAtMost = 500

/** The person's own, and what colleagues of their organization of today share. */
export const viewsOf = async (db: Db, { id, organization_id }: Person): Promise<SavedView[]> => {
  const { rows } = await sql<SavedView>`
    select id, list, name, search, is_shared, shared_by, can_delete, created_at from (
      (select v.id, v.list, v.name, v.search, v.organization_id is not null as is_shared, null as shared_by, true as can_delete, v.created_at
        from saved_views v where v.person_id = ${id}::uuid order by v.id limit ${listedAtMost})
      union all
      (select v.id, v.list, v.name, v.search, true, p.name, ${mayEdit(id, organization_id)}, v.created_at
        from saved_views v join console_users p on p.id = v.person_id
        where v.organization_id = ${organization_id}::uuid and v.person_id <> ${id}::uuid order by v.id limit ${listedAtMost})
    ) seen order by id`.execute(db)
  return rows
}

/** Over what is shared in an organization. */
export const mayEdit = (personId: string, organizationId: string | null): RawBuilder<boolean> =>
  organizationId === null
    ? sql`false`
    : holdsOn(sql`${personId}::uuid`, 'organization', 'UPDATE', { type: 'organization', id: organizationId })

/** A layout that an older version kept and this one does not take is left out: the list is then as at first. */
export async function layoutsOf(db: Db, personId: string): Promise<{ list: string; layout: ListLayout }[]> {
  const rows = await db
    .selectFrom('list_layouts')
    .select(['list', 'layout'])
    .where('person_id', '=', personId)
    .orderBy('list')
    .limit(listedAtMost)
    .execute()
  return rows.flatMap(({ list, layout }) => {
    const { data } = ListLayout.safeParse(layout)
    return data ? [{ list, layout: data }] : []
  })
}
