import { AppError } from '@wheelhouse/contract/errors.ts'
import type { ServiceSecret } from '@wheelhouse/contract/service-accounts/service-accounts.ts'
import { requester } from './accounts.ts'
import type { Config } from './config.ts'

/** How service accounts sign in, as the identity provider stores it. Every call but `addSecret` is idempotent. */
export interface ServiceClients {
  put(id: string, allowedNetworks: string[]): Promise<ServiceClient>
  get(id: string): Promise<ServiceClient>
  /** The secret cannot be read again. */
  addSecret(id: string, expiresAt: string): Promise<{ id: string; secret: string }>
  /** Ends its tokens at once. */
  revokeSecret(id: string, secretId: string): Promise<void>
}

export interface ServiceClient {
  allowed_networks: string[]
  secrets: ServiceSecret[]
}

/** A hosted identity provider manages its machine clients in its own console. */
export function openServiceClients({ identity, installation_key }: Config): ServiceClients {
  if (!identity.isEmbedded) throw new AppError('accounts_kept_elsewhere')
  const ask = requester(identity.internal_url, installation_key)
  return {
    put: async (id, allowed_networks) =>
      (await ask('PUT', `/service-clients/${id}`, { allowed_networks })) as ServiceClient,
    get: async (id) => (await ask('GET', `/service-clients/${id}`)) as ServiceClient,
    addSecret: async (id, expires_at) =>
      (await ask('POST', `/service-clients/${id}/secrets`, { expires_at })) as { id: string; secret: string },
    revokeSecret: async (id, secretId) => void (await ask('DELETE', `/service-clients/${id}/secrets/${secretId}`)),
  }
}
