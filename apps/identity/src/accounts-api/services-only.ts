import { bearerCheck } from '../platform/bearer-check.ts'
import type { Context, IdentityContext, Middleware } from '../platform/identity-context.ts'
import type { IdentityKeys } from '../platform/identity-keys.ts'
import { accountsAudience, accountsScope, servicesClientId } from '../oidc/registered-client.ts'
import { Refusal, sendRefusal } from './api-answer.ts'

/** Addresses under a path that only a token of the services opens. `undefined` becomes a 204. */
export function servicesOnly(
  identity: IdentityContext,
  keys: IdentityKeys,
  path: string,
  dispatch: (ctx: Context) => Promise<unknown>,
): Middleware {
  const verify = bearerCheck(identity, keys, accountsAudience)
  return async (ctx, next) => {
    if (ctx.path !== path && !ctx.path.startsWith(`${path}/`)) return next()
    ctx.set('Cache-Control', 'no-store')
    try {
      const claims = await verify(ctx.get('Authorization'))
      if (!claims) throw new Refusal('unauthorized')
      if (claims.client_id !== servicesClientId || claims.scope !== accountsScope) throw new Refusal('forbidden')
      const answer = await dispatch(ctx)
      ctx.status = answer === undefined ? 204 : 200
      if (answer !== undefined) ctx.body = answer
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      sendRefusal(ctx, error)
    }
  }
}
