import type { ClientMetadata } from 'oidc-provider'

/** The console's client. It runs in a browser and cannot keep a secret. */
export const clientId = 'wheelhouse-console'

/**
 * What access tokens are for. The API's scopes exist on this resource only: as OpenID scopes they would require
 * consent.
 */
export const apiResource = 'urn:wheelhouse:api'
export const apiAudience = 'wheelhouse-api'
export const apiScopes = ['signin.user.admin', 'console.user']

/** Spec section 7: the console's redirect to authorize carries no scope. */
export const defaultScope = ['openid', ...apiScopes].join(' ')

/** Always adds `openid`: spec section 7 decodes an identity token at every renewal, narrowed ones included. */
export function withOpenid(scope: string | null): string {
  const scopes = (scope ?? '').split(' ').filter(Boolean)
  if (scopes.length === 0) return defaultScope
  return scopes.includes('openid') ? scopes.join(' ') : ['openid', ...scopes].join(' ')
}

/** Compared exactly: no prefixes, no patterns, no other spelling of the same address. */
export const redirectUriOf = (consoleOrigin: string): string => `${consoleOrigin}/login`
export const logoutUriOf = (consoleOrigin: string): string => `${consoleOrigin}/logout`

export const consoleClient = (consoleOrigin: string): ClientMetadata => ({
  client_id: clientId,
  client_name: 'Wheelhouse',
  application_type: 'web',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  redirect_uris: [redirectUriOf(consoleOrigin)],
})

/**
 * The client of the services, which change accounts. Its tokens are valid for nothing else, and no other client gets
 * them.
 */
export const servicesClientId = 'wheelhouse-services'
export const accountsResource = 'urn:wheelhouse:accounts'
export const accountsAudience = 'wheelhouse-accounts'
export const accountsScope = 'accounts'

export const servicesClient = (secret: string): ClientMetadata => ({
  client_id: servicesClientId,
  client_secret: secret,
  token_endpoint_auth_method: 'client_secret_basic',
  grant_types: ['client_credentials'],
  response_types: [],
  redirect_uris: [],
})
