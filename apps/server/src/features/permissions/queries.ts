import { sql } from 'kysely'
import type { Action, ResourceType } from '@wheelhouse/contract/access.ts'
import type { ResourceGroup } from '@wheelhouse/contract/permissions/permissions.ts'
import type { Db } from '../../platform/context.ts'
import { keepStatements } from '../../platform/kept-statements.ts'
import { askerMarks, askerValues, markedAdmission } from '../../authz/authorize.ts'
import type { Admitting } from '../../authz/authorize.ts'
import { admissionCte, admittedAnswer } from '../../lists/list-source.ts'
import type { ListContext } from '../../lists/list-source.ts'
import { groupsOf, holdsInGroup, namedTypes, resourceExists, tablesOf } from '../../authz/rights.ts'

const groupColumns = ['id', 'name', 'description', 'type'] as const

/**
 * Union over all groups, as JSON. Distinct roles first: joining actions to every grant took 200 times longer (data model, 3). Each
 * screen waits for it, so the admission is part of the statement.
 */
export async function permissionMapText({ db }: ListContext, { admission }: MapRequest): Promise<string> {
  const asked = { admission: markedAdmission(admission) }
  const rows = await keptMap.rows(db, asked, askerValues(admission), mapOf)
  return admittedAnswer(rows, { admission }).text
}

interface MapRequest {
  admission: Admitting
}
const keptMap = keepStatements(askerMarks)

function mapOf({ admission }: MapRequest) {
  const map = sql`select coalesce(json_object_agg(m.resource_type, m.actions order by m.resource_type), '{}')::text from (
    select resource_type, array_agg(distinct action order by action) as actions from role_actions
    where role_id in (select distinct role_id from role_grants where person_id = ${admission.bearer.sub}::uuid) group by resource_type) m`
  return sql<{
    text: string
  }>`${admissionCte({ admission })} select me.*, case when is_ok then (${map}) end as text from me`
}

/** Which groups are asked for; all of them without a condition. */
interface GroupsAsked {
  type?: string | undefined
  ids?: readonly string[]
}

/** Groups in which the caller holds resource_group GET; a caller who holds it in `everything` sees all. */
export async function visibleGroups(db: Db, personId: string, { type, ids }: GroupsAsked): Promise<ResourceGroup[]> {
  return db
    .selectFrom('resource_groups')
    .select(groupColumns)
    .where(holdsInGroup(sql`${personId}::uuid`, sql`id`, 'resource_group', 'GET'))
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? ''))
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`id = any(${ids}::uuid[])`))
    .orderBy('name')
    .orderBy('id')
    .limit(10_000)
    .$narrowType<Pick<ResourceGroup, 'type'>>()
    .execute()
}

export async function privilegedIn(
  db: Db,
  groupId: string,
  types: readonly string[] | undefined,
  wanted: readonly string[] | undefined,
) {
  const { rows } = await sql<{
    user_id: string
    name: string
    email: string
    role_id: string
    role_name: string
    type: ResourceType
    actions: Action[]
  }>`
    select p.id as user_id, p.name, p.email, r.id as role_id, r.name as role_name, a.resource_type as type, array_agg(a.action order by a.action) as actions
    from role_grants g join console_users p on p.id = g.person_id join roles r on r.id = g.role_id join role_actions a on a.role_id = r.id
    where g.group_id = ${groupId}::uuid and p.disabled_at is null
      and (${types ?? null}::text[] is null or a.resource_type = any(${types ?? null}::text[]))
      and (${wanted ?? null}::text[] is null or a.action = any(${wanted ?? null}::text[]))
    group by p.id, r.id, a.resource_type order by p.name, p.id, r.name, a.resource_type limit 10000`.execute(db)
  return rows
}

export async function rolesOf(db: Db, personId: string) {
  return db
    .selectFrom('role_grants as g')
    .innerJoin('roles as r', 'r.id', 'g.role_id')
    .innerJoin('resource_groups as rg', 'rg.id', 'g.group_id')
    .select(['r.id as role_id', 'r.name as role_name', 'rg.id as resource_group_id', 'rg.name as resource_group_name'])
    .where('g.person_id', '=', personId)
    .orderBy('r.name')
    .orderBy('rg.name')
    .limit(1000)
    .execute()
}

/** The type of whatever has this id; ids are unique over all tables. */
export async function typeOf(db: Db, id: string): Promise<ResourceType | null> {
  const parts = namedTypes.flatMap((type) =>
    tablesOf(type).map((table) => sql`select ${type}::text as type from ${sql.table(table)} where id = ${id}::uuid`),
  )
  const { rows } = await sql<{ type: ResourceType }>`${sql.join(parts, sql` union all `)} limit 1`.execute(db)
  return rows[0]?.type ?? null
}

/**
 * Returns the groups of each thing, as enforcement reads them (`rights.ts`): those that it is a member of, and those of what it
 * follows. What does not exist has none. Groups that cover everything are left out.
 */
export async function groupsOfMany(
  db: Db,
  type: ResourceType,
  ids: readonly string[],
): Promise<{ resource_id: string; resource_group_ids: string[] }[]> {
  const resource = { type, id: sql<string>`i.id` }
  const { rows } = await sql<{ resource_id: string; resource_group_ids: string[] }>`
    select i.id as resource_id, array(select distinct o.group_id from (${groupsOf(resource)}) o
      where ${resourceExists(resource)} order by o.group_id) as resource_group_ids
    from unnest(${ids}::text[]) i(id) order by i.id`.execute(db)
  return rows
}
