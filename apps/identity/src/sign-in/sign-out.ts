import type { Provider } from 'oidc-provider'
import { revokeGrant } from '../accounts/grants.ts'
import { readForm } from '../http/form-body.ts'
import { sendPage, sendProblem } from '../http/form-page.ts'
import { isSameOrigin } from '../http/guards.ts'
import { signOutPage } from '../pages/sign-out-page.ts'
import type { Context, IdentityContext, Middleware } from '../platform/identity-context.ts'
import type { IdentityKeys } from '../platform/identity-keys.ts'
import { paths } from '../platform/paths.ts'
import { readSignOut } from './sign-out-request.ts'
import type { SignOutRequest } from './sign-out-request.ts'

type Session = Awaited<ReturnType<Provider['Session']['get']>>

/**
 * The console leads here to sign out. A link or a form on another site may lead here too, so then the person is asked,
 * unless the request carries an identity token of this person.
 */
export const signOut = (identity: IdentityContext, provider: Provider, keys: IdentityKeys): Middleware => {
  const read = readSignOut(identity, keys)
  return async (ctx, next) => {
    if (ctx.path !== paths.logout || !['GET', 'HEAD', 'POST'].includes(ctx.method)) return next()
    ctx.set('Cache-Control', 'no-store')
    const fields = ctx.method === 'POST' ? await readForm(ctx) : new URLSearchParams(ctx.querystring)
    const request = fields && (await read(fields))
    if (!request)
      return sendProblem(
        identity,
        ctx,
        400,
        'You were not signed out',
        'The address to return to is not registered for this client.',
      )
    const session = await provider.Session.get(ctx)
    if (session.accountId && !isAskedFor(ctx, fields, request, session.accountId))
      return sendPage(ctx, 200, signOutPage({ fields, host: new URL(identity.issuer).host, ...identity }))
    if (session.accountId) identity.log.info({ sub: session.accountId }, 'signed out')
    await endSession(identity, session)
    ctx.cookies.set(provider.cookieName('session'), null, { httpOnly: true, sameSite: 'lax', signed: true })
    ctx.status = 303
    ctx.redirect(request.returnTo)
  }
}

/** Whether the person, or the console for them, asked to sign out: typed, from a page of this site, or with their token. */
function isAskedFor(
  ctx: Context,
  fields: URLSearchParams,
  { hintedAccount }: SignOutRequest,
  accountId: string,
): boolean {
  if (hintedAccount !== undefined) return hintedAccount === accountId
  if (ctx.method === 'POST') return isSameOrigin(ctx)
  // Without any field the request names no client that could have asked.
  return ctx.get('Sec-Fetch-Site') !== 'cross-site' && fields.has('client_id')
}

/** Ends the session and every grant that was made in it. */
export async function endSession(identity: IdentityContext, session: Session): Promise<void> {
  for (const { grantId } of Object.values(session.authorizations ?? {})) {
    if (grantId) await revokeGrant(identity.pool, grantId, identity.clock.now())
  }
  if (session.jti) await session.destroy()
}
