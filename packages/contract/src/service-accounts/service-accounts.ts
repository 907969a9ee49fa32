import * as z from 'zod'
import { listConsoleUsers } from '../console-users/console-users.ts'
import { Id, Instant, route } from '../route.ts'
import { lines, requiredLine } from '../texts.ts'

const path = '/user/v1/service-accounts'
const ServiceAccountRef = z.strictObject({ console_user_id: Id })
const on = { console_user: 'console_user_id' } as const

/** Such as `10.0.0.0/8` or `2001:db8::/32`. */
export const Network = z.union([z.cidrv4(), z.cidrv6()], 'Invalid network')
const AllowedNetworks = z.array(Network).max(20)

/** A secret of a service account; what it is itself is shown once, when it is made. */
export const ServiceSecret = z.object({
  id: Id,
  /** The last four characters. */
  hint: z.string(),
  created_at: Instant,
  expires_at: Instant,
  /** To the minute; null: not used yet. */
  last_used_at: Instant.nullable(),
})
export type ServiceSecret = z.infer<typeof ServiceSecret>

/** How the scripts of an organization sign in; who they are and what they may do is a console user. */
export const ServiceAccount = z.object({
  console_user_id: Id,
  /** Tokens are given out, and requests are accepted, from these only; none: from everywhere. */
  allowed_networks: z.array(z.string()),
  /** Those that are valid, newest first. */
  secrets: z.array(ServiceSecret),
})
export type ServiceAccount = z.infer<typeof ServiceAccount>

export const getServiceAccount = route({
  method: 'GET',
  path: `${path}/:console_user_id`,
  summary: 'How a service account signs in: its secrets and networks',
  says: { failed: 'Fetch service account failed' },
  access: { console_user: ['GET'] },
  on,
  params: ServiceAccountRef,
  reply: ServiceAccount,
  staleOn: ['console_user'],
})

export const NewServiceAccount = z.strictObject({
  name: requiredLine('Name', 1, 100),
  organization_id: Id,
  comment: lines('Comment', 2000).default(''),
  allowed_networks: AllowedNetworks.default([]),
})
export type NewServiceAccount = z.output<typeof NewServiceAccount>

/** CREATE must be held in the owner group of the organization, as for a person. Roles and secrets are given afterwards. */
export const createServiceAccount = route({
  method: 'POST',
  path,
  summary: 'Create a service account',
  says: { failed: 'Create service account failed', done: 'Service account created' },
  access: { console_user: ['CREATE'] },
  body: NewServiceAccount,
  reply: z.object({ console_user_id: Id }),
  changes: [listConsoleUsers],
})

/**
 * A token keeps the networks that it was issued with, for ten minutes at most. Who opens the account to other networks must hold
 * whatever it holds, as for a secret; fewer or smaller networks within the former ones ask no more than the edit.
 */
export const setServiceNetworks = route({
  method: 'PUT',
  path: `${path}/:console_user_id/networks`,
  summary: 'Set the networks from which a service account may sign in',
  says: { failed: 'Update networks failed', done: 'Networks updated' },
  access: { console_user: ['UPDATE'] },
  on,
  params: ServiceAccountRef,
  body: z.strictObject({ allowed_networks: AllowedNetworks }),
  reply: ServiceAccount,
  needsFreshSignIn: true,
  changes: [getServiceAccount],
})

/** Shown once. With it the identity provider gives out tokens by client credentials (OAuth 2.0, RFC 6749 section 4.4). */
export const MadeSecret = z.object({
  secret_id: Id,
  client_id: Id,
  client_secret: z.string(),
  token_url: z.string(),
  scope: z.string(),
})
export type MadeSecret = z.infer<typeof MadeSecret>

/**
 * Two may be valid at a time, so that a script is given its next one before the former ends. Who makes a secret could act as the
 * account, so that they must hold whatever it holds.
 */
export const createServiceSecret = route({
  method: 'POST',
  path: `${path}/:console_user_id/secrets`,
  summary: 'Make a secret of a service account',
  says: { failed: 'Create secret failed' },
  access: { console_user: ['UPDATE'] },
  on,
  params: ServiceAccountRef,
  body: z.strictObject({ valid_days: z.number().int().min(1).max(366) }),
  reply: MadeSecret,
  isSecret: true,
  needsFreshSignIn: true,
  changes: [getServiceAccount],
})

/** Its tokens end at once. A secret that leaked has to end quickly, so neither more rights nor a new sign-in are asked. */
export const revokeServiceSecret = route({
  method: 'DELETE',
  path: `${path}/:console_user_id/secrets/:secret_id`,
  summary: 'Revoke a secret of a service account',
  says: { failed: 'Revoke secret failed', done: 'Secret revoked' },
  access: { console_user: ['UPDATE'] },
  on,
  params: z.strictObject({ ...ServiceAccountRef.shape, secret_id: Id }),
  changes: [getServiceAccount],
})
