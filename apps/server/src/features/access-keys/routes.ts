import {
  addAccessKey as add,
  deleteAccessKey as remove,
  listAccessKeys,
} from '@wheelhouse/contract/access-keys/access-keys.ts'
import { paceOf } from '../../http/rate-limit.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { addAccessKey, deleteAccessKey } from './access-keys.ts'
import { accessKeysOf } from './queries.ts'

/** A refusal says that someone has this key: at a higher pace every PIN could be found out. */
const addedAMinute = 10

export function accessKeyRoutes(on: On): void {
  serve(on, listAccessKeys, ({ params }, ctx) => accessKeysOf(ctx, params.user_id))
  serve({ ...on, pace: paceOf(on, addedAMinute) }, add, ({ params, body }, ctx) =>
    addAccessKey(ctx, params.user_id, body),
  )
  serve(on, remove, async ({ params }, ctx) => void (await deleteAccessKey(ctx, params.user_id, params.access_key_id)))
}
