import { AppError } from '@wheelhouse/contract/errors.ts'
import type { ConsoleUser } from '@wheelhouse/contract/console-users/profile.ts'
import type { Ctx } from '../../platform/context.ts'
import { publishChange } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { recordEvent } from './console-users.ts'
import { consoleUserById } from './queries.ts'

/** Spec section 4: a sign-in is recorded as a user update. People can record only their own. */
export async function recordOwnSignIn(ctx: Ctx, id: string): Promise<ConsoleUser> {
  if (id !== ctx.person.id) throw new AppError('not_found')
  const at = ctx.clock.now()
  return write(ctx, async (tx, journal, inside) => {
    const before = await tx
      .selectFrom('console_users')
      .select('last_signed_in_at')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    await tx.updateTable('console_users').set({ last_signed_in_at: at.toISOString() }).where('id', '=', id).execute()
    recordEvent(ctx, journal, ctx.person, {
      verb: 'signed_in',
      before: { last_signed_in_at: before?.last_signed_in_at ?? null },
      after: { last_signed_in_at: at.toISOString() },
    })
    publishChange(journal, 'console_user', id, null, { through: { type: 'console_user', id } })
    return ownRow(inside)
  })
}

export async function ownRow(ctx: Ctx): Promise<ConsoleUser> {
  const row = await consoleUserById(ctx.db, ctx.person.id)
  if (!row) throw new AppError('unauthorized')
  return row
}
