import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '../platform/identity-context.ts'

const cookie = 'wheelhouse_known_browser'
const lifetimeMs = 180 * 86_400_000
const idBytes = 18

const ownerOf = (email: string): string => createHash('sha256').update(email.toLowerCase()).digest('base64url')

/**
 * Identifies a browser on which this account signed in before. Its attempts are counted separately, so that an attacker
 * who locks the account from elsewhere does not lock its owner out. It grants nothing: the password is still required.
 */
export function knownBrowser(ctx: Context, email: string): string | undefined {
  const [owner, id] = (ctx.cookies.get(cookie, { signed: true }) ?? '').split('.')
  return id && owner === ownerOf(email) ? id : undefined
}

export function rememberBrowser(ctx: Context, email: string): void {
  const id = knownBrowser(ctx, email) ?? randomBytes(idBytes).toString('base64url')
  const options = { httpOnly: true, sameSite: 'lax', signed: true, maxAge: lifetimeMs, secure: ctx.secure } as const
  ctx.cookies.set(cookie, `${ownerOf(email)}.${id}`, options)
}
