import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Action, ResourceType } from '@wheelhouse/contract/access.ts'
import { groupsWith } from './rights.ts'

/**
 * The rights of one reader within one statement. A list asks the same right for its page, its count and each of its rows; written
 * out each time, the look-ups of grants took a fifth of PostgreSQL's time for a page. Here the statement begins with a table for
 * each right, which PostgreSQL fills when it is first read, and not at all for a caller who is refused.
 */
export interface GatheredRights {
  /** `select group_id`: the groups in which the reader holds the right. */
  groups: (type: ResourceType, action: Action) => RawBuilder<unknown>
  /** True while the right is held over everything. */
  everywhere: (type: ResourceType, action: Action) => RawBuilder<boolean>
  /** `name as materialized (…), …,` for the rights that were asked until now: write it in front of what asks for them. */
  tables: () => RawBuilder<unknown>
}

export function gatherRights(personId: string): GatheredRights {
  const rights = new Map<string, { name: string; type: ResourceType; action: Action }>()
  const nameOf = (type: ResourceType, action: Action): string => {
    const key = `${type} ${action}`
    const right = rights.get(key) ?? { name: `rights_${rights.size + 1}`, type, action }
    rights.set(key, right)
    return right.name
  }
  // Plain text without parameters: each use costs nothing to compile.
  return {
    groups: (type, action) => sql.raw(`select group_id from ${nameOf(type, action)}`),
    everywhere: (type, action) =>
      sql.raw<boolean>(`exists (select 1 from ${nameOf(type, action)} where is_everything)`),
    tables: () =>
      sql.join(
        [...rights.values()].map((right) => tableOf(personId, right)),
        sql``,
      ),
  }
}

const tableOf = (personId: string, { name, type, action }: { name: string; type: ResourceType; action: Action }) =>
  sql`${sql.raw(name)} as materialized (select w.group_id, w.group_id = any(array(select id from resource_groups where covers_everything)) as is_everything
    from (select distinct g.group_id from (${groupsWith(sql`${personId}::uuid`, type, action)}) g) w), `
