import {
  addAllowlistKeys,
  addAllowlistUsers,
  allowlistEntities,
  removeAllowlistKeys,
  removeAllowlistUsers,
  revealAllowlistKeys,
  updateAllowlistKey,
  updateAllowlistUser,
} from '@wheelhouse/contract/allowlists/allowlist-entities.ts'
import {
  addAllowlistTargets,
  allowlistLocks,
  allowlistTargetDevices,
  allowlistTargetLocations,
  removeAllowlistTargets,
  retryAllowlistLocks,
} from '@wheelhouse/contract/allowlists/allowlist-targets.ts'
import {
  allowlists,
  createAllowlist,
  deleteAllowlist,
  getAllowlist,
  listAllowlistEvents,
  setAllowlistStatus,
  updateAllowlist,
} from '@wheelhouse/contract/allowlists/allowlists.ts'
import { userAllowlists } from '@wheelhouse/contract/allowlists/user-allowlists.ts'
import { paceOf } from '../../http/rate-limit.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { serveList } from '../../lists/serve-list.ts'
import { serveEvents } from '../events/serve-events.ts'
import { createList, deleteList, setStatus, updateList } from './allowlists.ts'
import { addKeys, addUsers, editEntity, removeEntities, revealKeys } from './entities.ts'
import { entityList } from './entity-list.ts'
import { allowlistList, lockStateList, targetDeviceList, targetLocationList } from './queries.ts'
import { addTargets, removeTargets, retryLocks } from './targets.ts'
import { userAllowlistList } from './user-list.ts'

export function allowlistRoutes(on: On): void {
  serveList(on, allowlists, allowlistList)
  serve(on, getAllowlist, ({ params }, ctx) => allowlistList.get(ctx, params.allowlist_id))
  serveEvents(on, listAllowlistEvents)
  serve(on, createAllowlist, ({ body }, ctx) => createList(ctx, body))
  serve(on, updateAllowlist, ({ params, body, version }, ctx) => updateList(ctx, params.allowlist_id, body, version))
  serve(on, setAllowlistStatus, ({ params, body, version }, ctx) =>
    setStatus(ctx, params.allowlist_id, body.status, version),
  )
  serve(
    on,
    deleteAllowlist,
    async ({ params, version }, ctx) => void (await deleteList(ctx, params.allowlist_id, version)),
  )
  entityRoutes(on)
  targetRoutes(on)
}

/** Each entry's result says whether such a user exists, and one call has up to 500 of them. */
const pastesAMinute = 6

function entityRoutes(on: On): void {
  serveList(on, allowlistEntities, entityList)
  serveList(on, userAllowlists, userAllowlistList)
  serve({ ...on, pace: paceOf(on, pastesAMinute) }, addAllowlistUsers, ({ params, body }, ctx) =>
    addUsers(ctx, params.allowlist_id, body),
  )
  serve(on, addAllowlistKeys, ({ params, body }, ctx) => addKeys(ctx, params.allowlist_id, body))
  serve(on, updateAllowlistUser, ({ params: { allowlist_id, allowlist_user_id }, body, version }, ctx) =>
    editEntity(ctx, { allowlist_id, id: allowlist_user_id, of: 'users' }, body, version),
  )
  serve(on, updateAllowlistKey, ({ params: { allowlist_id, allowlist_key_id }, body, version }, ctx) =>
    editEntity(ctx, { allowlist_id, id: allowlist_key_id, of: 'keys' }, body, version),
  )
  serve(
    on,
    removeAllowlistUsers,
    async ({ params: { allowlist_id }, body }, ctx) =>
      void (await removeEntities(ctx, { allowlist_id, of: 'users' }, body.ids)),
  )
  serve(
    on,
    removeAllowlistKeys,
    async ({ params: { allowlist_id }, body }, ctx) =>
      void (await removeEntities(ctx, { allowlist_id, of: 'keys' }, body.ids)),
  )
  serve(on, revealAllowlistKeys, ({ params, body }, ctx) => revealKeys(ctx, params.allowlist_id, body.ids))
}

function targetRoutes(on: On): void {
  serveList(on, allowlistTargetLocations, targetLocationList)
  serveList(on, allowlistTargetDevices, targetDeviceList)
  serveList(on, allowlistLocks, lockStateList)
  serve(on, addAllowlistTargets, ({ params, body }, ctx) => addTargets(ctx, params.allowlist_id, body))
  serve(on, removeAllowlistTargets, ({ params, body }, ctx) => removeTargets(ctx, params.allowlist_id, body.ids))
  serve(on, retryAllowlistLocks, ({ params }, ctx) => retryLocks(ctx, params.allowlist_id))
}
