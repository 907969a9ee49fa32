import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type * as z from 'zod'
import type { ResourceType } from '@wheelhouse/contract/access.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import type { Ctx, Db, Tx } from '../platform/context.ts'
import { walkPage } from './list-pages.ts'
import type { ListPage } from './list-pages.ts'
import { serve } from '../http/serve.ts'
import type { On } from '../http/serve.ts'
import { write } from '../journal/write.ts'

/** Values (rows): a bulk action is done to so many at most. */
export const selectedAtMost = 50_000
const keptForMs = 86_400_000
/** A person's; an older one gives way. */
const keptAtMost = 20

interface Frozen {
  id: string
  total: number
}

export type SelectionRoute = Route & { body: z.ZodType<object>; reply: z.ZodType<Frozen> }

/** `POST <list>/selections`: the ids of a whole filter as the list shows them now, kept for the caller alone. */
export function serveSelection<Query, Row extends { id: string }>(
  on: On,
  route: SelectionRoute,
  type: ResourceType,
  page: ListPage<unknown, Query, Row>,
): void {
  serve(on, route, ({ body }, ctx) => freeze(ctx, type, page, body))
}

const freeze = <Query, Row extends { id: string }>(
  ctx: Ctx,
  type: ResourceType,
  page: ListPage<unknown, Query, Row>,
  filter: object,
) =>
  write(ctx, async (tx, journal, inside): Promise<Frozen> => {
    const ids = await idsOf(inside, page, filter)
    const id = uuidv7()
    const row = { id, person_id: ctx.person.id, resource_type: type, ids, created_at: journal.at.toISOString() }
    await tx.insertInto('selections').values(row).execute()
    await dropOldest(tx, ctx.person.id)
    return { id, total: ids.length }
  })

async function dropOldest(tx: Tx, personId: string): Promise<void> {
  await sql`delete from selections where person_id = ${personId}::uuid and id not in
    (select id from selections where person_id = ${personId}::uuid order by id desc limit ${keptAtMost})`.execute(tx)
}

async function idsOf<Query, Row extends { id: string }>(
  ctx: Ctx,
  page: ListPage<unknown, Query, Row>,
  filter: object,
): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | undefined | null; cursor !== null;) {
    const found: Awaited<ReturnType<typeof page>> = await walkPage(ctx, page, { params: {}, query: filter }, cursor)
    ids.push(...found.items.map((row) => row.id))
    if (ids.length > selectedAtMost) throw new AppError('selection_too_large', { at_most: selectedAtMost })
    cursor = found.next
  }
  return ids
}

/** Returns the ids of a selection that this person made, for this type, until it expires. */
export async function selectedIds(
  tx: Db,
  personId: string,
  type: ResourceType,
  id: string,
  now: Date,
): Promise<string[]> {
  const row = await tx
    .selectFrom('selections')
    .select('ids')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where('resource_type', '=', type)
    .where('created_at', '>', new Date(now.getTime() - keptForMs).toISOString())
    .executeTakeFirst()
  if (!row) throw new AppError('selection_gone', { selection_id: id })
  return row.ids
}

export async function forgetSelections(db: Db, now: Date): Promise<void> {
  await sql`delete from selections where created_at <= ${new Date(now.getTime() - keptForMs).toISOString()}::timestamptz`.execute(
    db,
  )
}
