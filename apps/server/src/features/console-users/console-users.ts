import { AppError } from '@wheelhouse/contract/errors.ts'
import type { ConsoleUser } from '@wheelhouse/contract/console-users.ts'
import type { Ctx, Db } from '../../http/context.ts'
import { personActor, record } from '../events/events.ts'

export async function consoleUserById(db: Db, id: string): Promise<ConsoleUser | undefined> {
  return db
    .selectFrom('console_users as p')
    .leftJoin('organizations as o', 'o.id', 'p.organization_id')
    .select(['p.id', 'p.email', 'p.name', 'p.organization_id', 'o.name as organization_name', 'p.last_signed_in_at'])
    .where('p.id', '=', id)
    .executeTakeFirst()
}

/** Spec section 4: a sign-in is recorded as a user update. One's own row only. */
export async function recordOwnSignIn(ctx: Ctx, id: string): Promise<ConsoleUser> {
  if (id !== ctx.person.id) throw new AppError('not_found')
  const at = ctx.clock.now()
  await ctx.db.transaction().execute(async (tx) => {
    const before = await tx.selectFrom('console_users').select('last_signed_in_at').where('id', '=', id).forUpdate().executeTakeFirst()
    await tx.updateTable('console_users').set({ last_signed_in_at: at.toISOString() }).where('id', '=', id).execute()
    await record(tx, {
      actor: personActor(ctx),
      feature: 'console-users',
      verb: 'signed_in',
      resource_type: 'console_user',
      resource_id: id,
      resource_name: ctx.person.name,
      visible_through_id: null,
      before: { last_signed_in_at: before?.last_signed_in_at ?? null },
      after: { last_signed_in_at: at.toISOString() },
      correlation_id: ctx.correlation_id,
      at,
    })
  })
  return ownRow(ctx)
}

export async function ownRow(ctx: Ctx): Promise<ConsoleUser> {
  const row = await consoleUserById(ctx.db, ctx.person.id)
  if (!row) throw new AppError('unauthorized')
  return row
}
