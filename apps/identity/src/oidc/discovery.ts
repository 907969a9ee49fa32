import type { Middleware } from '../platform/identity-context.ts'
import { apiScopes } from './registered-client.ts'

const documents = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server']

/** What the library leaves out: the scopes of the API, and that a public client revokes without a secret. */
export const discovery: Middleware = async (ctx, next) => {
  await next()
  if (!documents.includes(ctx.path) || ctx.status !== 200) return
  const document: unknown = ctx.body
  if (typeof document !== 'object' || document === null) return
  Object.assign(document, {
    scopes_supported: ['openid', ...apiScopes],
    revocation_endpoint_auth_methods_supported: Reflect.get(document, 'token_endpoint_auth_methods_supported'),
  })
}
