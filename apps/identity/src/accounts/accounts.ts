import type { AccountClaims } from 'oidc-provider'
import type { Queryable } from '../platform/transaction.ts'

export interface Account {
  /** The `sub` of every token. */
  id: string
  email: string
  name: string
  organization_id: string | null
  password_hash: string | null
  is_disabled: boolean
}

const columns = 'id, email, name, organization_id, password_hash, disabled_at is not null as is_disabled'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
export const isAccountId = (text: string): boolean => uuid.test(text)

/**
 * Includes disabled accounts, so that a sign-in takes equally long for them. The email is lower-cased by the same rules
 * as the attempts are counted; otherwise a database with other rules would accept several spellings, each with a
 * separate count.
 */
export async function accountByEmail(on: Queryable, email: string): Promise<Account | undefined> {
  const { rows } = await on.query<Account>(`select ${columns} from accounts where lower(email) = lower($1)`, [
    email.toLowerCase(),
  ])
  return rows[0]
}

export async function accountById(on: Queryable, id: string): Promise<Account | undefined> {
  if (!isAccountId(id)) return undefined
  const { rows } = await on.query<Account>(`select ${columns} from accounts where id = $1`, [id])
  return rows[0]
}

/** Returns the account only if it may hold tokens, that is, if it is not disabled. */
export async function enabledAccount(on: Queryable, sub: string): Promise<Account | undefined> {
  const account = await accountById(on, sub)
  return account && !account.is_disabled ? account : undefined
}

/**
 * Claims of the identity token and of userInfo (spec section 3). A person without an organization has no organization
 * claim.
 */
export const claimsOf = (account: Account): AccountClaims => ({
  sub: account.id,
  email: account.email,
  name: account.name || undefined,
  'custom:organization_id': account.organization_id ?? undefined,
})
