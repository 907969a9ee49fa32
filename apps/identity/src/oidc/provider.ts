import { Provider, errors, interactionPolicy } from 'oidc-provider'
import type { AdapterFactory, Client, Configuration, KoaContextWithOIDC, ResourceServer } from 'oidc-provider'
import { claimsOf, enabledAccount } from '../accounts/accounts.ts'
import type { IdentityContext } from '../platform/identity-context.ts'
import type { IdentityKeys } from '../platform/identity-keys.ts'
import { problemPage } from '../pages/problem-page.ts'
import { paths } from '../platform/paths.ts'
import { payloadAdapter } from './payload-adapter.ts'
import {
  accountsAudience,
  accountsResource,
  accountsScope,
  apiAudience,
  apiResource,
  apiScopes,
  consoleClient,
  servicesClient,
  servicesClientId,
  withOpenid,
} from './registered-client.ts'
import { sessionGrant } from './session-grant.ts'
import type { IdentitySettings } from '../platform/settings.ts'
import { revokeGrant } from '../accounts/grants.ts'
import { lacksSecondFactor, secondFactorNeed } from '../factors/factors.ts'
import { isSignInOver, recordUse } from '../accounts/sign-ins.ts'
import { isUnavailable } from '../platform/unavailable.ts'
import { compareServiceSecrets, serviceClientMetadata, serviceScope, serviceTokenClaims } from './client-credentials.ts'

/** Without a secret there is no services client, so no one can change accounts. */
export function createProvider(identity: IdentityContext, keys: IdentityKeys, secret: string | undefined): Provider {
  const provider = new Provider(identity.issuer, configuration(identity, keys, secret))
  compareServiceSecrets(provider, identity)
  // Internal failures are logged and never shown to the caller.
  const logFailure = (error: unknown): void => identity.log.error({ err: error }, 'identity provider failed')
  provider.on('server_error', (ctx, error) => {
    ctx.state.isUnavailable = isUnavailable(error)
    logFailure(error)
  })
  provider.on('grant.success', ({ oidc, ip }) => {
    const grantId = oidc.entities.Grant?.jti
    if (grantId)
      identity.background.later('recording a use', () => recordUse(identity.pool, grantId, ip, identity.clock.now()))
  })
  const emitter: NodeJS.EventEmitter = provider
  emitter.on('error', logFailure)
  return provider
}

function configuration(identity: IdentityContext, keys: IdentityKeys, secret: string | undefined): Configuration {
  const { consoleOrigin, settings, issuer } = identity
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true } as const
  return {
    adapter: providerAdapter(identity),
    clients: [consoleClient(consoleOrigin), ...(secret ? [servicesClient(secret)] : [])],
    jwks: { keys: [keys.signing] },
    cookies: {
      keys: [keys.cookie],
      names: { session: 'wheelhouse_session', interaction: 'wheelhouse_sign_in', resume: 'wheelhouse_sign_in_resume' },
      long: cookie,
      short: cookie,
    },
    routes: {
      authorization: paths.authorize,
      token: paths.token,
      revocation: paths.revoke,
      userinfo: paths.userInfo,
      jwks: paths.jwks,
      end_session: paths.logout,
    },
    discovery: { end_session_endpoint: `${issuer}${paths.logout}` },
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic'],
    scopes: ['openid'],
    claims: { openid: ['sub', 'email', 'name', 'custom:organization_id'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    clientBasedCORS: (_ctx, origin) => origin === consoleOrigin,
    ttl: lifetimes(settings),
    ...accountRules(identity),
    ...refreshRules(identity),
    features: features(secret !== undefined),
  }
}

// The services fetch a new token by themselves, so it can be short.
const servicesTokenS = 600

/** Service accounts are found among the clients; everything else is a payload of the library. */
function providerAdapter(identity: IdentityContext): AdapterFactory {
  const payloads = payloadAdapter(identity.pool, () => identity.clock.now(), identity.settings.refresh_grace_s)
  return (model) =>
    model === 'Client' ? { ...payloads(model), find: (id) => serviceClientMetadata(identity, id) } : payloads(model)
}

function lifetimes({ lifetimes: s }: IdentitySettings): NonNullable<Configuration['ttl']> {
  return {
    AccessToken: s.access_token_s,
    ClientCredentials: servicesTokenS,
    AuthorizationCode: s.code_s,
    IdToken: s.access_token_s,
    RefreshToken: s.refresh_token_s,
    // A session and its grant live as long as the tokens issued under them: signing out finds the grant by the session.
    Grant: Math.max(s.sign_in_s, s.refresh_token_s),
    Session: Math.max(s.sign_in_s, s.refresh_token_s),
    Interaction: s.interaction_s,
  }
}

function accountRules(identity: IdentityContext): Configuration {
  const policy = interactionPolicy.base()
  // The session of a disabled or deleted person requires a new sign-in.
  const isGone = ({ oidc }: KoaContextWithOIDC): boolean =>
    oidc.session?.accountId !== undefined && oidc.account === undefined
  policy.get('login')?.checks.add(new interactionPolicy.Check('account_gone', 'the account is disabled', isGone))
  const isOver = (ctx: KoaContextWithOIDC): boolean => ctx.state.isSignInOver === true
  policy.get('login')?.checks.add(new interactionPolicy.Check('sign_in_ended', 'the sign-in has ended', isOver))
  // The person was given a role that requires a second factor, or added one in another browser.
  const isWeak = async ({ oidc: { account, session } }: KoaContextWithOIDC): Promise<boolean> =>
    account !== undefined &&
    !session?.amr?.includes('mfa') &&
    (await secondFactorNeed(identity, account.accountId)) !== 'none'
  policy.get('login')?.checks.add(new interactionPolicy.Check('second_factor', 'a second factor is needed', isWeak))
  policy.remove('consent')
  return {
    interactions: { policy, url: (_ctx, interaction) => `${paths.interaction}/${interaction.uid}` },
    async findAccount(_ctx, sub) {
      const account = await enabledAccount(identity.pool, sub)
      return account && { accountId: account.id, claims: () => claimsOf(account) }
    },
    loadExistingGrant: (ctx) => sessionGrant(identity, ctx),
    // The API checks the grant behind a token, so that a sign-out takes effect at once.
    async extraTokenClaims(ctx, token) {
      const grantId = 'grantId' in token ? token.grantId : undefined
      if (grantId === undefined) return serviceTokenClaims(ctx)
      return { gid: grantId, auth_time: passwordTypedAt_s(ctx) }
    },
    renderError(ctx, out) {
      const problem = {
        title: 'This sign-in cannot continue',
        text: `Start again from the console. If it happens again, give this text to your administrator: ${out.error_description ?? out.error}`,
        consoleOrigin: identity.consoleOrigin,
      }
      ctx.type = 'html'
      ctx.body = problemPage(problem)
    },
  }
}

/**
 * When the person typed the password for this code or refresh token (OpenID Connect Core 1.0, section 2). It belongs to the
 * token and not to the sign-in: a copy from before a new sign-in must not become fresh by it.
 */
const passwordTypedAt_s = ({ oidc: { entities } }: KoaContextWithOIDC): number | undefined =>
  (entities.RefreshToken ?? entities.AuthorizationCode)?.authTime

function refreshRules(identity: IdentityContext): Configuration {
  const { pool, clock, settings } = identity
  return {
    // Called at each refresh, after the scope was checked and before anything is issued.
    async rotateRefreshToken({ oidc }) {
      if (typeof oidc.params?.scope === 'string') oidc.params.scope = withOpenid(oidc.params.scope)
      const grantId = oidc.entities.Grant?.jti
      if (grantId && (await isSignInOver(pool, { grantId }, clock.now(), settings.lifetimes))) {
        await revokeGrant(pool, grantId, clock.now())
        throw new errors.InvalidGrant('the sign-in has ended')
      }
      if (grantId && (await lacksSecondFactor(identity, grantId))) {
        await revokeGrant(pool, grantId, clock.now())
        throw new errors.InvalidGrant('a second factor is needed')
      }
      return settings.rotates_refresh_tokens
    },
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
  }
}

function features(hasServices: boolean): NonNullable<Configuration['features']> {
  return {
    devInteractions: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    userinfo: { enabled: true },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    clientCredentials: { enabled: hasServices },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_ctx, client) => resourceOf(client),
      useGrantedResource: () => true,
      getResourceServerInfo(_ctx, resource, client) {
        if (resource !== resourceOf(client)) throw new errors.InvalidTarget()
        if (resource === accountsResource) return accountsServer
        return client.grantTypeAllowed('client_credentials') ? { ...apiServer, scope: serviceScope } : apiServer
      },
    },
  }
}

/** Each client has one resource and is never issued a token for another. */
const resourceOf = (client: Client | undefined): string =>
  client?.clientId === servicesClientId ? accountsResource : apiResource

const signedToken = { accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } } } as const
const apiServer: ResourceServer = { ...signedToken, scope: apiScopes.join(' '), audience: apiAudience }
const accountsServer: ResourceServer = { ...signedToken, scope: accountsScope, audience: accountsAudience }
