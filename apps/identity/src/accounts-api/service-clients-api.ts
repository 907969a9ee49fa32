import { isIP } from 'node:net'
import { isAccountId } from '../accounts/accounts.ts'
import { readObject } from './account-body.ts'
import { Refusal } from './api-answer.ts'
import { servicesOnly } from './services-only.ts'
import type { Context, IdentityContext, Middleware } from '../platform/identity-context.ts'
import type { IdentityKeys } from '../platform/identity-keys.ts'
import { paths } from '../platform/paths.ts'
import {
  addSecret,
  deleteServiceClient,
  putServiceClient,
  revokeSecret,
  serviceClient,
} from '../accounts/service-clients.ts'

const networksAtMost = 20

/** Service accounts and their secrets, for the services API. Each call but the one that makes a secret is idempotent. */
export const serviceClientsApi = (identity: IdentityContext, keys: IdentityKeys): Middleware =>
  servicesOnly(identity, keys, paths.serviceClients, (ctx) => dispatch(identity, ctx))

async function dispatch({ pool, clock }: IdentityContext, ctx: Context): Promise<unknown> {
  const [, id = '', secrets, secretId] =
    /^\/service-clients\/([^/]+)(?:(\/secrets)(?:\/([^/]+))?)?$/.exec(ctx.path) ?? []
  if (!isAccountId(id) || (secretId !== undefined && !isAccountId(secretId))) throw new Refusal('not_found')
  const now = clock.now()
  const verb = `${ctx.method} ${secrets ?? ''}${secretId === undefined ? '' : '/one'}`
  if (verb === 'PUT ') await putServiceClient(pool, id, await readNetworks(ctx), now)
  else if (verb === 'DELETE ') return deleteServiceClient(pool, id, now)
  else if (verb === 'DELETE /secrets/one') return revokeSecret(pool, id, secretId ?? '', now)
  else if (verb !== 'GET ' && verb !== 'POST /secrets') throw new Refusal('method_not_allowed')
  const client = await serviceClient(pool, id, now)
  if (!client) throw new Refusal('not_found')
  if (verb !== 'POST /secrets') return client
  const made = await addSecret(pool, id, await readExpiry(ctx, now), now)
  if (!made) throw new Refusal('two_secrets')
  return made
}

async function readNetworks(ctx: Context): Promise<string[]> {
  const { allowed_networks } = await readObject(ctx)
  if (
    !Array.isArray(allowed_networks) ||
    allowed_networks.length > networksAtMost ||
    !allowed_networks.every(isNetwork)
  )
    throw new Refusal('invalid_body', `allowed_networks: at most ${networksAtMost} networks such as 10.0.0.0/8`)
  return allowed_networks
}

const isNetwork = (value: unknown): value is string => {
  const [, address = '', bits] = /^([\da-fA-F.:]{2,45})\/(\d{1,3})$/.exec(String(value)) ?? []
  const version = isIP(address)
  return version !== 0 && Number(bits) <= (version === 4 ? 32 : 128)
}

async function readExpiry(ctx: Context, now: Date): Promise<Date> {
  const { expires_at } = await readObject(ctx)
  const at = new Date(typeof expires_at === 'string' ? expires_at : '')
  if (!(at.getTime() > now.getTime())) throw new Refusal('invalid_body', 'expires_at: a time in the future')
  return at
}
