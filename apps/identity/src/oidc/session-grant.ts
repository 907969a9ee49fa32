import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { IdentityContext } from '../platform/identity-context.ts'
import { apiResource, apiScopes } from './registered-client.ts'
import { isSignInOver, recordSignIn } from '../accounts/sign-ins.ts'

type Grant = InstanceType<Provider['Grant']>

/**
 * Each browser session has one grant. It is created or widened here without a consent page, because our own console is
 * the only client. Using it again extends it to the lifetime of the refresh token that is about to be issued.
 */
export async function sessionGrant(identity: IdentityContext, ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { oidc } = ctx
  const { session, client, account, provider } = oidc
  if (!session || !client || !account) return undefined
  const existing = await existingGrant(provider, session.grantIdFor(client.clientId), account.accountId)
  const now = identity.clock.now()
  const signedInAt = session.loginTs === undefined ? now : new Date(session.loginTs * 1000)
  const { lifetimes } = identity.settings
  const isOver =
    signedInAt.getTime() <= now.getTime() - lifetimes.sign_in_s * 1000 ||
    (existing && (await isSignInOver(identity.pool, { grantId: existing.jti, signedInAt }, now, lifetimes)))
  if (isOver) {
    // The policy for sign-ins reads this and asks for the password.
    ctx.state.isSignInOver = true
    return existing
  }
  const grant = existing ?? new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
  grant.addOIDCScope([...oidc.requestParamOIDCScopes])
  grant.addResourceScope(
    apiResource,
    [...oidc.requestParamScopes].filter((scope) => apiScopes.includes(scope)),
  )
  Reflect.deleteProperty(grant, 'exp')
  const id = await grant.save()
  const hasSecondFactor = session.amr?.includes('mfa') ?? false
  await recordSignIn(
    identity.pool,
    ctx,
    { accountId: account.accountId, grantId: id, signedInAt, hasSecondFactor },
    now,
  )
  return grant
}

async function existingGrant(
  provider: Provider,
  id: string | undefined,
  accountId: string,
): Promise<Grant | undefined> {
  const grant = id ? await provider.Grant.find(id) : undefined
  return grant?.accountId === accountId ? grant : undefined
}
