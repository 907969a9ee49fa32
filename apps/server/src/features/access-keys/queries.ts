import { AppError } from '@wheelhouse/contract/errors.ts'
import type { AccessKey, AccessKeyType } from '@wheelhouse/contract/access-keys/access-keys.ts'
import type { Db } from '../../platform/context.ts'

const keysOf = (db: Db) => db.selectFrom('access_keys').select(['id', 'type', 'key', 'created_at'])

interface StoredKey {
  id: string
  type: string
  key: string
  created_at: string
}

/** A card is no secret of the person and is read to them on the phone; a PIN opens a lock by itself. */
function shown({ id, type, key, created_at }: StoredKey): AccessKey {
  const keyType = type as AccessKeyType
  if (keyType === 'pin') return { id, type: keyType, key: '••••••', created_at }
  return { id, type: keyType, key: keyType === 'app' ? `${key.slice(0, 4)}…${key.slice(-2)}` : key, created_at }
}

export async function accessKeysOf(db: Db, userId: string): Promise<AccessKey[]> {
  const rows = await keysOf(db).where('user_id', '=', userId).orderBy('created_at', 'desc').orderBy('id').execute()
  return rows.map(shown)
}

export async function accessKeyById(db: Db, userId: string, id: string): Promise<AccessKey> {
  const row = await keysOf(db).where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return shown(row)
}
