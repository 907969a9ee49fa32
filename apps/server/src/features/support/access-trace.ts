import { AppError } from '@wheelhouse/contract/errors.ts'
import { rfidReversed } from '@wheelhouse/contract/find-user/recognise.ts'
import type { AccessTrace } from '@wheelhouse/contract/support/access-trace.ts'
import type { AccessKeyType } from '@wheelhouse/contract/access-keys/access-keys.ts'
import { requirePermission } from '../../authz/authorize.ts'
import type { Ctx, Db } from '../../platform/context.ts'
import { keyHash } from '../../platform/seal.ts'
import { findStoredKey } from '../access-keys/find-access-key.ts'
import { deviceFacts, listFacts, paymentFacts, userFacts } from './trace-facts.ts'
import type { DeviceFacts, TracedKey, TraceMoment, TraceReader } from './trace-facts.ts'
import { trace } from './trace-rules.ts'
import type { Traced } from './trace-rules.ts'

/** The trace of a person at a device, for a reader who sees both. */
export async function traceUser(
  ctx: Ctx,
  { device_id, user_id }: { device_id: string; user_id: string },
  accessKeyId: string | undefined,
): Promise<AccessTrace> {
  await requirePermission(ctx, { user: ['GET'] }, { type: 'user', id: user_id })
  const device = await deviceFacts(ctx, ctx.person, device_id)
  if (!device) throw new AppError('not_found')
  const key = await keyOf(ctx.db, user_id, accessKeyId, device)
  return {
    ...(await traced(ctx, ctx.person, { device, key, userId: user_id })),
    asked_at: ctx.clock.now().toISOString(),
    device_id,
    location_id: device.location_id,
    access_key_id: key?.id ?? null,
    key_type: key?.type ?? null,
  }
}

interface Asked {
  device: DeviceFacts
  key: TracedKey | null
  userId: string | null
}

async function traced(moment: TraceMoment, reader: TraceReader, { device, key, userId }: Asked): Promise<Traced> {
  return trace({
    user: await userFacts(moment.db, userId),
    key,
    device,
    lists: await listFacts(moment, reader, device.hardware_id, key),
    payments: await paymentFacts(moment, reader, userId),
  })
}

const preference: readonly string[] = ['rfid', 'nfc', 'app', 'pin']

/** The key that the reader named, or the one that the person most likely holds to the lock. */
async function keyOf(
  db: Db,
  userId: string,
  accessKeyId: string | undefined,
  { session }: DeviceFacts,
): Promise<TracedKey | null> {
  const keys = await db
    .selectFrom('access_keys')
    .select(['id', 'user_id', 'key_hash', 'type', 'created_at'])
    .$narrowType<{ key_hash: Buffer }>()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  const rank = ({ type }: { type: string }): number => preference.indexOf(type)
  const likeliest =
    keys.find(({ id }) => id === session?.access_key_id) ?? keys.toSorted((one, other) => rank(one) - rank(other))[0]
  const chosen = accessKeyId === undefined ? likeliest : keys.find(({ id }) => id === accessKeyId)
  if (chosen === undefined && accessKeyId !== undefined) throw new AppError('not_found')
  return chosen === undefined ? null : { ...chosen, is_reversed: false }
}

export interface PresentedScan {
  key: string
  key_type: AccessKeyType
}

/** The same of a key that was held to the lock. Nobody reads it yet, so it names nothing that a reader might not see. */
export async function traceScan(
  moment: TraceMoment,
  deviceId: string,
  scan: PresentedScan,
): Promise<(Traced & { key: TracedKey }) | null> {
  const device = await deviceFacts(moment, null, deviceId)
  if (!device) return null
  const key = await presentedKey(moment, scan)
  return { ...(await traced(moment, null, { device, key, userId: key.user_id })), key }
}

async function presentedKey({ db, config }: TraceMoment, { key, key_type }: PresentedScan): Promise<TracedKey> {
  const presented = key_type === 'rfid' || key_type === 'nfc' ? key.toUpperCase() : key
  const other = key_type === 'rfid' ? rfidReversed(presented) : presented
  const stored = await findStoredKey(db, config, [...new Set([presented, other])], key_type)
  const key_hash = keyHash(config, presented)
  if (stored === null)
    return { id: null, user_id: null, key_hash, type: key_type, created_at: null, is_reversed: false }
  return { ...stored, is_reversed: !stored.key_hash.equals(key_hash) }
}
