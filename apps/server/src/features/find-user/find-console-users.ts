import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { FoundConsoleUser } from '@wheelhouse/contract/find-user/find-user.ts'
import type { Reading } from '@wheelhouse/contract/find-user/recognise.ts'
import type { Ctx } from '../../platform/context.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import { contains } from '../../lists/list-filters.ts'

const most = 10

/** Staff who were meant instead: by email, id or name, as far as the caller sees them. */
export async function consoleUsersFound(ctx: Ctx, readings: readonly Reading[]): Promise<FoundConsoleUser[]> {
  const conditions = readings.flatMap(conditionOf)
  if (conditions.length === 0) return []
  const { rows } = await sql<FoundConsoleUser>`
    select c.id, c.name, c.email from console_users c where (${sql.join(conditions, sql` or `)})
      and ${rowIsVisible(ctx, 'console_user', 'GET', 'console_user', sql`c.id`)} order by c.name, c.id limit ${most}`.execute(
    ctx.db,
  )
  return rows
}

function conditionOf({ kind, value }: Reading): RawBuilder<unknown>[] {
  if (kind === 'user_id') return [sql`c.id = ${value}::uuid`]
  if (kind === 'email') return [sql`lower(c.email) = ${value}`]
  if (kind === 'name')
    return [
      sql`(${sql.join(
        value.split(/\s+/).map((word) => contains(sql`c.search`, word)),
        sql` and `,
      )})`,
    ]
  return []
}
