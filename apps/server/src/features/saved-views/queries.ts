import { ListLayout } from '@wheelhouse/contract/saved-views/saved-views.ts'
import type { SavedView } from '@wheelhouse/contract/saved-views/saved-views.ts'
import type { Db } from '../../platform/context.ts'

const listedAtMost = 500

export const viewsOf = (db: Db, personId: string): Promise<SavedView[]> =>
  db
    .selectFrom('saved_views')
    .select(['id', 'list', 'name', 'search', 'created_at'])
    .where('person_id', '=', personId)
    .orderBy('id')
    .limit(listedAtMost)
    .execute()

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
