import type { Provider } from 'oidc-provider'
import type { Context, IdentityContext } from '../platform/identity-context.ts'
import { endSession } from './sign-out.ts'

/** Signs this browser in without the form; the person who was signed in on it is signed out first. */
export async function startSession(
  identity: IdentityContext,
  provider: Provider,
  ctx: Context,
  accountId: string,
): Promise<void> {
  const before = await provider.Session.get(ctx)
  if (before.accountId) await endSession(identity, before)
  const session = new provider.Session()
  session.loginAccount({ accountId })
  const lifetime_s = Math.max(identity.settings.lifetimes.sign_in_s, identity.settings.lifetimes.refresh_token_s)
  await session.save(lifetime_s)
  ctx.cookies.set(provider.cookieName('session'), session.jti, {
    httpOnly: true,
    sameSite: 'lax',
    signed: true,
    maxAge: lifetime_s * 1000,
    secure: ctx.secure,
  })
}
