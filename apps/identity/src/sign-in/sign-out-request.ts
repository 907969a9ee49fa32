import { compactVerify, createLocalJWKSet, decodeJwt } from 'jose'
import { publicKeyOf } from '../platform/identity-keys.ts'
import { clientId, logoutUriOf } from '../oidc/registered-client.ts'
import type { IdentityContext } from '../platform/identity-context.ts'
import type { IdentityKeys } from '../platform/identity-keys.ts'

/** A request to sign out whose addresses are ours. */
export interface SignOutRequest {
  /** Where the browser goes afterwards, with the given state. */
  returnTo: string
  /** The account that the hint names: proof that the request is from a client that signed this person in. */
  hintedAccount: string | undefined
}

export type ReadSignOut = (fields: URLSearchParams) => Promise<SignOutRequest | undefined>

/**
 * Spec section 7: client_id and logout_uri. OpenID Connect RP-Initiated Logout 1.0: id_token_hint names the client too, and
 * all fields are optional. Returns undefined unless what is given matches ours exactly.
 */
export function readSignOut({ issuer, consoleOrigin }: IdentityContext, keys: IdentityKeys): ReadSignOut {
  const keySet = createLocalJWKSet({ keys: [publicKeyOf(keys)] })
  const registered = logoutUriOf(consoleOrigin)
  return async (fields) => {
    const uris = [...fields.getAll('logout_uri'), ...fields.getAll('post_logout_redirect_uri')]
    const clients = fields.getAll('client_id')
    const hints = fields.getAll('id_token_hint')
    if (uris.length > 1 || clients.length > 1 || hints.length > 1) return undefined
    if (uris.some((uri) => uri !== registered) || clients.some((client) => client !== clientId)) return undefined
    const hinted = hints[0] === undefined ? undefined : await accountIn(hints[0])
    if (hints.length > 0 && hinted === undefined) return undefined
    // An address alone does not say which client asks.
    if (uris.length > 0 && clients.length === 0 && hinted === undefined) return undefined
    return { returnTo: withState(registered, fields.get('state')), hintedAccount: hinted }
  }

  /** An expired token is accepted as a hint, because people sign out long after they signed in. */
  async function accountIn(token: string): Promise<string | undefined> {
    const isOurs = await compactVerify(token, keySet).then(
      () => true,
      () => false,
    )
    if (!isOurs) return undefined
    const { iss, aud, sub } = decodeJwt(token)
    return iss === issuer && aud === clientId ? sub : undefined
  }
}

/** A given state is returned. */
function withState(uri: string, state: string | null): string {
  if (state === null) return uri
  const url = new URL(uri)
  url.searchParams.set('state', state)
  return url.href
}
