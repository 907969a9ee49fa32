import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { ListLayout, SavedView } from '@wheelhouse/contract/saved-views/saved-views.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { publishChange } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'

/** Views a person, and layouts: there are fewer lists than that. */
const keptAtMost = 200

const viewColumns = ['id', 'list', 'name', 'search', 'created_at'] as const

export const createView = (ctx: Ctx, view: Pick<SavedView, 'list' | 'name' | 'search'>): Promise<SavedView> =>
  write(ctx, async (tx, journal) => {
    await roomFor(tx, ctx.person.id, 'saved_views')
    const row = { id: uuidv7(), ...view, created_at: journal.at.toISOString() }
    await tx
      .insertInto('saved_views')
      .values({ ...row, person_id: ctx.person.id })
      .execute()
    publishChange(journal, 'saved_view', row.id, null, { person_id: ctx.person.id })
    return row
  })

export const updateView = (
  ctx: Ctx,
  id: string,
  view: { name?: string | undefined; search?: string | undefined },
): Promise<SavedView> =>
  write(ctx, async (tx, journal) => {
    const own = tx
      .selectFrom('saved_views')
      .select(viewColumns)
      .where('id', '=', id)
      .where('person_id', '=', ctx.person.id)
    const before = await own.forUpdate().executeTakeFirst()
    if (!before) throw new AppError('not_found')
    const after = { ...before, name: view.name ?? before.name, search: view.search ?? before.search }
    await tx.updateTable('saved_views').set({ name: after.name, search: after.search }).where('id', '=', id).execute()
    publishChange(journal, 'saved_view', id, null, { person_id: ctx.person.id })
    return after
  })

export const deleteView = (ctx: Ctx, id: string): Promise<void> =>
  write(ctx, async (tx, journal) => {
    const { numDeletedRows } = await tx
      .deleteFrom('saved_views')
      .where('id', '=', id)
      .where('person_id', '=', ctx.person.id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new AppError('not_found')
    publishChange(journal, 'saved_view', id, null, { person_id: ctx.person.id })
  })

export const saveLayout = (ctx: Ctx, list: string, layout: ListLayout): Promise<ListLayout> =>
  write(ctx, async (tx, journal) => {
    await roomFor(tx, ctx.person.id, 'list_layouts', list)
    const row = { layout: JSON.stringify(layout), updated_at: journal.at.toISOString() }
    await tx
      .insertInto('list_layouts')
      .values({ person_id: ctx.person.id, list, ...row })
      .onConflict((conflict) => conflict.columns(['person_id', 'list']).doUpdateSet(row))
      .execute()
    publishChange(journal, 'list_layout', list, null, { person_id: ctx.person.id })
    return layout
  })

/** One person's queue up for the count. What is replaced needs no room. */
async function roomFor(tx: Tx, personId: string, table: 'saved_views' | 'list_layouts', list?: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${table} ${personId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ kept: number }>`
    select count(*) as kept from ${sql.table(table)} where person_id = ${personId}::uuid and (${list ?? null}::text is null or list <> ${list ?? null})`.execute(
    tx,
  )
  if ((rows[0]?.kept ?? 0) >= keptAtMost) throw new AppError('too_many_views', { at_most: keptAtMost })
}
