import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** Organizations that no longer have a part in a location; what they had put there ends with it. */
export interface FormerParts {
  location_id: string
  organization_ids: readonly string[]
}

/** Whether the target `t` is this location or a device at it. */
export const isTargetAt = (location_id: string): RawBuilder<boolean> =>
  sql<boolean>`(t.location_id = ${location_id}::uuid
    or t.device_id in (select id from devices where location_id = ${location_id}::uuid))`
