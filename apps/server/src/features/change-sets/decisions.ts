import { sql } from 'kysely'
import { decisionsIn } from '@wheelhouse/contract/change-sets/change-sets.ts'
import type { ChangeSet, ChangeSetDecision, ChangeSetStatus } from '@wheelhouse/contract/change-sets/change-sets.ts'
import type { EventVerb } from '@wheelhouse/contract/events/event-kinds.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { requireHardwareSet } from '../../authz/hardware-set.ts'
import { write } from '../../journal/write.ts'
import { lockHardware } from '../hardware-config/changes.ts'
import { assertInNoChangeSet } from '../hardware-state/held-hardware.ts'
import { actionOf, lockChangeSet, recordChangeSetEvent } from './change-set-rows.ts'
import type { ChangeSetRow } from './change-set-rows.ts'
import { changeSetList } from './queries.ts'

type Decide = (tx: Tx, inside: Ctx, changeSet: ChangeSetRow, at: string) => Promise<ChangeSetStatus>

const decide: Record<ChangeSetDecision, Decide> = {
  async start(tx, inside, { id }, at) {
    await hold(tx, id, sql`state = 'waiting'`)
    await sql`update change_sets set started_by = ${inside.person.id}::uuid, started_at = ${at}::timestamptz where id = ${id}::uuid`.execute(
      tx,
    )
    return 'running'
  },
  async discard(tx, _inside, { id }, at) {
    await sql`update change_sets set ended_at = ${at}::timestamptz where id = ${id}::uuid`.execute(tx)
    return 'discarded'
  },
  /** What has failed so far is accepted; only what fails from here on counts. A rollback that halted goes on as one. */
  async continue(tx, inside, { id, rolled_back_by }) {
    if (rolled_back_by !== null) {
      await sql`update change_sets set rolled_back_by = ${inside.person.id}::uuid where id = ${id}::uuid`.execute(tx)
      return 'rolling_back'
    }
    await sql`update change_set_devices set is_tolerated = true where change_set_id = ${id}::uuid and state = 'failed'`.execute(
      tx,
    )
    await sql`update change_sets set started_by = ${inside.person.id}::uuid where id = ${id}::uuid`.execute(tx)
    return 'running'
  },
  async stop(tx, _inside, { id }, at) {
    await leaveOutWaiting(tx, id, at)
    return 'stopping'
  },
  async roll_back(tx, inside, { id, status }, at) {
    await leaveOutWaiting(tx, id, at)
    await sql`update change_set_devices set rollback = 'waiting', rollback_command_id = null, rollback_failure = null, rollback_ended_at = null
      where change_set_id = ${id}::uuid and state in ('sent', 'checking', 'done', 'failed')
        and ${status === 'rolled_back' ? sql`rollback = 'failed'` : sql`rollback is null`}`.execute(tx)
    await hold(tx, id, sql`rollback = 'waiting'`)
    await sql`update change_sets set rolled_back_by = ${inside.person.id}::uuid, ended_at = null where id = ${id}::uuid`.execute(
      tx,
    )
    return 'rolling_back'
  },
}

const verbs: Record<ChangeSetDecision, EventVerb<'change-sets'>> = {
  start: 'started',
  discard: 'discarded',
  continue: 'continued',
  stop: 'stopped',
  roll_back: 'roll_back_started',
}

/**
 * The right to send the change is asked on every device of it, for each decision. Who sees only some of them is refused without a
 * word of the others.
 */
export function decideChangeSet(ctx: Ctx, id: string, decision: ChangeSetDecision): Promise<ChangeSet> {
  return write(ctx, async (tx, journal, inside) => {
    const changeSet = await lockChangeSet(tx, inside, id)
    await requireHardwareSet(inside, await devicesOf(tx, id), {
      reads: [],
      needs: ['GET', actionOf(changeSet.kind)],
    })
    if (!decisionsIn[changeSet.status].includes(decision))
      throw new AppError('change_set_over', { status: changeSet.status })
    const status = await decide[decision](tx, inside, changeSet, journal.at.toISOString())
    await sql`update change_sets set status = ${status}, halt = null where id = ${id}::uuid`.execute(tx)
    const [before, after] = [{ status: changeSet.status }, { status }]
    await recordChangeSetEvent(tx, journal, changeSet, {
      verb: verbs[decision],
      before,
      after,
      reason: null,
      ctx: inside,
    })
    return changeSetList.get(inside, id)
  })
}

async function devicesOf(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await sql<{ hardware_id: string }>`
    select hardware_id from change_set_devices where change_set_id = ${id}::uuid and state <> 'skipped'`.execute(tx)
  return rows.map(({ hardware_id }) => hardware_id)
}

/** From here on these devices take no other change. Refused with the name of the change set that has one of them. */
async function hold(tx: Tx, id: string, which: ReturnType<typeof sql>): Promise<void> {
  await sql`update change_set_devices set is_held = false where change_set_id = ${id}::uuid and is_held`.execute(tx)
  const { rows } = await sql<{ hardware_id: string }>`
    select hardware_id from change_set_devices where change_set_id = ${id}::uuid and ${which}`.execute(tx)
  const ids = rows.map(({ hardware_id }) => hardware_id)
  await lockHardware(tx, ids)
  await assertInNoChangeSet(tx, ids)
  await sql`update change_set_devices set is_held = true where change_set_id = ${id}::uuid and ${which}`.execute(tx)
}

async function leaveOutWaiting(tx: Tx, id: string, at: string): Promise<void> {
  await sql`update change_set_devices set state = 'left_out', ended_at = ${at}::timestamptz
    where change_set_id = ${id}::uuid and state = 'waiting'`.execute(tx)
}
