import * as z from 'zod'
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
    .executeTakeFirst()
  if (!person) return
  const accounts = openAccounts(config)
  const { disabled_at, ...fields } = person
  if (disabled_at) return accounts.disable(id)
  if (!invitation) return accounts.enable(id)
  if (invitation.isAgain) return accounts.reinvite(id, invitation.key)
  await accounts.invite({ id, ...fields }, invitation.key)
}

export const consoleUserJobs = [handle(syncAccount, sync)]
