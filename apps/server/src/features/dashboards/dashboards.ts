import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { ResourceType } from '@wheelhouse/contract/access.ts'
import { usualTiles } from '@wheelhouse/contract/dashboards/charts.ts'
import type { Tile } from '@wheelhouse/contract/dashboards/charts.ts'
import type { Dashboard, DashboardBody } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { requireCreate } from '../../authz/authorize.ts'
import { ownerGroupOf, removeFromGroups, setOrganizationRoles } from '../../authz/group-membership.ts'
import type { Resource } from '../../authz/rights.ts'
import { visiblePredicate, visibleSet } from '../../authz/visible.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor } from '../../journal/audit.ts'
import { addAuditRecord, changedFields, publishChange } from '../../journal/journal.ts'
import type { EventDetails, Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { linkOfOther, publicCharts, seesAllOf } from './publishers.ts'
import { dashboardList } from './queries.ts'

const resourceOf = (id: string): Resource => ({ type: 'dashboards', id })

/** Records the event in the history of the dashboard and notifies everyone who sees it, or saw it (`formerGroups`). */
export function recordEvent(
  ctx: Ctx,
  journal: Journal,
  { id, name }: { id: string; name: string },
  details: EventDetails<'dashboards'>,
  formerGroups: string[] = [],
): void {
  addAuditRecord(journal, {
    actor: personActor(ctx),
    feature: 'dashboards',
    resource_type: 'dashboards',
    resource_id: id,
    resource_name: name,
    visible_through_id: null,
    ...details,
  })
  publishChange(journal, 'dashboards', id, null, { through: { ...resourceOf(id), group_ids: formerGroups } })
}

export function createDashboard(ctx: Ctx, body: DashboardBody): Promise<Dashboard> {
  return write(ctx, async (tx, journal, inside) => {
    await requireOwner(inside, tx, body.organization_id)
    const { location_ids, organization_ids, ...own } = body
    const id = uuidv7()
    const at = journal.at.toISOString()
    await tx
      .insertInto('dashboards')
      .values({
        id,
        ...own,
        tiles: JSON.stringify(usualTiles),
        created_by: ctx.person.id,
        created_at: at,
        updated_at: at,
      })
      .execute()
    await setOrganizationRoles(tx, resourceOf(id), own.organization_id, ['owner'])
    await setPlaces(inside, tx, id, locationPlaces, location_ids)
    await setPlaces(inside, tx, id, organizationPlaces, organization_ids)
    recordEvent(ctx, journal, { id, name: own.name }, { verb: 'created', after: counted(body) })
    return dashboardList.get(inside, id)
  })
}

export function updateDashboard(ctx: Ctx, id: string, body: DashboardBody, version: number): Promise<Dashboard> {
  return write(ctx, async (tx, journal, inside) => {
    const { version: present, ...before } = await lockDashboard(tx, id)
    assertVersion(present, version)
    if (before.organization_id !== body.organization_id) await requireOwner(inside, tx, body.organization_id)
    const own = { name: body.name, organization_id: body.organization_id }
    const hasMoved = await movePlaces(inside, tx, id, body)
    const edit = changedFields(before, own)
    if (!edit && !hasMoved) return dashboardList.get(inside, id)
    await touch(tx, id, journal, own)
    const formerGroups = await setOrganizationRoles(tx, resourceOf(id), own.organization_id, ['owner'])
    const details = {
      verb: 'updated',
      before: edit?.before ?? {},
      after: { ...edit?.after, ...counted(body) },
    } as const
    recordEvent(ctx, journal, { id, name: own.name }, details, formerGroups)
    return dashboardList.get(inside, id)
  })
}

/**
 * Sets all places; returns whether anything changed. A colleague who changes the places of somebody else's public link could
 * read there what they may not see: the figures of a place that they add, or by subtraction those of one that they remove or
 * leave alone.
 */
async function movePlaces(ctx: Ctx, tx: Tx, id: string, body: DashboardBody): Promise<boolean> {
  const link = await linkOfOther(ctx, tx, id)
  const seesAll = async () => !link || (await seesAllOf(ctx, tx, link, publicCharts(link.tiles)))
  const sawAll = await seesAll()
  const moved = [
    await setPlaces(ctx, tx, id, locationPlaces, body.location_ids),
    await setPlaces(ctx, tx, id, organizationPlaces, body.organization_ids),
  ]
  if (!moved.includes(true)) return false
  if (!sawAll || !(await seesAll())) throw new AppError('public_link_shows_more')
  return true
}

export function arrangeDashboard(ctx: Ctx, id: string, tiles: readonly Tile[], version: number): Promise<Dashboard> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await lockDashboard(tx, id)
    assertVersion(before.version, version)
    await assertMayAddCharts(inside, tx, id, tiles)
    await touch(tx, id, journal, { tiles: JSON.stringify(tiles) })
    const after = { charts: tiles.map(({ chart }) => chart) }
    recordEvent(ctx, journal, { id, name: before.name }, { verb: 'arranged', after })
    return dashboardList.get(inside, id)
  })
}

/** A colleague adds only charts to somebody else's public link that they may see themselves, of every place. */
async function assertMayAddCharts(ctx: Ctx, tx: Tx, id: string, tiles: readonly Tile[]): Promise<void> {
  const link = await linkOfOther(ctx, tx, id)
  if (!link) return
  const shown = new Set(publicCharts(link.tiles))
  const added = publicCharts(tiles).filter((chart) => !shown.has(chart))
  if (!(await seesAllOf(ctx, tx, link, added))) throw new AppError('public_link_shows_more')
}

export function deleteDashboard(ctx: Ctx, id: string, version: number): Promise<null> {
  return write(ctx, async (tx, journal) => {
    const { version: present, ...before } = await lockDashboard(tx, id)
    assertVersion(present, version)
    await tx.deleteFrom('dashboards').where('id', '=', id).execute()
    const formerGroups = await removeFromGroups(tx, resourceOf(id))
    recordEvent(ctx, journal, { id, name: before.name }, { verb: 'deleted', before }, formerGroups)
    return null
  })
}

export async function touch(
  tx: Tx,
  id: string,
  journal: Journal,
  values: { name?: string; organization_id?: string; tiles?: string } = {},
): Promise<void> {
  await tx
    .updateTable('dashboards')
    .set((row) => ({ ...values, updated_at: journal.at.toISOString(), version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function lockDashboard(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('dashboards')
    .select(['name', 'organization_id', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

/** The dashboard is born in the owner group of its organization, which must have leave to have dashboards. */
async function requireOwner(ctx: Ctx, tx: Tx, organizationId: string): Promise<void> {
  const group = await ownerGroupOf(tx, organizationId)
  if (group === undefined) throw new AppError('not_found')
  await requireCreate(ctx, 'dashboards', group, 'analytics-dashboard:create')
  await requireCreate(ctx, 'organization', group, 'analytics-dashboard:get')
}

interface PlaceTable {
  /** Written out, so that a search for a table finds who writes it. */
  remove: RawBuilder<unknown>
  add: RawBuilder<unknown>
  column: 'location_id' | 'organization_id'
  of: 'locations' | 'organizations'
  type: ResourceType
}
const locationPlaces: PlaceTable = {
  remove: sql`delete from dashboard_locations x`,
  add: sql`insert into dashboard_locations`,
  column: 'location_id',
  of: 'locations',
  type: 'location',
}
const organizationPlaces: PlaceTable = {
  remove: sql`delete from dashboard_organizations x`,
  add: sql`insert into dashboard_organizations`,
  column: 'organization_id',
  of: 'organizations',
  type: 'organization',
}

/**
 * Sets the places that the writer sees. One that someone else picked and the writer does not see stays, because the form did
 * not show it; one that the writer does not see is not found. Returns whether anything changed.
 */
async function setPlaces(
  ctx: Ctx,
  tx: Tx,
  id: string,
  { remove, add, column, of, type }: PlaceTable,
  ids: readonly string[],
): Promise<boolean> {
  const wanted = sql`${[...new Set(ids)]}::uuid[]`
  const isSeen = (place: RawBuilder<unknown>) => visiblePredicate(visibleSet(ctx, type, 'GET', type), place)
  const { rows } = await sql<{ id: string }>`select t.id from ${sql.table(of)} t
    where t.id = any(${wanted}) and ${isSeen(sql`t.id`)}`.execute(tx)
  if (rows.length !== new Set(ids).size) throw new AppError('not_found')
  const removed = await sql`${remove} where x.dashboard_id = ${id}::uuid
    and x.${sql.ref(column)} <> all(${wanted}) and ${isSeen(sql`x.${sql.ref(column)}`)}`.execute(tx)
  const added = await sql`${add} (dashboard_id, ${sql.ref(column)})
    select ${id}::uuid, w.id from unnest(${wanted}) as w(id) on conflict do nothing`.execute(tx)
  return Number(removed.numAffectedRows ?? 0) + Number(added.numAffectedRows ?? 0) > 0
}

/** How many places, and not which: who reads the history need not see them. */
const counted = ({ name, location_ids, organization_ids }: DashboardBody) => ({
  name,
  locations: location_ids.length,
  organizations: organization_ids.length,
})
