import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { NewTargets, TargetResults } from '@wheelhouse/contract/lock-targets/lock-targets.ts'
import { joinLocationGroups } from '../../authz/group-membership.ts'
import { personActor } from '../../journal/audit.ts'
import type { Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
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
import { lockSubscription, recordEvent } from './subscriptions.ts'

/** A target that is there already stays as it is. What is refused is named, and what is allowed is added. */
export async function addTargets(ctx: Ctx, subscriptionId: string, body: NewTargets): Promise<TargetResults> {
  const judged = await write(ctx, async (tx, journal, inside) => {
    await holdLocations(tx, body)
    const subscription = await lockSubscription(tx, subscriptionId)
    const targets = await judgeNewTargets(inside, 'subscription', body)
    const rows = targets.filter(isAllowed).map(({ type, target_id }) => ({
      id: uuidv7(),
      subscription_id: subscriptionId,
      location_id: type === 'location' ? target_id : null,
      device_id: type === 'device' ? target_id : null,
      created_at: journal.at.toISOString(),
    }))
    if (rows.length === 0) return targets
    const added = await tx
      .insertInto('subscription_targets')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .returning('location_id')
      .execute()
    if (added.length === 0) return targets
    await joinTargets(tx, subscriptionId)
    recordEvent(journal, subscription, { verb: 'targets_added', after: countsOf(added) }, personActor(ctx))
    return targets
  })
  return answerOf(judged)
}

/** The triggers of the targets note the locks, before the rows are gone. */
export async function removeTargets(ctx: Ctx, subscriptionId: string, ids: readonly string[]): Promise<TargetResults> {
  const judged = await write(ctx, async (tx, journal, inside) => {
    const subscription = await lockSubscription(tx, subscriptionId)
    const { rows } = await sql<TargetRow>`
      select id, location_id, device_id from subscription_targets where subscription_id = ${subscriptionId}::uuid
        and id = any(${[...ids]}::uuid[]) for update`.execute(tx)
    const targets = await judgeRemovals(inside, 'subscription', rows, ids)
    const gone = targets.filter(isAllowed).map(({ target_id }) => target_id)
    if (gone.length === 0) return targets
    await tx.deleteFrom('subscription_targets').where('id', 'in', gone).execute()
    const removed = rows.filter(({ id }) => gone.includes(id))
    recordEvent(journal, subscription, { verb: 'targets_removed', before: countsOf(removed) }, personActor(ctx))
    return targets
  })
  return answerOf(judged)
}

/** Passes of organizations that left a location open nothing there any more: nobody of theirs could take them off. */
export async function removeTargetsOfFormer(ctx: Ctx, tx: Tx, journal: Journal, former: FormerParts): Promise<void> {
  const { location_id, organization_ids } = former
  const isHere = isTargetAt(location_id)
  const found = await sql<{ id: string }>`select s.id from subscriptions s
    where s.organization_id = any(${[...organization_ids]}::uuid[])
      and exists (select 1 from subscription_targets t where t.subscription_id = s.id and ${isHere}) order by s.id`.execute(
    tx,
  )
  for (const { id } of found.rows) {
    const subscription = await lockSubscription(tx, id)
    const gone = await sql<Pick<TargetRow, 'location_id'>>`
      delete from subscription_targets t where t.subscription_id = ${id}::uuid and ${isHere} returning t.location_id`.execute(
      tx,
    )
    const before = countsOf(gone.rows)
    recordEvent(journal, subscription, { verb: 'targets_removed', before }, personActor(ctx))
  }
}

/** Rights, model: a rider joins the groups of a location with the first subscription there. */
export const joinTargets = (tx: Tx, subscriptionId: string): Promise<void> =>
  joinLocationGroups(
    tx,
    sql`select user_id from subscribers where subscription_id = ${subscriptionId}::uuid and holds_place`,
    sql`select coalesce(t.location_id, d.location_id) from subscription_targets t left join devices d on d.id = t.device_id
      where t.subscription_id = ${subscriptionId}::uuid`,
  )
