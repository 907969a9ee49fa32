import * as z from 'zod'
import { anyOf, list } from '../list.ts'
import { Id, Instant } from '../route.ts'
import { onUser } from '../users/users.ts'
import { EntityKind, EntityStatus } from './allowlist-entities.ts'
import { AllowlistStatus } from './allowlists.ts'

/** An entry that names a person or one of their cards. */
export const UserAllowlist = z.object({
  /** Of the entry: an allowlist may name the person and a card of theirs. */
  id: Id,
  allowlist_id: Id,
  allowlist_name: z.string(),
  /** An allowlist that is not enabled is on no lock. */
  allowlist_status: AllowlistStatus,
  kind: EntityKind,
  status: EntityStatus,
  /** Which of the person's keys; null where the entry names the person. */
  access_key_id: Id.nullable(),
  key_type: z.string().nullable(),
  /** As of `AllowlistEntity`; null for readers who do not see the person's keys. */
  keys: z.number().int().nonnegative().nullable(),
  /** Of an entry that names the person: a card that is listed by itself opens for anyone who holds it. */
  is_user_disabled: z.boolean(),
  expires_at: Instant.nullable(),
  comment: z.string(),
  created_at: Instant,
})
export type UserAllowlist = z.infer<typeof UserAllowlist>

/**
 * Of one person, entries of allowlists that the reader may see. That a card belongs to the person is shown to those who see
 * the person's keys: `user: ['GET_ACCESS_KEYS']`.
 */
export const userAllowlists = list({
  says: { failed: 'Fetch allowlists failed' },
  path: '/user/v1/users/:user_id/allowlists',
  summary: 'Allowlists that name a user or one of their keys',
  access: { user: ['GET'] },
  ...onUser,
  staleOn: ['whitelist', 'user'],
  row: UserAllowlist,
  filters: { kind: anyOf(EntityKind), status: anyOf(EntityStatus) },
  sortBy: ['created_at', 'allowlist_name', 'kind', 'status', 'expires_at', 'comment', 'id'],
  order: 'desc',
  exports: [
    ...(['id', 'allowlist_id', 'allowlist_name', 'allowlist_status', 'kind', 'status'] as const),
    ...(['access_key_id', 'key_type', 'keys', 'is_user_disabled', 'expires_at', 'comment', 'created_at'] as const),
  ],
})
