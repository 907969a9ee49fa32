import { sql } from 'kysely'
import { hexOf } from '@wheelhouse/db/sealing.ts'
import type { SealedKey } from '@wheelhouse/db/sealing.ts'
import { SettingError } from '../../platform/setting-kinds.ts'
import type { Ctx, Db } from '../../platform/context.ts'
import { openKey, sealKey } from '../../platform/seal.ts'
import type { Keyed, SealedRow } from '../../platform/seal.ts'
import { renewContentHashes, storeSealedEntries } from '../allowlists/seal-entries.ts'

const keysAtOnce = 1_000

/** Rewritten, because what a row or a dropped column held stays in the files of the database until then. */
const heldClearKeys = ['access_keys', 'allowlist_entities', 'idempotency_keys', 'key_scans', 'users']

type Moment = Pick<Ctx, 'clock' | 'db'> & { config: Keyed }

/**
 * Part of each start, before anything is served: refuses a wrong installation key, and seals the keys that a migration left in
 * clear. Returns how many. They stay in `clear_keys` until all is done, so a start that was killed is simply done again.
 */
export const sealClearKeys = ({ db: pool, clock, config }: Moment): Promise<number> =>
  pool.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db)
    // Several servers of one database may start at the same time.
    await sql`select pg_advisory_lock(hashtext('wheelhouse clear keys'))`.execute(db)
    try {
      await assertRightKey(db, config)
      return await sealAll({ db, clock, config })
    } finally {
      await sql`select pg_advisory_unlock(hashtext('wheelhouse clear keys'))`.execute(db)
      await sql`reset statement_timeout`.execute(db)
    }
  })

/** Any sealed key will do: all are sealed with the same one. */
async function assertRightKey(db: Db, config: Keyed): Promise<void> {
  if (!config.installation_key)
    throw new SettingError('WHEELHOUSE_KEY or a state folder is needed: the keys of riders are sealed with it.')
  const { rows } = await sql<SealedKey>`
    (select key_hash, key_sealed from access_keys where key_sealed is not null limit 1)
    union all (select key_hash, key_sealed from allowlist_entities where key_sealed is not null limit 1) limit 1`.execute(
    db,
  )
  try {
    for (const row of rows) openKey(config, row)
  } catch {
    throw new SettingError(
      'The keys of riders are sealed with another key: put wheelhouse.key (or WHEELHOUSE_KEY) back. What to do if it is lost is in docs/OPERATIONS.md.',
    )
  }
}

interface ClearKey {
  of: string
  id: string
  key: string
}

async function sealAll({ db, clock, config }: Moment): Promise<number> {
  let count = 0
  for (let part = await clearKeysAfter(db); part.length > 0; part = await clearKeysAfter(db, part.at(-1))) {
    const sealed = (table: string): SealedRow[] =>
      part.filter(({ of }) => of === table).map(({ id, key }) => ({ id, ...sealKey(config, key) }))
    await storeSealedKeys(db, sealed('access_keys'))
    await storeSealedEntries(db, sealed('allowlist_entities'))
    count += part.length
  }
  if (count === 0) return 0
  await renewContentHashes(db, clock.now())
  for (const table of heldClearKeys) await sql`vacuum (full, analyze) ${sql.table(table)}`.execute(db)
  await sql`truncate clear_keys;`.execute(db)
  return count
}

async function clearKeysAfter(db: Db, last?: ClearKey): Promise<ClearKey[]> {
  const rest = last ? sql`where (of, id) > (${last.of}, ${last.id}::uuid)` : sql``
  const { rows } =
    await sql<ClearKey>`select of, id, key from clear_keys ${rest} order by of, id limit ${keysAtOnce}`.execute(db)
  return rows
}

async function storeSealedKeys(db: Db, rows: readonly SealedRow[]): Promise<void> {
  const sealed = JSON.stringify(rows.map((row) => ({ ...row, key_hash: hexOf(row.key_hash) })))
  await sql`update access_keys k set key_hash = s.key_hash, key_sealed = s.key_sealed
    from json_to_recordset(${sealed}::json) s(id uuid, key_hash bytea, key_sealed text) where k.id = s.id`.execute(db)
}
