import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '../platform/identity-context.ts'

const cookie = 'wheelhouse_known_browser'
const lifetimeMs = 180 * 86_400_000
const idBytes = 18

const ownerOf = (email: string): string => createHash('sha256').update(email.toLowerCase()).digest('base64url')

/**
 * What a browser is known by in which this very account signed in before. Its attempts are counted by themselves, so that
 * whoever locks the account from elsewhere keeps nobody out. It opens nothing: the password is asked all the same.
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
