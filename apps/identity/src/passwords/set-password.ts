import type { Account } from '../accounts/accounts.ts'
import { endSignInsOf } from '../accounts/grants.ts'
import type { IdentityContext } from '../platform/identity-context.ts'
import { unlock } from '../accounts/lock-out.ts'
import { transaction } from '../platform/transaction.ts'
import type { Queryable } from '../platform/transaction.ts'
import { useLink, voidLinks } from '../accounts/account-links.ts'
import type { LinkPurpose } from '../accounts/account-links.ts'

/** The current sign-in of the person stays; all others end with the old password. */
export interface Kept {
  grantIds: string[]
  session?: string
}

/** Returns false when the link was used, voided or expired since its page was shown. */
export async function setPasswordByLink(
  identity: IdentityContext,
  account: Account,
  link: { purpose: LinkPurpose; token: string },
  password: string,
): Promise<boolean> {
  const hash = await identity.hashing.hash(password)
  const now = identity.clock.now()
  return transaction(identity.pool, async (on) => {
    if (!(await useLink(on, link.purpose, link.token, now))) return false
    return store(on, account, hash, now)
  })
}

/** Returns false when the password was changed or the person disabled since the account was read. */
export async function replacePassword(
  identity: IdentityContext,
  account: Account,
  password: string,
  kept: Kept,
): Promise<boolean> {
  const hash = await identity.hashing.hash(password)
  return transaction(identity.pool, (on) => store(on, account, hash, identity.clock.now(), kept))
}

async function store(on: Queryable, account: Account, hash: string, now: Date, kept?: Kept): Promise<boolean> {
  const { rowCount } = await on.query(
    `update accounts set password_hash = $2, updated_at = $3
     where id = $1 and disabled_at is null and password_hash is not distinct from $4`,
    [account.id, hash, now, account.password_hash],
  )
  if (!rowCount) return false
  await voidLinks(on, account.id)
  await unlock(on, account.email.toLowerCase())
  await endSignInsOf(on, account.id, now, kept)
  return true
}
