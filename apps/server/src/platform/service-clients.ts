import * as z from 'zod'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { ServiceSecret } from '@wheelhouse/contract/service-accounts/service-accounts.ts'
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

const ServiceClient = z.object({ allowed_networks: z.array(z.string()), secrets: z.array(ServiceSecret) })
export type ServiceClient = z.infer<typeof ServiceClient>
const NewSecret = z.object({ id: z.string(), secret: z.string() })

/** A hosted identity provider manages its machine clients in its own console. */
export function openServiceClients({ identity, installation_key }: Config): ServiceClients {
  if (!identity.isEmbedded) throw new AppError('accounts_kept_elsewhere')
  const ask = requester(identity.internal_url, installation_key)
  return {
    put: async (id, allowed_networks) =>
      ServiceClient.parse(await ask('PUT', `/service-clients/${id}`, { allowed_networks })),
    get: async (id) => ServiceClient.parse(await ask('GET', `/service-clients/${id}`)),
    addSecret: async (id, expires_at) =>
      NewSecret.parse(await ask('POST', `/service-clients/${id}/secrets`, { expires_at })),
    revokeSecret: async (id, secretId) => void (await ask('DELETE', `/service-clients/${id}/secrets/${secretId}`)),
  }
}
