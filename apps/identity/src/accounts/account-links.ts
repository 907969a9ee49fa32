import { createHash, randomBytes } from 'node:crypto'
import type { Account } from './accounts.ts'
import type { IdentityContext } from '../platform/identity-context.ts'
import { paths } from '../platform/paths.ts'
import { transaction } from '../platform/transaction.ts'
import type { Queryable } from '../platform/transaction.ts'

export const linkPurposes = ['invitation', 'reset'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

const tokenBytes = 32
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

export interface OpenLink {
  account: Account
  purpose: LinkPurpose
}

interface LinkRequest {
  purpose: LinkPurpose
  /** A mail that was already sent under the same key is not sent again. */
  requestKey?: string | undefined
  /** Minimum age in seconds of the previous link before a new one is issued. */
  atLeastApart_s?: number
  /** Asked last, so that it may count the mail. */
  isAllowed?: (on: Queryable) => Promise<boolean>
}

interface IssuedLink {
  url: string
  sent(): Promise<void>
}

/**
 * Issues a new link; returns undefined when the request says that none is due. A new invitation voids the previous one,
 * because an administrator asked for it. Anybody may ask for a new password, so those links are valid side by side.
 */
export async function issueLink(
  identity: IdentityContext,
  accountId: string,
  request: LinkRequest,
): Promise<IssuedLink | undefined> {
  const { pool, clock, issuer } = identity
  const token = randomBytes(tokenBytes).toString('base64url')
  const now = clock.now()
  const isIssued = await transaction(pool, async (on) => {
    await on.query('select 1 from accounts where id = $1 for update', [accountId])
    if (!(await isDue(on, accountId, request, now))) return false
    if (request.purpose === 'invitation') await on.query(voidByPurpose, [accountId, request.purpose])
    await on.query(
      `insert into account_links (account_id, purpose, token_hash, created_at, expires_at, request_key)
       values ($1, $2, $3, $4, $4::timestamptz + make_interval(secs => $5), $6)`,
      [accountId, request.purpose, hashOf(token), now, lifetimeOf(identity, request.purpose), request.requestKey],
    )
    return true
  })
  if (!isIssued) return undefined
  return {
    url: `${issuer}${request.purpose === 'invitation' ? paths.invitation : paths.reset}?token=${token}`,
    async sent() {
      await pool.query('update account_links set sent_at = $2 where token_hash = $1', [hashOf(token), clock.now()])
    },
  }
}

const voidByPurpose = 'delete from account_links where account_id = $1 and purpose = $2'

async function isDue(on: Queryable, accountId: string, request: LinkRequest, now: Date): Promise<boolean> {
  const { rows } = await on.query(
    `select 1 from account_links where account_id = $1 and purpose = $2
     and ((sent_at is not null and request_key = $3) or created_at > $4::timestamptz - make_interval(secs => $5)) limit 1`,
    [accountId, request.purpose, request.requestKey, now, request.atLeastApart_s ?? 0],
  )
  return rows.length === 0 && (request.isAllowed === undefined || request.isAllowed(on))
}

export const lifetimeOf = ({ settings }: IdentityContext, purpose: LinkPurpose): number =>
  purpose === 'invitation' ? settings.lifetimes.invitation_s : settings.lifetimes.reset_s

/** Returns the link's account without using the link up, because mail scanners and previews open links too. */
export async function openLink(
  on: Queryable,
  purpose: LinkPurpose,
  token: string,
  now: Date,
): Promise<Account | undefined> {
  const { rows } = await on.query<Account>(
    `select a.id, a.email, a.name, a.organization_id, a.password_hash, false as is_disabled from account_links l join accounts a on a.id = l.account_id
     where l.token_hash = $1 and l.purpose = $2 and l.expires_at > $3 and a.disabled_at is null`,
    [hashOf(token), purpose, now],
  )
  return rows[0]
}

/** When one link is used twice at the same time, only one call returns true. */
export async function useLink(on: Queryable, purpose: LinkPurpose, token: string, now: Date): Promise<boolean> {
  const { rowCount } = await on.query(
    'delete from account_links where token_hash = $1 and purpose = $2 and expires_at > $3',
    [hashOf(token), purpose, now],
  )
  return rowCount === 1
}

export async function voidLinks(on: Queryable, accountId: string): Promise<void> {
  await on.query('delete from account_links where account_id = $1', [accountId])
}
