import * as z from 'zod'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { Id } from '@wheelhouse/contract/route.ts'
import { openAccounts } from '../../platform/accounts.ts'
import { handle, jobKind } from '../../platform/jobs.ts'
import type { JobCtx } from '../../platform/jobs.ts'

/**
 * Brings the account at the identity provider up to what our row says. `key` names the invitation, so that a job which runs
 * again after a lost answer mails nothing twice; null: no mail.
 */
export const syncAccount = jobKind({
  name: 'console-users.sync-account',
  payload: z.strictObject({ id: Id, invitation: z.strictObject({ key: z.string(), isAgain: z.boolean() }).nullable() }),
  retries: 12,
})

// Reads the row at its turn: jobs may come in another order than the verbs that sent them, the last word is the row's.
async function sync({ id, invitation }: z.output<typeof syncAccount.payload>, { db, config }: JobCtx): Promise<void> {
  const person = await db
    .selectFrom('console_users')
    .select(['email', 'name', 'organization_id', 'disabled_at'])
    .where('id', '=', id)
    // A service account has no account at the provider that could be disabled: our row alone refuses its tokens.
    .where('kind', '=', 'person')
    .executeTakeFirst()
  if (!person) return
  const accounts = openAccounts(config)
  const { disabled_at, ...fields } = person
  const invite = async (key: string): Promise<void> => void (await accounts.invite({ id, ...fields }, key))
  if (disabled_at) return accounts.disable(id).catch(whereNone(async () => {}))
  if (invitation)
    return invitation.isAgain
      ? accounts.reinvite(id, invitation.key).catch(whereNone(() => invite(invitation.key)))
      : invite(invitation.key)
  // The identity provider may never have been notified that the person was disabled, so end the sessions of that time
  // first.
  await accounts.revokeSessions(id)
  await accounts.enable(id).catch(whereNone(() => invite(id)))
}

/** There is no account yet: its invitation was overtaken, or given up. */
const whereNone =
  (otherwise: () => Promise<unknown>) =>
  async (error: unknown): Promise<void> => {
    if (error instanceof AppError && error.code === 'not_found') return void (await otherwise())
    throw error
  }

/** Name and organization of the account follow the row. Signs nobody out. */
export const updateAccount = jobKind({
  name: 'console-users.update-account',
  payload: z.strictObject({ id: Id }),
  retries: 12,
})

async function update({ id }: z.output<typeof updateAccount.payload>, { db, config }: JobCtx): Promise<void> {
  const fields = await db
    .selectFrom('console_users')
    .select(['name', 'organization_id'])
    .where('id', '=', id)
    .where('kind', '=', 'person')
    .executeTakeFirst()
  // Without an account the invitation that creates it will bring the fields of that moment.
  if (fields)
    await openAccounts(config)
      .update(id, fields)
      .catch(whereNone(async () => {}))
}

export const consoleUserJobs = [handle(syncAccount, sync), handle(updateAccount, update)]
