import type { Middleware } from '../platform/identity-context.ts'
import { paths } from '../platform/paths.ts'
import { withOpenid } from './registered-client.ts'

/**
 * Spec section 7: the console's redirect to authorize has client_id, response_type, code_challenge and redirect_uri.
 * The missing challenge method is S256 (spec section 9), and the missing scope is the default.
 */
export const authorizeDefaults: Middleware = (ctx, next) => {
  if (ctx.path !== paths.authorize || ctx.method !== 'GET') return next()
  const query = new URLSearchParams(ctx.querystring)
  if (query.has('code_challenge') && !query.has('code_challenge_method')) query.set('code_challenge_method', 'S256')
  // A repeated scope stays as it is, so that the library refuses it.
  if (query.getAll('scope').length < 2) query.set('scope', withOpenid(query.get('scope')))
  ctx.querystring = query.toString()
  return next()
}
