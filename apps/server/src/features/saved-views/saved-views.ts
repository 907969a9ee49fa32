import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { ListLayout, SavedView } from '@wheelhouse/contract/saved-views/saved-views.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { publishChange } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { lockName } from '../../platform/locks.ts'
import { mayEdit } from './queries.ts'

/** Views a person, views that an organization shares, and layouts: there are fewer lists than that. */
const keptAtMost = 200

const own = { shared_by: null, can_delete: true }
const viewColumns = ['id', 'list', 'name', 'search', 'created_at', 'organization_id'] as const

type NewView = Pick<SavedView, 'list' | 'name' | 'search' | 'is_shared'>

export const createView = (ctx: Ctx, { is_shared, ...view }: NewView): Promise<SavedView> =>
  write(ctx, async (tx, journal) => {
    await roomFor(tx, ctx.person.id, 'saved_views')
    const organization_id = is_shared ? await sharedWith(tx, ctx) : null
    const row = { id: uuidv7(), ...view, created_at: journal.at.toISOString() }
    await tx
      .insertInto('saved_views')
      .values({ ...row, person_id: ctx.person.id, organization_id })
      .execute()
    tell(ctx, journal, row.id, organization_id)
    return { ...row, is_shared, ...own }
  })

type ViewEdit = { [Key in 'name' | 'search' | 'is_shared']?: SavedView[Key] | undefined }

export const updateView = (ctx: Ctx, id: string, { is_shared, ...view }: ViewEdit): Promise<SavedView> =>
  write(ctx, async (tx, journal) => {
    const row = tx
      .selectFrom('saved_views')
      .select(viewColumns)
      .where('id', '=', id)
      .where('person_id', '=', ctx.person.id)
    const before = await row.forUpdate().executeTakeFirst()
    if (!before) throw new AppError('not_found')
    const { organization_id: from, ...kept } = before
    const [name, search] = [view.name ?? kept.name, view.search ?? kept.search]
    const organization_id = await sharedAfter(tx, ctx, from, is_shared)
    await tx.updateTable('saved_views').set({ name, search, organization_id }).where('id', '=', id).execute()
    tell(ctx, journal, id, organization_id ?? from)
    return { ...kept, name, search, is_shared: organization_id !== null, ...own }
  })

export const deleteView = (ctx: Ctx, id: string): Promise<void> =>
  write(ctx, async (tx, journal) => {
    const { id: me, organization_id: ours } = ctx.person
    const gone = await tx
      .deleteFrom('saved_views')
      .where('id', '=', id)
      .where((row) =>
        row.or([row('person_id', '=', me), row.and([row('organization_id', '=', ours), mayEdit(me, ours)])]),
      )
      .returning('organization_id')
      .executeTakeFirst()
    if (!gone) throw new AppError('not_found')
    tell(ctx, journal, id, gone.organization_id)
  })

/** What is shared concerns all who see the organization; what is not, its person alone. */
const tell = ({ person }: Ctx, journal: Journal, id: string, organizationId: string | null): void =>
  publishChange(
    journal,
    'saved_view',
    id,
    null,
    organizationId ? { through: { type: 'organization', id: organizationId } } : { person_id: person.id },
  )

async function sharedAfter(tx: Tx, ctx: Ctx, before: string | null, isShared: boolean | undefined) {
  if (isShared === undefined) return before
  if (!isShared) return null
  return before === ctx.person.organization_id && before !== null ? before : sharedWith(tx, ctx)
}

/** The organization of the caller, when it has room for one more. */
async function sharedWith(tx: Tx, { person }: Ctx): Promise<string> {
  const id = person.organization_id
  if (id === null) throw new AppError('nobody_to_share_with')
  await lockName(tx, 'shared_views', id)
  const { kept } = await tx
    .selectFrom('saved_views')
    .select((all) => all.fn.countAll<number>().as('kept'))
    .where('organization_id', '=', id)
    .executeTakeFirstOrThrow()
  if (kept >= keptAtMost) throw new AppError('too_many_shared_views', { at_most: keptAtMost })
  return id
}

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
  await lockName(tx, table, personId)
  const { rows } = await sql<{ kept: number }>`
    select count(*) as kept from ${sql.table(table)} where person_id = ${personId}::uuid and (${list ?? null}::text is null or list <> ${list ?? null})`.execute(
    tx,
  )
  if ((rows[0]?.kept ?? 0) >= keptAtMost) throw new AppError('too_many_views', { at_most: keptAtMost })
}
