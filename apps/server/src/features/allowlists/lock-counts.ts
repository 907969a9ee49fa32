import { sql } from 'kysely'
import type { Expr } from '../../lists/columns.ts'

/** A lock without a row was never given a list: it waits for its first one, unless the allowlist is switched off. */
export const stateOf = (allowlistStatus: Expr): Expr =>
  sql`coalesce(h.state, case when ${allowlistStatus} = 'active' then 'pending' else 'in_sync' end)`

/** How many locks of `source` have hardware, and how far they hold their lists. */
export const countsOf = (source: Expr, allowlistStatus: Expr): Expr => sql`(select count(*) as locks,
    count(*) filter (where ${stateOf(allowlistStatus)} = 'pending') as pending,
    count(*) filter (where ${stateOf(allowlistStatus)} = 'failed') as failed
  from (${source}) k left join allowlist_hardware h using (hardware_id))`
