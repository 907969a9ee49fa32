import { sql } from 'kysely'
import { certain } from '@wheelhouse/contract/certain.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { HaltReason } from '@wheelhouse/contract/change-sets/change-sets.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { doEachAlone } from '../../platform/each-alone.ts'
import { openJournal, withJournal } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { personOf } from '../background-jobs/job-batches.ts'
import { publishChangeSet, recordChangeSetEvent, takeChangeSet } from './change-set-rows.ts'
import type { ChangeSetRow } from './change-set-rows.ts'
import { nextStep } from './next-step.ts'
import type { Step, Tally } from './next-step.ts'
import { settleDevices } from './outcomes.ts'
import { sendBack, sendWave } from './sending.ts'
import type { Acting } from './sending.ts'

export type AdvanceDeps = Omit<Ctx, 'person' | 'correlation_id' | 'idempotency'>

/**
 * Moves each change set one step on. A step is one transaction with its commands and its devices, so a process that is
 * killed leaves either the whole step or nothing of it, and the next process goes on from the rows.
 */
export async function advanceChangeSets(deps: AdvanceDeps): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from change_sets where status in ('running', 'halted', 'stopping', 'rolling_back') order by id`.execute(
    deps.db,
  )
  await doEachAlone(deps, 'change-sets.advance', rows, ({ id }) => advanceOne(deps, id))
}

function advanceOne(deps: AdvanceDeps, id: string): Promise<void> {
  const journal = openJournal(deps.clock.now())
  return withJournal(deps.db, journal, async (tx) => {
    const changeSet = await takeChangeSet(tx, id)
    if (!changeSet) return
    const isMoved = await settleDevices(tx, changeSet, journal.at)
    const tally = await tallyOf(tx, changeSet)
    const step = nextStep(changeSet, tally, journal.at)
    await take(step, { deps, tx, journal, changeSet, tally })
    if (isMoved || step.kind !== 'wait') await publishChangeSet(tx, journal, id)
  })
}

/** Codes of devices that took the change and did not come back as they should. */
const unhealthy = sql`failure in ('no_contact', 'other_config', 'other_version', 'alarm_raised')`

async function tallyOf(tx: Tx, { id, wave }: ChangeSetRow): Promise<Tally> {
  const counts = sql`count(*) filter (where wave <= ${wave ?? -1}::int and state <> 'left_out' and not is_tolerated)::int as begun,
    count(*) filter (where state = 'failed' and not is_tolerated)::int as failed,
    count(*) filter (where state = 'failed' and not is_tolerated and ${unhealthy})::int as unhealthy,
    count(*) filter (where state in ('sent', 'checking'))::int as under_way,
    count(*) filter (where state = 'waiting' and wave = ${wave ?? -1}::int)::int as waiting_in_wave,
    count(*) filter (where state = 'waiting')::int as waiting,
    count(*) filter (where rollback = 'waiting')::int as rollback_waiting,
    count(*) filter (where rollback in ('reading', 'sent', 'checking'))::int as rollback_under_way`
  const { rows } = await sql<Tally>`select ${counts} from change_set_devices where change_set_id = ${id}::uuid`.execute(
    tx,
  )
  return certain(rows[0])
}

interface Taking {
  deps: AdvanceDeps
  tx: Tx
  journal: Journal
  changeSet: ChangeSetRow
  tally: Tally
}

async function take(step: Step, taking: Taking): Promise<void> {
  const { tx, journal, changeSet, tally } = taking
  const { id } = changeSet
  if (step.kind === 'halt') return halt(taking, step.reason)
  if (step.kind === 'send') return inTheNameOf(taking, changeSet.started_by, sendWave)
  if (step.kind === 'send_back')
    return inTheNameOf(taking, changeSet.rolled_back_by, (acting) => sendBack(acting, tally.rollback_under_way))
  if (step.kind === 'begin_wave')
    await sql`update change_sets set wave = coalesce(wave, -1) + 1, wave_ended_at = null where id = ${id}::uuid`.execute(
      tx,
    )
  if (step.kind === 'end_wave')
    await sql`update change_sets set wave_ended_at = ${journal.at.toISOString()}::timestamptz where id = ${id}::uuid`.execute(
      tx,
    )
  if (step.kind === 'end') await endChangeSet(taking, step.status)
}

async function halt({ tx, journal, changeSet, tally }: Taking, reason: HaltReason): Promise<void> {
  await sql`update change_sets set status = 'halted', halt = ${reason} where id = ${changeSet.id}::uuid`.execute(tx)
  const after = { reason, failed: tally.failed, begun: tally.begun }
  await recordChangeSetEvent(tx, journal, changeSet, { verb: 'halted', before: null, after, reason: null, ctx: null })
}

/** Its devices are free for other changes. */
async function endChangeSet(taking: Taking, status: 'completed' | 'stopped' | 'rolled_back'): Promise<void> {
  const { tx, journal, changeSet } = taking
  await sql`update change_sets set status = ${status}, ended_at = ${journal.at.toISOString()}::timestamptz where id = ${changeSet.id}::uuid`.execute(
    tx,
  )
  await sql`update change_set_devices set is_held = false where change_set_id = ${changeSet.id}::uuid and is_held`.execute(
    tx,
  )
  // That a person stopped it is in the history already.
  if (status !== 'stopped')
    await recordChangeSetEvent(tx, journal, changeSet, {
      verb: status,
      before: null,
      after: { status },
      reason: null,
      ctx: null,
    })
}

/** A person who was disabled, or lost a right, must not change anything more: a run halts, a rollback waits for another person. */
async function inTheNameOf(
  taking: Taking,
  personId: string | null,
  act: (acting: Acting) => Promise<void>,
): Promise<void> {
  const { deps, tx, journal, changeSet } = taking
  try {
    const person = await personOf(tx, personId ?? changeSet.planned_by)
    const ctx: Ctx = { ...deps, db: tx, person, correlation_id: journal.correlation_id }
    await act({ tx, journal, ctx, changeSet })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await halt(taking, 'rights_lost')
  }
}
