import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { EventVerb } from '@wheelhouse/contract/events/event-kinds.ts'
import {
  createRegion,
  getRegion,
  listRegionEvents,
  regions,
  updateRegion,
} from '@wheelhouse/contract/regions/regions.ts'
import type { NewRegion, RegionConfig, RegionUpdate } from '@wheelhouse/contract/regions/regions.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor } from '../../journal/audit.ts'
import { publishChange, changedFields, addAuditRecord } from '../../journal/journal.ts'
import type { Journal, EventDetails } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { requireCreate } from '../../authz/authorize.ts'
import { initialGroupOf } from '../../authz/group-membership.ts'
import { instant, int, text, uuid, word } from '../../lists/columns.ts'
import { age, anyOf, search } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'
import { serveList } from '../../lists/serve-list.ts'
import { serveEvents } from '../events/serve-events.ts'

export function regionRoutes(on: On): void {
  serveList(on, regions, regionList)
  serve(on, getRegion, ({ params }, ctx) => regionList.get(ctx, params.region_id))
  serveEvents(on, listRegionEvents)
  serve(on, createRegion, ({ body }, ctx) => create(ctx, body))
  serve(on, updateRegion, ({ params, body, version }, ctx) => update(ctx, params.region_id, body, version))
}

const regionList = listQuery(regions, {
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

function recordEvent(
  ctx: Ctx,
  journal: Journal,
  { id, name }: { id: string; name: string },
  details: EventDetails<'regions'>,
): void {
  addAuditRecord(journal, {
    actor: personActor(ctx),
    feature: 'regions',
    resource_type: 'console',
    resource_id: id,
    resource_name: name,
    visible_through_id: null,
    ...details,
  })
  publishChange(journal, 'region_config', id, null, { through: { type: 'console', id } })
}

/** Of no organization: born in what covers everything. */
function create(ctx: Ctx, body: NewRegion): Promise<RegionConfig> {
  return write(ctx, async (tx, journal, inside) => {
    await requireCreate(inside, 'console', await initialGroupOf(tx, null), 'UPDATE')
    const id = uuidv7()
    const at = journal.at.toISOString()
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('region_configs')
      .values({ id, ...body, created_at: at, updated_at: at })
      .onConflict((conflict) => conflict.column('tag').doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) throw new AppError('region_tag_taken', { field: 'tag' })
    recordEvent(ctx, journal, { id, name: body.name }, { verb: 'created', after: body })
    return regionList.get(inside, id)
  })
}

function update(ctx: Ctx, id: string, after: RegionUpdate, version: number): Promise<RegionConfig> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await lockRegion(tx, id)
    assertVersion(before.version, version)
    const edit = changedFields(before, after)
    if (!edit) return regionList.get(inside, id)
    await tx
      .updateTable('region_configs')
      .set((row) => ({ ...after, updated_at: journal.at.toISOString(), version: row('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    recordEvent(ctx, journal, { id, name: after.name }, { verb: verbOf(edit.after), ...edit })
    return regionList.get(inside, id)
  })
}

/** A change to nothing but the status is recorded as enabling or disabling. */
function verbOf(after: Record<string, unknown>): EventVerb<'regions'> {
  const { status, ...others } = after
  return (status === 'enabled' || status === 'disabled') && Object.keys(others).length === 0 ? status : 'updated'
}

/** Counts a change that another feature made to what belongs to a region: its readers hold one version of all of it. */
export async function touchRegion(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('region_configs')
    .set((row) => ({ updated_at: at.toISOString(), version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

async function lockRegion(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('region_configs')
    .select(['name', 'status', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}
