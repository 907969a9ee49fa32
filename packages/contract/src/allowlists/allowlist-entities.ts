import * as z from 'zod'
import { BatchErrorItem } from '../errors.ts'
import { age, anyOf, list, ownFilter, searchText } from '../list.ts'
import { Id, idsAtOnce, Instant, route } from '../route.ts'
import { line } from '../texts.ts'
import { entriesAtOnce } from './allowlist-entries.ts'
import { allowlistPath, AllowlistRef, listAllowlists, onAllowlist } from './allowlists.ts'

export const entityKinds = ['user', 'key', 'master_key'] as const
export const EntityKind = z.enum(entityKinds)
export type EntityKind = z.infer<typeof EntityKind>

/** `active` is on every lock of the allowlist, or would be if the allowlist were enabled. */
export const entityStatuses = ['active', 'pending_sync', 'sync_failed', 'expired'] as const
export const EntityStatus = z.enum(entityStatuses)
export type EntityStatus = z.infer<typeof EntityStatus>

/** What a lock can keep; more make it answer slowly. */
export const entitiesAtMost = 5_000

export const AllowlistEntity = z.object({
  id: Id,
  kind: EntityKind,
  status: EntityStatus,
  /** Null of a key, and of a user whom the reader does not see. */
  user_id: Id.nullable(),
  user_name: z.string().nullable(),
  /** The key, or the phone or email of the user, with its middle hidden. */
  masked: z.string(),
  /** Keys that open by this entry; 0 of a user who has none yet, or who is disabled. */
  keys: z.number().int().nonnegative(),
  is_user_disabled: z.boolean(),
  expires_at: Instant.nullable(),
  comment: z.string(),
  created_at: Instant,
  created_by_name: z.string().nullable(),
  version: z.number().int(),
})
export type AllowlistEntity = z.infer<typeof AllowlistEntity>

export const allowlistEntities = list({
  says: { failed: 'Fetch allowlist entities failed' },
  path: `${allowlistPath}/entities`,
  summary: 'Users and keys of an allowlist',
  access: { whitelist: ['GET'] },
  on: onAllowlist,
  params: AllowlistRef,
  row: AllowlistEntity,
  filters: {
    /** Part of the comment or of a user's name, or a whole key for readers who may see keys. */
    q: searchText,
    /** The one whose panel is open, wherever it is in the list. */
    id: ownFilter(Id.optional()),
    kind: anyOf(EntityKind),
    status: anyOf(EntityStatus),
    created_at: age,
  },
  sortBy: ['created_at', 'kind', 'status', 'user_name', 'expires_at', 'comment', 'created_by_name', 'id'],
  order: 'desc',
  exports: [
    'id',
    'kind',
    'status',
    'user_id',
    'user_name',
    'masked',
    'keys',
    'expires_at',
    'comment',
    'created_at',
    'created_by_name',
  ],
})
export const listAllowlistEntities = allowlistEntities.route

const changes = [listAllowlists] as const

const Expiry = Instant.nullable().default(null)
const Comment = line('Comment', 200).default('')
/** Each is read by itself: one that is no user or key, because it is too long for example, fails alone. */
const Entries = z
  .array(z.string().trim().min(1))
  .min(1, 'Enter at least one entry')
  .max(entriesAtOnce, `At most ${entriesAtOnce} entries at once`)

/** All were added. As soon as one was not: 422 with `error_results`, and what was added stays. */
const AddedReply = z.object({ results: z.array(z.object({ entry: z.string(), id: Id })) })
export const EntryFailure = BatchErrorItem.extend({ entry: z.string() })

export const addAllowlistUsers = route({
  method: 'POST',
  path: `${allowlistPath}/users`,
  summary: 'Add users to an allowlist by phone, email or id',
  says: { failed: 'Add entities failed', done: 'Entities added' },
  access: { whitelist: ['ADDUSERS'] },
  on: onAllowlist,
  params: AllowlistRef,
  body: z.strictObject({ entries: Entries, expires_at: Expiry, comment: Comment }),
  reply: AddedReply,
  changes,
})

export const addAllowlistKeys = route({
  method: 'POST',
  path: `${allowlistPath}/keys`,
  summary: 'Add cards to an allowlist by their RFID number',
  says: { failed: 'Add entities failed', done: 'Entities added' },
  access: { whitelist: ['ADDKEYS'] },
  on: onAllowlist,
  params: AllowlistRef,
  body: z.strictObject({ kind: z.enum(['key', 'master_key']), entries: Entries, expires_at: Expiry, comment: Comment }),
  reply: AddedReply,
  changes,
})

const EntityEdit = z.strictObject({ expires_at: Instant.nullable(), comment: line('Comment', 200) })
export type EntityEdit = z.output<typeof EntityEdit>

const edited = { says: { failed: 'Update entity failed', done: 'Entity updated' }, on: onAllowlist } as const

export const updateAllowlistUser = route({
  ...edited,
  method: 'PUT',
  path: `${allowlistPath}/users/:allowlist_user_id`,
  summary: 'Change the expiry and the comment of a user on an allowlist',
  access: { whitelist: ['ADDUSERS'] },
  params: AllowlistRef.extend({ allowlist_user_id: Id }),
  body: EntityEdit,
  needsVersion: true,
  reply: AllowlistEntity,
  changes,
})

export const updateAllowlistKey = route({
  ...edited,
  method: 'PUT',
  path: `${allowlistPath}/keys/:allowlist_key_id`,
  summary: 'Change the expiry and the comment of a key on an allowlist',
  access: { whitelist: ['ADDKEYS'] },
  params: AllowlistRef.extend({ allowlist_key_id: Id }),
  body: EntityEdit,
  needsVersion: true,
  reply: AllowlistEntity,
  changes,
})

const Ids = z.array(Id).min(1).max(entriesAtOnce)
const removalOf = <const Name extends 'users' | 'keys', const Action extends 'REMOVEUSERS' | 'REMOVEKEYS'>(
  name: Name,
  action: Action,
) =>
  route({
    method: 'POST',
    path: `${allowlistPath}/${name}/removals`,
    summary: `Remove ${name} from an allowlist`,
    says: { failed: 'Remove entity failed', done: 'Entity removed' },
    access: { whitelist: [action] },
    on: onAllowlist,
    params: AllowlistRef,
    body: z.strictObject({ ids: Ids }),
    changes,
  })
export const removeAllowlistUsers = removalOf('users', 'REMOVEUSERS')
export const removeAllowlistKeys = removalOf('keys', 'REMOVEKEYS')

/** Each look is an event (screens: personal data). */
export const revealAllowlistKeys = route({
  method: 'POST',
  path: `${allowlistPath}/keys/reveals`,
  summary: 'Keys of an allowlist in full; recorded in its history',
  says: { failed: 'Fetch access keys failed' },
  access: { whitelist: ['GET'], user: ['GET_PRIVILEGED'] },
  on: onAllowlist,
  params: AllowlistRef,
  body: z.strictObject({ ids: z.array(Id).min(1).max(idsAtOnce) }),
  reply: z.object({ keys: z.array(z.object({ id: Id, key: z.string() })) }),
  isSecret: true,
})
