import { sql } from 'kysely'
import { BatchFailure, catalogue } from '@wheelhouse/contract/errors.ts'
import type { ErrorCode } from '@wheelhouse/contract/errors.ts'
import { lockTypes } from '@wheelhouse/contract/lock-targets/lock-targets.ts'
import type { NewTargets, TargetResults } from '@wheelhouse/contract/lock-targets/lock-targets.ts'
import { holdsOn } from '../../authz/rights.ts'
import type { Ctx, Tx } from '../../platform/context.ts'

/** What decides which keys open a lock, and so may close it to everybody else. */
export type ListOfKeys = 'whitelist' | 'subscription'

type TargetType = 'location' | 'device'

/** A location or a device with what forbids it as a target; `target_id` is what the caller named. */
export interface JudgedTarget {
  target_id: string
  type: TargetType
  code: ErrorCode | null
}

/** A row of the targets: a whole location or a single device. */
export interface TargetRow {
  id: string
  location_id: string | null
  device_id: string | null
}

type Held = Pick<NewTargets, 'location_ids'> & Partial<NewTargets>

/**
 * Until the end of the transaction these locations, and those of these devices, stay with their organizations: a change of them
 * takes the location off the lists that it finds it on, so it must find this one too. Call it before the list is locked, since
 * such a change locks its location first.
 */
export async function holdLocations(tx: Tx, { location_ids, device_ids = [] }: Held): Promise<void> {
  await sql`select id from locations where id in (select unnest(${[...location_ids]}::uuid[])
    union select location_id from devices where id = any(${[...device_ids]}::uuid[])) order by id for share`.execute(tx)
}

export async function judgeNewTargets(ctx: Ctx, of: ListOfKeys, body: NewTargets): Promise<JudgedTarget[]> {
  return [
    ...(await judge(ctx, of, 'location', [...new Set(body.location_ids)])),
    ...(await judge(ctx, of, 'device', [...new Set(body.device_ids)])),
  ]
}

/** `rows` are those that exist among `ids`; the result names the ids. */
export async function judgeRemovals(
  ctx: Ctx,
  of: ListOfKeys,
  rows: readonly TargetRow[],
  ids: readonly string[],
): Promise<JudgedTarget[]> {
  const pick = (key: 'location_id' | 'device_id'): string[] => rows.map((row) => row[key]).filter((one) => one !== null)
  const judged = [
    ...(await judge(ctx, of, 'location', pick('location_id'))),
    ...(await judge(ctx, of, 'device', pick('device_id'))),
  ]
  const codes = new Map(judged.map(({ target_id, code }) => [target_id, code]))
  return [...new Set(ids)].map((id): JudgedTarget => {
    const row = rows.find((one) => one.id === id)
    const code = row ? (codes.get(row.location_id ?? row.device_id ?? '') ?? null) : 'not_found'
    return { target_id: id, type: row?.device_id == null ? 'location' : 'device', code }
  })
}

export const isAllowed = ({ code }: JudgedTarget): boolean => code === null

/** How many rows are locations and how many are devices, as the event records them. */
export const countsOf = (rows: readonly Pick<TargetRow, 'location_id'>[]): Record<string, number> => ({
  locations: rows.filter(({ location_id }) => location_id !== null).length,
  devices: rows.filter(({ location_id }) => location_id === null).length,
})

/** After the write is committed: what is refused is named, and what is allowed is done. */
export function answerOf(judged: readonly JudgedTarget[]): TargetResults {
  const results = judged.filter(isAllowed).map(({ target_id }) => ({ target_id }))
  const failed = judged.flatMap(({ target_id, code }) =>
    code === null ? [] : [{ target_id, error_code: code, error_message: catalogue[code][1] }],
  )
  if (failed.length > 0) throw new BatchFailure(failed, results)
  return { results }
}

/**
 * The caller must hold MODIFYTARGETS where the locks are as well, since these lists close them to everybody else. What the
 * caller does not see is not found; a guard or a controller has no lock.
 */
async function judge(ctx: Ctx, of: ListOfKeys, type: TargetType, ids: readonly string[]): Promise<JudgedTarget[]> {
  if (ids.length === 0) return []
  const person = sql`${ctx.person.id}::uuid`
  const hasLock =
    type === 'location'
      ? sql`true`
      : sql`exists (select 1 from devices d where d.id = x.id and d.deleted_at is null and d.type = any(${[...lockTypes]}::text[]))`
  const checks = ids.map(
    (id) => sql`select x.id, ${holdsOn(person, type, 'GET', { type, id })} as is_visible,
      ${holdsOn(person, of, 'MODIFYTARGETS', { type, id })} as is_allowed, ${hasLock} as has_lock
      from (select ${id}::uuid as id) x`,
  )
  const { rows } = await sql<{ id: string; is_visible: boolean; is_allowed: boolean; has_lock: boolean }>`
    ${sql.join(checks, sql` union all `)}`.execute(ctx.db)
  return rows.map(({ id, is_visible, is_allowed, has_lock }) => ({
    target_id: id,
    type,
    code: refusalOf(is_visible, is_allowed, has_lock),
  }))
}

function refusalOf(isVisible: boolean, mayModify: boolean, hasLock: boolean): ErrorCode | null {
  if (!isVisible) return 'not_found'
  if (!mayModify) return 'forbidden'
  return hasLock ? null : 'command_not_for_device'
}
