import { sql } from 'kysely'
import type { NewTargets, TargetResults } from '@wheelhouse/contract/lock-targets/lock-targets.ts'
import { uuidv7 } from 'uuidv7'
import { write } from '../../journal/write.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { isTargetAt } from '../lock-targets/former-parts.ts'
import type { FormerParts } from '../lock-targets/former-parts.ts'
import {
  answerOf,
  countsOf,
  holdLocations,
  isAllowed,
  judgeNewTargets,
  judgeRemovals,
} from '../lock-targets/judge-targets.ts'
import type { TargetRow } from '../lock-targets/judge-targets.ts'
import { lockAllowlist, noteLocks, recordEvent } from './allowlists.ts'
import { joinTargets } from './entities.ts'
import { locksOf } from './queries.ts'

/** A target that is there already stays as it is. What is refused is named, and what is allowed is added. */
export async function addTargets(ctx: Ctx, allowlistId: string, body: NewTargets): Promise<TargetResults> {
  const judged = await write(ctx, async (tx, journal, inside) => {
    await holdLocations(tx, body)
    const list = await lockAllowlist(tx, allowlistId)
    const targets = await judgeNewTargets(inside, 'whitelist', body)
    const rows = targets.filter(isAllowed).map(({ type, target_id }) => ({
      id: uuidv7(),
      allowlist_id: allowlistId,
      location_id: type === 'location' ? target_id : null,
      device_id: type === 'device' ? target_id : null,
      created_at: journal.at.toISOString(),
    }))
    if (rows.length === 0) return targets
    const added = await tx
      .insertInto('allowlist_targets')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .returning('location_id')
      .execute()
    if (added.length === 0) return targets
    await joinTargets(tx, allowlistId)
    await noteLocks(tx, allowlistId)
    recordEvent(ctx, journal, { id: allowlistId, name: list.name }, { verb: 'targets_added', after: countsOf(added) })
    return targets
  })
  return answerOf(judged)
}

export async function removeTargets(ctx: Ctx, allowlistId: string, ids: readonly string[]): Promise<TargetResults> {
  const judged = await write(ctx, async (tx, journal, inside) => {
    const list = await lockAllowlist(tx, allowlistId)
    const { rows } = await sql<TargetRow>`
      select id, location_id, device_id from allowlist_targets where allowlist_id = ${allowlistId}::uuid
        and id = any(${[...ids]}::uuid[]) for update`.execute(tx)
    const targets = await judgeRemovals(inside, 'whitelist', rows, ids)
    const gone = targets.filter(isAllowed).map(({ target_id }) => target_id)
    if (gone.length === 0) return targets
    // Before they go: afterwards nobody would know which locks they were.
    await noteLocks(tx, allowlistId)
    await tx.deleteFrom('allowlist_targets').where('id', 'in', gone).execute()
    const before = countsOf(rows.filter(({ id }) => gone.includes(id)))
    recordEvent(ctx, journal, { id: allowlistId, name: list.name }, { verb: 'targets_removed', before })
    return targets
  })
  return answerOf(judged)
}

/** The allowlists of organizations that left a location no longer decide who opens its locks: nobody of theirs could take them off. */
export async function removeTargetsOfFormer(ctx: Ctx, tx: Tx, journal: Journal, former: FormerParts): Promise<void> {
  const { location_id, organization_ids } = former
  const isHere = isTargetAt(location_id)
  const found = await sql<{ id: string }>`select a.id from allowlists a
    where a.organization_id = any(${[...organization_ids]}::uuid[])
      and exists (select 1 from allowlist_targets t where t.allowlist_id = a.id and ${isHere}) order by a.id`.execute(
    tx,
  )
  for (const { id } of found.rows) {
    const { name } = await lockAllowlist(tx, id)
    await noteLocks(tx, id)
    const gone = await sql<Pick<TargetRow, 'location_id'>>`
      delete from allowlist_targets t where t.allowlist_id = ${id}::uuid and ${isHere} returning t.location_id`.execute(
      tx,
    )
    recordEvent(ctx, journal, { id, name }, { verb: 'targets_removed', before: countsOf(gone.rows) })
  }
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
