import type { Provider } from 'oidc-provider'
import { revokeGrant } from '../accounts/grants.ts'
import type { IdentityContext, Middleware } from '../platform/identity-context.ts'
import { problemPage } from '../pages/problem-page.ts'
import { paths } from '../platform/paths.ts'
import { clientId, logoutUriOf } from '../oidc/registered-client.ts'

type Session = Awaited<ReturnType<Provider['Session']['get']>>

/** Spec section 7: GET /logout with client_id and logout_uri. Nothing happens unless both match ours exactly. */
export const signOut =
  (identity: IdentityContext, provider: Provider): Middleware =>
  async (ctx, next) => {
    if (ctx.path !== paths.logout || ctx.method !== 'GET') return next()
    const query = new URLSearchParams(ctx.querystring)
    const uris = [...query.getAll('logout_uri'), ...query.getAll('post_logout_redirect_uri')]
    const [uri] = uris
    ctx.set('Cache-Control', 'no-store')
    if (
      uris.length !== 1 ||
      uri !== logoutUriOf(identity.consoleOrigin) ||
      query.getAll('client_id').join() !== clientId
    ) {
      ctx.status = 400
      ctx.type = 'html'
      ctx.body = problemPage({
        title: 'You were not signed out',
        text: 'The address to return to is not registered for this client.',
        consoleOrigin: identity.consoleOrigin,
      })
      return
    }
    const session = await provider.Session.get(ctx)
    if (session.accountId) identity.log.info({ sub: session.accountId }, 'signed out')
    await endSession(identity, session)
    ctx.cookies.set(provider.cookieName('session'), null, { httpOnly: true, sameSite: 'lax', signed: true })
    ctx.status = 303
    ctx.redirect(withState(uri, query.get('state')))
  }

/** Ends the session and every grant that was made in it. */
export async function endSession(identity: IdentityContext, session: Session): Promise<void> {
  for (const { grantId } of Object.values(session.authorizations ?? {})) {
    if (grantId) await revokeGrant(identity.pool, grantId, identity.clock.now())
  }
  if (session.jti) await session.destroy()
}

/** OpenID Connect RP-Initiated Logout 1.0: a given state is returned. */
function withState(uri: string, state: string | null): string {
  if (state === null) return uri
  const url = new URL(uri)
  url.searchParams.set('state', state)
  return url.href
}
