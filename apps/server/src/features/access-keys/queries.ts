import { AppError } from '@wheelhouse/contract/errors.ts'
import { AccessKeyType } from '@wheelhouse/contract/access-keys/access-keys.ts'
import type { AccessKey } from '@wheelhouse/contract/access-keys/access-keys.ts'
import type { SealedKey } from '@wheelhouse/db/sealing.ts'
import type { Db } from '../../platform/context.ts'
import { openKey } from '../../platform/seal.ts'
import type { Keyed } from '../../platform/seal.ts'
import { stored } from '../../platform/stored.ts'

const keysOf = (db: Db) =>
  db.selectFrom('access_keys').select(['id', 'type', 'key_hash', 'key_sealed', 'created_at']).$narrowType<SealedKey>()

interface StoredKey extends SealedKey {
  id: string
  type: string
  created_at: string
}

/** A card is no secret of the person and is read to them on the phone; a PIN opens a lock by itself. */
function shown(config: Keyed, { id, type, created_at, ...sealed }: StoredKey): AccessKey {
  const keyType = stored(AccessKeyType, type)
  if (keyType === 'pin') return { id, type: keyType, key: '••••••', created_at }
  const key = openKey(config, sealed)
  return { id, type: keyType, key: keyType === 'app' ? `${key.slice(0, 4)}…${key.slice(-2)}` : key, created_at }
}

interface Reader {
  db: Db
  config: Keyed
}

export async function accessKeysOf({ db, config }: Reader, userId: string): Promise<AccessKey[]> {
  const rows = await keysOf(db).where('user_id', '=', userId).orderBy('created_at', 'desc').orderBy('id').execute()
  return rows.map((row) => shown(config, row))
}

export async function accessKeyById({ db, config }: Reader, userId: string, id: string): Promise<AccessKey> {
  const row = await keysOf(db).where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return shown(config, row)
}
