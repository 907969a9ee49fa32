import { sql } from 'kysely'
import { forOperationsAbove } from '@wheelhouse/contract/commands/command-bodies.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { hasAnyRight } from '../../authz/rights.ts'

/** Screens, dangerous actions: above a hundred things a dangerous command is for operations and higher. */
export const isForOperations = ({ dangerous }: { dangerous: boolean }, count: number): boolean =>
  dangerous && count > forOperationsAbove

/** Refuses those who hold the right of operations nowhere; whether they hold it on each thing is asked when its turn comes. */
export async function assertOperations(ctx: Ctx, rule: { dangerous: boolean }, count: number): Promise<void> {
  if (!isForOperations(rule, count)) return
  const held = hasAnyRight(sql`${ctx.person.id}::uuid`, 'location', 'FORCESTATUS')
  const { rows } = await sql<{ is_held: boolean }>`select ${held} as is_held`.execute(ctx.db)
  if (!rows[0]?.is_held) throw new AppError('forbidden', { missing: 'FORCESTATUS on location' })
}
