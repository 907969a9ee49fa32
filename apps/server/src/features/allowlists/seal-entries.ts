import { sql } from 'kysely'
import { hexOf } from '@wheelhouse/db/sealing.ts'
import type { Db } from '../../platform/context.ts'
import type { SealedRow } from '../../platform/seal.ts'
import { contentOf } from './lock-sync.ts'

/** Entries whose keys were stored in clear by an earlier version. */
export async function storeSealedEntries(db: Db, rows: readonly SealedRow[]): Promise<void> {
  const sealed = JSON.stringify(rows.map((row) => ({ ...row, key_hash: hexOf(row.key_hash) })))
  await sql`update allowlist_entities e set key_hash = s.key_hash, key_sealed = s.key_sealed
    from json_to_recordset(${sealed}::json) s(id uuid, key_hash bytea, key_sealed text) where e.id = s.id`.execute(db)
}

/**
 * What a lock holds is compared by a hash, which was made of the keys themselves. A lock that holds its list keeps it; one that
 * waits for it, or may have got a part in the order of before, gets it as a new version.
 */
export async function renewContentHashes(db: Db, now: Date): Promise<void> {
  const { rows } = await sql<{ hardware_id: string }>`select hardware_id from allowlist_hardware`.execute(db)
  const ids = rows.map(({ hardware_id }) => hardware_id)
  await sql`with ${contentOf(ids, now)},
    kept as (update allowlist_hardware h set content_hash = c.hash from content c
      where c.hardware_id = h.hardware_id and h.state = 'in_sync'
        and not exists (select from allowlist_changes a where a.hardware_id = h.hardware_id) returning h.hardware_id),
    others as (update allowlist_hardware h set content_hash = ''
      where not exists (select from kept k where k.hardware_id = h.hardware_id) returning h.hardware_id)
    insert into allowlist_changes (hardware_id) select hardware_id from others`.execute(db)
}
