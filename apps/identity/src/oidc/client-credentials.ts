import { Provider } from 'oidc-provider'
import type { AdapterPayload, Client, KoaContextWithOIDC } from 'oidc-provider'
import { isAccountId } from '../accounts/accounts.ts'
import type { IdentityContext } from '../platform/identity-context.ts'
import { presentedSecret, serviceClient } from '../accounts/service-clients.ts'
import type { PresentedSecret } from '../accounts/service-clients.ts'

/** The scope of the API alone, because a service account has no profile to read or change. */
export const serviceScope = 'console.user'

/** A service account as the library knows a client. Its secrets are compared below, because two may be valid at a time. */
export async function serviceClientMetadata(
  { pool, clock }: Pick<IdentityContext, 'pool' | 'clock'>,
  id: string,
): Promise<AdapterPayload | undefined> {
  if (!isAccountId(id) || !(await serviceClient(pool, id, clock.now()))) return undefined
  return {
    client_id: id,
    client_secret: 'compared by its hash',
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['client_credentials'],
    response_types: [],
    redirect_uris: [],
  }
}

/** The secret that a request presented. */
const presentedIn = new WeakMap<object, PresentedSecret>()

/** Replaces the comparison of the library, which knows one secret in plain text for a client. */
export function compareServiceSecrets(provider: Provider, { pool, clock }: IdentityContext): void {
  const { prototype } = provider.Client
  const compareOne = prototype.compareClientSecret
  prototype.compareClientSecret = async function compare(this: Client, given: string): Promise<boolean> {
    if (!isAccountId(this.clientId)) return compareOne.call(this, given)
    const ctx = Provider.ctx
    if (ctx === undefined) return false
    const presented = await presentedSecret(pool, this.clientId, given, ctx.ip, clock.now())
    if (presented) presentedIn.set(ctx, presented)
    return presented !== undefined
  }
}

/** `gid` ends the tokens with their secret; the API compares `networks` with the address of each request. */
export function serviceTokenClaims(ctx: KoaContextWithOIDC): Record<string, unknown> | undefined {
  const presented = presentedIn.get(ctx)
  return presented && { gid: presented.id, networks: presented.allowed_networks }
}
