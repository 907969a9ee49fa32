import { compactVerify, createLocalJWKSet, decodeJwt } from 'jose'
import type { Provider } from 'oidc-provider'
import { publicKeyOf } from '../platform/identity-keys.ts'
import { revokeGrant } from '../accounts/grants.ts'
import { readForm } from '../http/form-body.ts'
import type { IdentityContext, Middleware } from '../platform/identity-context.ts'
import type { IdentityKeys } from '../platform/identity-keys.ts'
import { paths } from '../platform/paths.ts'
import { apiAudience, clientId } from './registered-client.ts'

/**
 * RFC 7009 for the console's client. The library does not revoke access tokens, because they are not stored; here either
 * token ends its sign-in, which the services check. The empty answer carries no content type, which browser libraries
 * would refuse.
 */
export function revocation(identity: IdentityContext, provider: Provider, keys: IdentityKeys): Middleware {
  const { issuer, pool, clock, consoleOrigin } = identity
  const keySet = createLocalJWKSet({ keys: [publicKeyOf(keys)] })
  const grantIn = async (token: string): Promise<string | undefined> => {
    const isOurs = await compactVerify(token, keySet).then(
      () => true,
      () => false,
    )
    if (!isOurs) return undefined
    const { iss, aud, gid } = decodeJwt(token)
    return iss === issuer && aud === apiAudience && typeof gid === 'string' ? gid : undefined
  }
  const revoke = async (token: string): Promise<void> => {
    const stored = token.includes('.') ? undefined : await provider.RefreshToken.find(token)
    const grantId = stored?.clientId === clientId ? stored.grantId : await grantIn(token)
    if (grantId) await revokeGrant(pool, grantId, clock.now())
  }
  return async (ctx, next) => {
    // A client with a secret sends it in this header.
    if (ctx.path !== paths.revoke || ctx.method !== 'POST' || ctx.get('Authorization')) return next()
    ctx.set({ 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': consoleOrigin, Vary: 'Origin' })
    const form = await readForm(ctx)
    const [token, ...others] = form?.getAll('token') ?? []
    if (form?.getAll('client_id').join() !== clientId) {
      ctx.status = form ? 401 : 400
      ctx.body = { error: form ? 'invalid_client' : 'invalid_request' }
    } else if (!token || others.length > 0) {
      ctx.status = 400
      ctx.body = { error: 'invalid_request', error_description: 'one token is needed' }
    } else {
      await revoke(token)
      ctx.status = 200
      ctx.body = ''
      ctx.remove('Content-Type')
    }
  }
}
