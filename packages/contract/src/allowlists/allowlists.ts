import * as z from 'zod'
import { eventsOf } from '../events/events.ts'
import { age, anyOf, list, searchText } from '../list.ts'
import type { OrganizationRole } from '../locations/locations.ts'
import { Id, Instant, route } from '../route.ts'
import { lines, requiredLine } from '../texts.ts'

/** Spec section 4: a switch. Only an active allowlist is on locks. */
export const allowlistStatuses = ['active', 'not_enabled'] as const
export const AllowlistStatus = z.enum(allowlistStatuses, 'Status is required')
export type AllowlistStatus = z.infer<typeof AllowlistStatus>

export const allowlistVisibilities = ['private', 'public'] as const
export const AllowlistVisibility = z.enum(allowlistVisibilities, 'Visibility is required')
export type AllowlistVisibility = z.infer<typeof AllowlistVisibility>

/**
 * Who sees an allowlist in the console: `private`, the people of its organization; `public`, also the people who work with
 * that organization in any role. The provider's staff sees all.
 */
export const rolesOfVisibility: Record<AllowlistVisibility, readonly OrganizationRole[]> = {
  private: ['owner'],
  public: ['owner', 'operator', 'distributor', 'reseller'],
}

/** Spec section 3: with display in the app, where the app opens the locks too, or cards and PINs only. */
export const allowlistSyncs = ['app_and_keys', 'keys_only'] as const
export const AllowlistSync = z.enum(allowlistSyncs, 'Sync is required')
export type AllowlistSync = z.infer<typeof AllowlistSync>

/** Of one lock: whether it holds the newest version. */
export const lockStates = ['in_sync', 'pending', 'failed'] as const
export const LockState = z.enum(lockStates)
export type LockState = z.infer<typeof LockState>

const Count = z.number().int().nonnegative()

export const Allowlist = z.object({
  id: Id,
  name: z.string(),
  /** May be empty. */
  description: z.string(),
  status: AllowlistStatus,
  visibility: AllowlistVisibility,
  sync: AllowlistSync,
  organization_id: Id.nullable(),
  organization_name: z.string().nullable(),
  users: Count,
  keys: Count,
  master_keys: Count,
  target_locations: Count,
  target_devices: Count,
  /** Locks with hardware behind the targets. */
  locks: Count,
  locks_pending: Count,
  locks_failed: Count,
  created_at: Instant,
  updated_at: Instant,
  version: z.number().int(),
})
export type Allowlist = z.infer<typeof Allowlist>

export const AllowlistBody = z.strictObject({
  name: requiredLine('Name', 3, 64),
  description: lines('Description', 500).default(''),
  visibility: AllowlistVisibility,
  sync: AllowlistSync,
})
export type AllowlistBody = z.output<typeof AllowlistBody>
/** What an edit may change. */
export const allowlistFields = AllowlistBody.keyof().options

const path = '/allowlist/v1/allowlists'
export const allowlistPath = `${path}/:allowlist_id`
export const AllowlistRef = z.strictObject({ allowlist_id: Id })
export const onAllowlist = { whitelist: 'allowlist_id' } as const

export const allowlists = list({
  says: { failed: 'Fetch allowlists failed' },
  path,
  summary: 'Allowlists that the caller may see',
  access: { whitelist: ['GET'] },
  row: Allowlist,
  filters: {
    /** Part of the name or the description. */
    q: searchText,
    status: anyOf(AllowlistStatus),
    visibility: anyOf(AllowlistVisibility),
    sync: anyOf(AllowlistSync),
    created_at: age,
  },
  sortBy: ['name', 'status', 'visibility', 'sync', 'organization_name', 'created_at', 'updated_at', 'id'],
  exports: [
    'id',
    'name',
    'description',
    'status',
    'visibility',
    'sync',
    'organization_name',
    'users',
    'keys',
    'master_keys',
    'target_locations',
    'target_devices',
    'locks',
    'locks_pending',
    'locks_failed',
    'created_at',
    'updated_at',
  ],
})
export const listAllowlists = allowlists.route

/** Everything of an allowlist is below this path, so a change to it makes all of that stale. */
const changes = [listAllowlists] as const

export const getAllowlist = route({
  method: 'GET',
  path: allowlistPath,
  summary: 'One allowlist',
  says: { failed: 'Fetch allowlist failed' },
  access: { whitelist: ['GET'] },
  on: onAllowlist,
  params: AllowlistRef,
  reply: Allowlist,
})

/** Born not enabled, so that no lock refuses anybody before the list is complete. */
export const createAllowlist = route({
  method: 'POST',
  path,
  summary: 'Create an allowlist, not enabled',
  says: { failed: 'Create allowlist failed', done: 'Allowlist created' },
  access: { whitelist: ['CREATE'] },
  body: AllowlistBody,
  reply: Allowlist,
  changes,
})

export const updateAllowlist = route({
  method: 'PUT',
  path: allowlistPath,
  summary: 'Update an allowlist',
  says: { failed: 'Update allowlist failed', done: 'Allowlist updated' },
  access: { whitelist: ['UPDATE'] },
  on: onAllowlist,
  params: AllowlistRef,
  body: AllowlistBody,
  needsVersion: true,
  reply: Allowlist,
  changes,
})

export const setAllowlistStatus = route({
  method: 'PUT',
  path: `${allowlistPath}/status`,
  summary: 'Switch an allowlist on or off',
  says: { failed: 'Update allowlist failed', done: 'Allowlist updated' },
  access: { whitelist: ['UPDATE'] },
  on: onAllowlist,
  params: AllowlistRef,
  body: z.strictObject({ status: AllowlistStatus }),
  needsVersion: true,
  reply: Allowlist,
  changes,
})

export const deleteAllowlist = route({
  method: 'DELETE',
  path: allowlistPath,
  summary: 'Delete an allowlist that is not enabled',
  says: { failed: 'Delete allowlist failed', done: 'Allowlist deleted' },
  access: { whitelist: ['DELETE'] },
  on: onAllowlist,
  params: AllowlistRef,
  needsVersion: true,
  changes,
})

/** Who may change it sees who changed it. */
export const listAllowlistEvents = eventsOf(getAllowlist, { whitelist: ['UPDATE'] })
