import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { lockTypes } from '@wheelhouse/contract/allowlists/allowlist-targets.ts'
import { BatchFailure, catalogue } from '@wheelhouse/contract/errors.ts'
import type { ErrorCode } from '@wheelhouse/contract/errors.ts'
import { joinLocationGroups } from '../../authz/group-membership.ts'
import { holdsOn } from '../../authz/rights.ts'
import { personActor } from '../../journal/audit.ts'
import { write } from '../../journal/write.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { lockSubscription, recordEvent } from './subscriptions.ts'

interface NewTargets {
  location_ids: string[]
  device_ids: string[]
}

interface Outcome {
  failed: BatchFailure['error_results']
  done: { target_id: string }[]
}

/** A location or a device with what forbids it as a target; `target_id` is what the caller named. */
interface Judged {
  target_id: string
  type: 'location' | 'device'
  code: ErrorCode | null
}

const answer = ({ failed, done }: Outcome): { results: Outcome['done'] } => {
  if (failed.length > 0) throw new BatchFailure(failed, done)
  return { results: done }
}

const outcomeOf = (judged: readonly Judged[]): Outcome => ({
  failed: judged.flatMap(({ target_id, code }) =>
    code === null ? [] : [{ target_id, error_code: code, error_message: catalogue[code][1] }],
  ),
  done: judged.flatMap(({ target_id, code }) => (code === null ? [{ target_id }] : [])),
})

const idsOf = (judged: readonly Judged[], wanted: 'location' | 'device'): string[] =>
  judged.filter(({ type, code }) => type === wanted && code === null).map(({ target_id }) => target_id)

/** A target that is there already stays as it is. What is refused is named, and what is allowed is added. */
export async function addTargets(
  ctx: Ctx,
  subscriptionId: string,
  body: NewTargets,
): Promise<ReturnType<typeof answer>> {
  const outcome = await write(ctx, async (tx, journal, inside) => {
    const subscription = await lockSubscription(tx, subscriptionId)
    const judged = [
      ...(await judge(inside, 'location', [...new Set(body.location_ids)])),
      ...(await judge(inside, 'device', [...new Set(body.device_ids)])),
    ]
    const rows = judged
      .filter(({ code }) => code === null)
      .map(({ type, target_id }) => ({
        id: uuidv7(),
        subscription_id: subscriptionId,
        location_id: type === 'location' ? target_id : null,
        device_id: type === 'device' ? target_id : null,
        created_at: journal.at.toISOString(),
      }))
    if (rows.length === 0) return outcomeOf(judged)
    const added = await tx
      .insertInto('subscription_targets')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .returning(['location_id', 'device_id'])
      .execute()
    if (added.length === 0) return outcomeOf(judged)
    await joinTargets(tx, subscriptionId)
    recordEvent(journal, subscription, { verb: 'targets_added', after: countsOf(added) }, personActor(ctx))
    return outcomeOf(judged)
  })
  return answer(outcome)
}

const countsOf = (rows: readonly { location_id: string | null }[]): Record<string, number> => ({
  locations: rows.filter(({ location_id }) => location_id !== null).length,
  devices: rows.filter(({ location_id }) => location_id === null).length,
})

/** The triggers of the targets note the locks, before the rows are gone. */
export async function removeTargets(
  ctx: Ctx,
  subscriptionId: string,
  ids: readonly string[],
): Promise<ReturnType<typeof answer>> {
  const outcome = await write(ctx, async (tx, journal, inside): Promise<Outcome> => {
    const subscription = await lockSubscription(tx, subscriptionId)
    const { rows } = await sql<{ id: string; location_id: string | null; device_id: string | null }>`
      select id, location_id, device_id from subscription_targets where subscription_id = ${subscriptionId}::uuid
        and id = any(${[...ids]}::uuid[]) for update`.execute(tx)
    const pick = (key: 'location_id' | 'device_id'): string[] =>
      rows.map((row) => row[key]).filter((one) => one !== null)
    const judged = [
      ...(await judge(inside, 'location', pick('location_id'))),
      ...(await judge(inside, 'device', pick('device_id'))),
    ]
    const codes = new Map(judged.map(({ target_id, code }) => [target_id, code]))
    const codeOf = (id: string): ErrorCode | null => {
      const row = rows.find((one) => one.id === id)
      return row ? (codes.get(row.location_id ?? row.device_id ?? '') ?? null) : 'not_found'
    }
    const named = [...new Set(ids)].map((id): Judged => ({ target_id: id, type: 'location', code: codeOf(id) }))
    const gone = idsOf(named, 'location')
    if (gone.length > 0) {
      await tx.deleteFrom('subscription_targets').where('id', 'in', gone).execute()
      const removed = rows.filter(({ id }) => gone.includes(id))
      recordEvent(journal, subscription, { verb: 'targets_removed', before: countsOf(removed) }, personActor(ctx))
    }
    return outcomeOf(named)
  })
  return answer(outcome)
}

/**
 * The caller must hold MODIFYTARGETS where the locks are as well, since an exclusive subscription closes them to everybody
 * else. What the caller does not see is not found; a guard or a controller has no lock.
 */
async function judge(ctx: Ctx, type: 'location' | 'device', ids: readonly string[]): Promise<Judged[]> {
  if (ids.length === 0) return []
  const person = sql`${ctx.person.id}::uuid`
  const hasLock =
    type === 'location'
      ? sql`true`
      : sql`exists (select 1 from devices d where d.id = x.id and d.deleted_at is null and d.type = any(${[...lockTypes]}::text[]))`
  const checks = ids.map(
    (id) => sql`select x.id, ${holdsOn(person, type, 'GET', { type, id })} as is_visible,
      ${holdsOn(person, 'subscription', 'MODIFYTARGETS', { type, id })} as is_allowed, ${hasLock} as has_lock
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

function refusalOf(isVisible: boolean, isAllowed: boolean, hasLock: boolean): ErrorCode | null {
  if (!isVisible) return 'not_found'
  if (!isAllowed) return 'forbidden'
  return hasLock ? null : 'command_not_for_device'
}

/** Rights, model: a rider joins the groups of a location with the first subscription there. */
export const joinTargets = (tx: Tx, subscriptionId: string): Promise<void> =>
  joinLocationGroups(
    tx,
    sql`select user_id from subscribers where subscription_id = ${subscriptionId}::uuid and holds_place`,
    sql`select coalesce(t.location_id, d.location_id) from subscription_targets t left join devices d on d.id = t.device_id
      where t.subscription_id = ${subscriptionId}::uuid`,
  )
