import type { ConsoleUserSession } from '@wheelhouse/contract/console-users/console-user-edit.ts'
import type { Ctx } from '../../platform/context.ts'
import { openAccounts } from '../../platform/accounts.ts'
import { write } from '../../journal/write.ts'
import { assertHeldEverywhere, lockConsoleUser, recordEvent } from './console-users.ts'

// What the identity provider keeps of a person: sessions and the second factor.

/** The signed-in sessions of a person, for callers who could also disable them. */
export async function sessionsOf(ctx: Ctx, id: string): Promise<ConsoleUserSession[]> {
  await assertHeldEverywhere(ctx, id)
  return openAccounts(ctx.config).sessionsOf(id)
}

/**
 * Signs a person out, in one session or everywhere: the identity provider revokes the tokens and ends the streams. It is called
 * before the event is written, because an event of what did not happen would be worse than a repeated call.
 */
export async function endSessions(ctx: Ctx, id: string, sessionId: string | null): Promise<null> {
  await assertHeldEverywhere(ctx, id)
  const accounts = openAccounts(ctx.config)
  if (sessionId === null) await accounts.revokeSessions(id)
  else await accounts.revokeSession(id, sessionId)
  return write(ctx, async (tx, journal) => {
    const person = await lockConsoleUser(tx, id)
    const after = { sessions: sessionId === null ? 'all' : 'one' }
    recordEvent(ctx, journal, { id, name: person.name }, { verb: 'sessions_ended', after })
    return null
  })
}

/**
 * Removes what a person lost. As with sessions, the identity provider is called first: an event of what did not happen would
 * be worse than a call that is repeated.
 */
export async function resetSecondFactorOf(ctx: Ctx, id: string): Promise<null> {
  await assertHeldEverywhere(ctx, id)
  await openAccounts(ctx.config).resetSecondFactor(id)
  return write(ctx, async (tx, journal) => {
    const person = await lockConsoleUser(tx, id)
    recordEvent(ctx, journal, { id, name: person.name }, { verb: 'second_factor_reset' })
    return null
  })
}
