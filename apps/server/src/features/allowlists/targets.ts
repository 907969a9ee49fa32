import { sql } from 'kysely'
import { lockTypes } from '@wheelhouse/contract/allowlists/allowlist-targets.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { uuidv7 } from 'uuidv7'
import { holdsOn } from '../../authz/rights.ts'
import { write } from '../../journal/write.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { lockAllowlist, noteLocks, recordEvent } from './allowlists.ts'
import { joinTargets } from './entities.ts'
import { locksOf } from './queries.ts'

interface NewTargets {
  location_ids: string[]
  device_ids: string[]
}

/** A target that is there already stays as it is. */
export function addTargets(ctx: Ctx, allowlistId: string, { location_ids, device_ids }: NewTargets): Promise<null> {
  return write(ctx, async (tx, journal, inside) => {
    const list = await lockAllowlist(tx, allowlistId)
    await requireTargets(inside, 'location', location_ids)
    await requireTargets(inside, 'device', device_ids)
    await assertLocks(tx, device_ids)
    const at = journal.at.toISOString()
    const rows = [
      ...location_ids.map((location_id) => ({ location_id, device_id: null })),
      ...device_ids.map((device_id) => ({ location_id: null, device_id })),
    ].map((target) => ({ id: uuidv7(), allowlist_id: allowlistId, ...target, created_at: at }))
    const added = await tx
      .insertInto('allowlist_targets')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    if (added.length === 0) return null
    await joinTargets(tx, allowlistId)
    await noteLocks(tx, allowlistId)
    const after = { locations: location_ids.length, devices: device_ids.length }
    recordEvent(ctx, journal, { id: allowlistId, name: list.name }, { verb: 'targets_added', after })
    return null
  })
}

export function removeTargets(ctx: Ctx, allowlistId: string, ids: readonly string[]): Promise<null> {
  return write(ctx, async (tx, journal, inside) => {
    const list = await lockAllowlist(tx, allowlistId)
    const { rows } = await sql<{ location_id: string | null; device_id: string | null }>`
      select location_id, device_id from allowlist_targets where allowlist_id = ${allowlistId}::uuid
        and id = any(${[...ids]}::uuid[]) for update`.execute(tx)
    if (rows.length !== new Set(ids).size) throw new AppError('not_found')
    const of = (key: 'location_id' | 'device_id'): string[] => rows.map((row) => row[key]).filter((id) => id !== null)
    await requireTargets(inside, 'location', of('location_id'))
    await requireTargets(inside, 'device', of('device_id'))
    // Before they go: afterwards nobody would know which locks they were.
    await noteLocks(tx, allowlistId)
    await sql`delete from allowlist_targets where allowlist_id = ${allowlistId}::uuid and id = any(${[...ids]}::uuid[])`.execute(
      tx,
    )
    const before = { locations: of('location_id').length, devices: of('device_id').length }
    recordEvent(ctx, journal, { id: allowlistId, name: list.name }, { verb: 'targets_removed', before })
    return null
  })
}

/**
 * The caller must hold MODIFYTARGETS where the locks are as well, since an allowlist closes them to everybody else. What
 * the caller does not see is not found.
 */
async function requireTargets(ctx: Ctx, type: 'location' | 'device', ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const person = sql`${ctx.person.id}::uuid`
  const checks = ids.map(
    (id) => sql`select ${holdsOn(person, type, 'GET', { type, id })} as is_visible,
      ${holdsOn(person, 'whitelist', 'MODIFYTARGETS', { type, id })} as is_allowed`,
  )
  const { rows } = await sql<{ is_visible: boolean; is_allowed: boolean }>`
    ${sql.join(checks, sql` union all `)}`.execute(ctx.db)
  if (rows.some((row) => !row.is_visible)) throw new AppError('not_found')
  if (rows.some((row) => !row.is_allowed)) throw new AppError('forbidden', { missing: 'MODIFYTARGETS on whitelist' })
}

/** A guard or a controller has no lock that could obey a list. */
async function assertLocks(tx: Tx, deviceIds: readonly string[]): Promise<void> {
  if (deviceIds.length === 0) return
  const other = await tx
    .selectFrom('devices')
    .select('type')
    .where('id', 'in', [...deviceIds])
    .where((row) => row.or([row('type', 'not in', [...lockTypes]), row('deleted_at', 'is not', null)]))
    .executeTakeFirst()
  if (other) throw new AppError('command_not_for_device', { command: 'set_access_list', device_type: other.type })
}

/** Failed locks are tried again at once; those that have no connection still wait for it. */
export function retryLocks(ctx: Ctx, allowlistId: string): Promise<{ locks: number }> {
  return write(ctx, async (tx, journal) => {
    const list = await lockAllowlist(tx, allowlistId)
    const { rows } = await sql`
      update allowlist_hardware h set state = 'pending', next_try_at = ${journal.at.toISOString()}::timestamptz
      from (${locksOf(sql`${allowlistId}::uuid`)}) k where h.hardware_id = k.hardware_id and h.state = 'failed'
        and h.command_id is null returning h.hardware_id`.execute(tx)
    const after = { locks: rows.length }
    recordEvent(ctx, journal, { id: allowlistId, name: list.name }, { verb: 'sync_retried', after })
    return after
  })
}
