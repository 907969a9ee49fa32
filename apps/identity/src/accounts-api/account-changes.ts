import { codeOf, constraintOf } from '@wheelhouse/db/thrown.ts'
import { accountById } from '../accounts/accounts.ts'
import type { Account } from '../accounts/accounts.ts'
import { endSignInsOf } from '../accounts/grants.ts'
import type { IdentityContext } from '../platform/identity-context.ts'
import { unlock } from '../accounts/lock-out.ts'
import { voidLinks } from '../accounts/account-links.ts'
import { transaction } from '../platform/transaction.ts'
import type { Queryable } from '../platform/transaction.ts'
import type { AccountFields } from './account-body.ts'
import { Refusal } from './api-answer.ts'

/** An account as the services see it: never its password, nor whether a link is open. */
export interface AccountState extends AccountFields {
  id: string
  status: 'invited' | 'active' | 'disabled'
}

export function stateOf({ id, email, name, organization_id, password_hash, is_disabled }: Account): AccountState {
  const enabledStatus = password_hash === null ? 'invited' : 'active'
  return { id, email, name, organization_id, status: is_disabled ? 'disabled' : enabledStatus }
}

/** Creates the account, or updates the fields of the one that exists. */
export async function putAccount(
  { pool, clock }: IdentityContext,
  id: string,
  fields: AccountFields,
): Promise<Account> {
  return transaction(pool, async (on) => {
    const before = await accountById(on, id)
    if (before) return change(on, before, fields, clock.now())
    const { email, name, organization_id } = fields
    await on
      .query(
        'insert into accounts (id, email, name, organization_id, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)',
        [id, email, name, organization_id, clock.now()],
      )
      .catch(refuseTakenEmail)
    return { id, email, name, organization_id, password_hash: null, is_disabled: false }
  })
}

export const patchAccount = (
  { pool, clock }: IdentityContext,
  account: Account,
  fields: Partial<AccountFields>,
): Promise<Account> => transaction(pool, (on) => change(on, account, { ...account, ...fields }, clock.now()))

async function change(
  on: Queryable,
  before: Account,
  { email, name, organization_id }: AccountFields,
  now: Date,
): Promise<Account> {
  await on
    .query('update accounts set email = $2, name = $3, organization_id = $4, updated_at = $5 where id = $1', [
      before.id,
      email,
      name,
      organization_id,
      now,
    ])
    .catch(refuseTakenEmail)
  // Links that were sent to the previous mailbox must no longer open anything.
  if (email.toLowerCase() !== before.email.toLowerCase()) await voidLinks(on, before.id)
  return { ...before, email, name, organization_id }
}

function refuseTakenEmail(error: unknown): never {
  if (codeOf(error) === '23505' && constraintOf(error) === 'account_email_is_unique') throw new Refusal('email_taken')
  throw error
}

/** From this commit on the API refuses the person's tokens, and it is notified. */
export const disableAccount = ({ pool, clock }: IdentityContext, { id }: Account): Promise<void> =>
  transaction(pool, async (on) => {
    const now = clock.now()
    await on.query('update accounts set disabled_at = $2, updated_at = $2 where id = $1 and disabled_at is null', [
      id,
      now,
    ])
    await voidLinks(on, id)
    await endSignInsOf(on, id, now)
  })

/** Ended sign-ins stay ended: the person signs in again. */
export async function enableAccount({ pool, clock }: IdentityContext, { id }: Account): Promise<void> {
  await pool.query(
    'update accounts set disabled_at = null, updated_at = $2 where id = $1 and disabled_at is not null',
    [id, clock.now()],
  )
}

/** Nothing about the person remains except the ended sign-ins, which are random ids. */
export const eraseAccount = ({ pool, clock }: IdentityContext, { id, email }: Account): Promise<void> =>
  transaction(pool, async (on) => {
    await endSignInsOf(on, id, clock.now())
    await on.query('delete from accounts where id = $1', [id])
    await on.query('delete from sign_in_attempts where account = $1', [email.toLowerCase()])
    await unlock(on, email.toLowerCase())
  })
