import { createLocalJWKSet, jwtVerify } from 'jose'
import type { JWK, JWTVerifyGetKey } from 'jose'
import { claimsOf, enabledAccount } from './accounts.ts'
import type { Account } from './accounts.ts'
import { isRevoked } from './grants.ts'
import type { IdentityContext, Middleware } from './identity-context.ts'
import type { IdentityKeys } from './identity-keys.ts'
import { paths } from './paths.ts'
import { apiAudience } from './registered-client.ts'

/**
 * The library's own answers to tokens without an audience only, and ours all have that of the API. The preflight stays
 * the library's.
 */
export const userInfo = (identity: IdentityContext, keys: IdentityKeys): Middleware => {
  const keySet = createLocalJWKSet({ keys: [publicPart(keys.signing as JWK)] })
  return async (ctx, next) => {
    if (ctx.path !== paths.userInfo || (ctx.method !== 'GET' && ctx.method !== 'POST')) return next()
    ctx.set({ 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': identity.consoleOrigin, Vary: 'Origin' })
    const account = await bearerOf(identity, keySet, ctx.get('Authorization'))
    if (account) {
      ctx.body = claimsOf(account)
      return
    }
    ctx.status = 401
    ctx.set('WWW-Authenticate', 'Bearer error="invalid_token"')
    ctx.body = { error: 'invalid_token', error_description: 'the access token is missing, expired or revoked' }
  }
}

const publicPart = ({ kty, n, e, alg, kid, use }: JWK): JWK => ({ kty, n, e, alg, kid, use })

async function bearerOf(identity: IdentityContext, keySet: JWTVerifyGetKey, header: string): Promise<Account | undefined> {
  const [, token] = /^Bearer ([\w.-]+)$/i.exec(header) ?? []
  if (!token) return undefined
  const currentDate = identity.clock.now()
  const verified = await jwtVerify(token, keySet, { issuer: identity.issuer, audience: apiAudience, typ: 'at+jwt', currentDate }).catch(
    () => undefined,
  )
  if (!verified?.payload.sub || (await isRevoked(identity.pool, String(verified.payload.gid)))) return undefined
  return enabledAccount(identity.pool, verified.payload.sub)
}
