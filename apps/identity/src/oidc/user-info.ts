import { claimsOf, enabledAccount } from '../accounts/accounts.ts'
import type { Account } from '../accounts/accounts.ts'
import { bearerCheck } from '../platform/bearer-check.ts'
import type { BearerCheck } from '../platform/bearer-check.ts'
import { isRevoked } from '../accounts/grants.ts'
import type { IdentityContext, Middleware } from '../platform/identity-context.ts'
import type { IdentityKeys } from '../platform/identity-keys.ts'
import { paths } from '../platform/paths.ts'
import { apiAudience } from './registered-client.ts'

/**
 * The library's endpoint accepts tokens without an audience only, and ours all have the API's audience. The library
 * still handles the preflight.
 */
export const userInfo = (identity: IdentityContext, keys: IdentityKeys): Middleware => {
  const verify = bearerCheck(identity, keys, apiAudience)
  return async (ctx, next) => {
    if (ctx.path !== paths.userInfo || (ctx.method !== 'GET' && ctx.method !== 'POST')) return next()
    ctx.set({ 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': identity.consoleOrigin, Vary: 'Origin' })
    const account = await bearerOf(identity, verify, ctx.get('Authorization'))
    if (account) {
      ctx.body = claimsOf(account)
      return
    }
    ctx.status = 401
    ctx.set('WWW-Authenticate', 'Bearer error="invalid_token"')
    ctx.body = { error: 'invalid_token', error_description: 'the access token is missing, expired or revoked' }
  }
}

async function bearerOf(identity: IdentityContext, verify: BearerCheck, header: string): Promise<Account | undefined> {
  const claims = await verify(header)
  if (!claims?.sub || (await isRevoked(identity.pool, String(claims.gid)))) return undefined
  return enabledAccount(identity.pool, claims.sub)
}
