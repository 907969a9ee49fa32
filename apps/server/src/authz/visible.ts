import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Action, ResourceType } from '@wheelhouse/contract/access.ts'
import type { Ctx } from '../platform/context.ts'
import type { GatheredRights } from './gathered-rights.ts'
import { groupsWith, holdsEverywhere } from './rights.ts'

/**
 * Which rows a list shows to the caller. `hint` only chooses the query plan; the statement itself contains the
 * predicate, so a stale hint costs time and never shows a wrong row (data model, section 2).
 */
export interface Visible {
  /** How many the caller sees of the scope type; null: everything. */
  hint: number | null
  /** True while the right is held over everything. Evaluated once a statement. */
  everything: RawBuilder<boolean>
  /** `select resource_id`: the visible ids of the scope type. */
  set: RawBuilder<unknown>
}

interface Hint {
  count: number | null
  until: number
}
const hints = new Map<string, Hint>()
const hintLifetimeMs = 60_000
const hintsAtMost = 10_000

/** Called when rights changed: a hint from before would keep the narrow path for who sees everything now. */
export const forgetHints = (): void => hints.clear()

/** What visibility needs to know of the person who asks. */
export interface Reader {
  db: Ctx['db']
  clock: Ctx['clock']
  /** With `rights` only within a statement that begins with their tables. */
  person: { id: string; rights?: GatheredRights }
}

const groupsOf = ({ id, rights }: Reader['person'], type: ResourceType, action: Action): RawBuilder<unknown> =>
  rights?.groups(type, action) ?? groupsWith(sql`${id}::uuid`, type, action)

const isHeldEverywhere = ({ id, rights }: Reader['person'], type: ResourceType, action: Action): RawBuilder<boolean> =>
  rights?.everywhere(type, action) ?? holdsEverywhere(sql`${id}::uuid`, type, action)

/** Through what the rows are seen: one type, or several where rows of one list follow different things. */
export type ScopeType = ResourceType | readonly ResourceType[]

const isOfType = (scope: ScopeType): RawBuilder<boolean> =>
  typeof scope === 'string'
    ? sql<boolean>`membership.resource_type = ${scope}`
    : sql<boolean>`membership.resource_type in (${sql.join([...scope])})`

/** Asks `action` of `type`; the rows are reached through memberships of `scopeType` (a session's location, a device's location). */
export const visibleTo = async (
  reader: Reader,
  type: ResourceType,
  action: Action,
  scopeType: ScopeType,
): Promise<Visible> => ({
  hint: await hintOf(reader, type, action, scopeType),
  ...visibleSet(reader, type, action, scopeType),
})

/** The same without the hint, for lists that take one path only. */
export function visibleSet(
  { person }: Pick<Reader, 'person'>,
  type: ResourceType,
  action: Action,
  scopeType: ScopeType,
): Omit<Visible, 'hint'> {
  const everything = isHeldEverywhere(person, type, action)
  const set = sql`select distinct membership.resource_id from (select distinct w.group_id from (${groupsOf(person, type, action)}) w) g
    join resource_group_members membership using (group_id) where ${isOfType(scopeType)}`
  return { everything, set }
}

/** The rows on which a person holds several rights at once, as CTEs and an expression for the statement that reads them. */
export interface HeldTogether {
  /** `held as (…), seen as (…)`: the person's groups with these rights, and `seen (id)`, the rows that have all of them, some twice. */
  ctes: RawBuilder<unknown>
  /** Each right is held over everything, so that `seen` is empty. */
  everything: RawBuilder<boolean>
}

/**
 * The same as a `visibleSet` for each right, intersected, but the memberships are read once: most groups give all of the rights,
 * and their rows would be gathered and hashed as often as there are rights. Each right is one bit.
 */
export function heldTogether(
  { person }: Pick<Reader, 'person'>,
  rights: readonly (readonly [ResourceType, Action])[],
  scopeType: ResourceType,
): HeldTogether {
  const whole = sql.lit(2 ** rights.length - 1)
  const bits = rights.map(
    ([type, action], nth) => sql`when a.resource_type = ${type} and a.action = ${action} then ${sql.lit(2 ** nth)}`,
  )
  const pairs = rights.map(([type, action]) => sql`(${type}, ${action})`)
  const members = sql`from held h join resource_group_members membership using (group_id) where membership.resource_type = ${scopeType}`
  const above = sql`(select coalesce(bit_or(bits), 0) from held where is_everything)`
  return {
    ctes: sql`held as materialized (
        select g.group_id, bit_or(r.bits) as bits, bool_or(e.id is not null) as is_everything from role_grants g
        join (select a.role_id, bit_or(case ${sql.join(bits, sql` `)} end) as bits from role_actions a
          where (a.resource_type, a.action) in (${sql.join(pairs)}) group by a.role_id) r using (role_id)
        left join resource_groups e on e.id = g.group_id and e.covers_everything
        where g.person_id = ${person.id}::uuid group by g.group_id),
      seen as materialized (
        select membership.resource_id as id ${members} and h.bits | ${above} = ${whole} and ${above} <> ${whole}
        union all select membership.resource_id ${members} and h.bits | ${above} <> ${whole}
        group by membership.resource_id having bit_or(h.bits) | ${above} = ${whole})`,
    everything: sql<boolean>`(${above} = ${whole})`,
  }
}

/** How many the caller sees, as `Visible` says it. */
export async function hintOf(
  { db, clock, person }: Reader,
  type: ResourceType,
  action: Action,
  scopeType: ScopeType,
): Promise<number | null> {
  const key = `${person.id} ${type} ${action} ${scopeType}`
  const now = clock.now().getTime()
  const cached = hints.get(key)
  if (cached && cached.until > now) return cached.count
  // Another statement than the one that is asked for, which begins with no tables of rights.
  const { everything, set } = visibleSet({ person: { id: person.id } }, type, action, scopeType)
  const { rows } = await sql<{ all: boolean; count: number }>`
    select e.all, case when e.all then 0 else (select count(*) from (${set}) s) end as count from (select ${everything} as all) e`.execute(
    db,
  )
  const count = rows[0]?.all ? null : (rows[0]?.count ?? 0)
  if (hints.size >= hintsAtMost) hints.clear()
  hints.set(key, { count, until: now + hintLifetimeMs })
  return count
}

/** The predicate of rows whose scope column is `column`. `is true` keeps the planner from turning it into a join. */
export const visiblePredicate = (visible: Omit<Visible, 'hint'>, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${visible.everything} or (${column} in (${visible.set})) is true)`

/**
 * The same of one row at a time, for the rows of a page: probes the row's few groups and never gathers all that the caller
 * sees, which may be 100,000 riders. A scalar subquery, because PostgreSQL may turn an `exists` into that very set.
 * `column` is read within that subquery, so no statement may name a table `membership`: a column of it would be compared with itself.
 */
export function rowIsVisible(
  ctx: Pick<Reader, 'person'>,
  type: ResourceType,
  action: Action,
  scopeType: ScopeType,
  column: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`(${isHeldEverywhere(ctx.person, type, action)} or (select true from resource_group_members membership
    where ${isOfType(scopeType)} and membership.resource_id = ${column} and (membership.group_id in (${groupsOf(ctx.person, type, action)})) is true limit 1) is true)`
}
