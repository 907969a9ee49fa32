import { sql } from 'kysely'
import * as z from 'zod'
import type { OverstayRules } from '@wheelhouse/contract/overstays/overstay-rules.ts'
import type { OverstayStep } from '@wheelhouse/contract/overstays/overstay-steps.ts'
import { doEachAlone } from '../../platform/each-alone.ts'
import { jobKind } from '../../platform/jobs.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { systemActor } from '../../journal/audit.ts'
import { openJournal, withJournal } from '../../journal/journal.ts'
import { orderState } from '../maintenance-log/work-orders.ts'
import { carryOut } from './removals.ts'
import { addRecord, changeOverstay, isPaused, lockDue, planAfter, recordEvent } from './overstay-rows.ts'
import type { LockedOverstay } from './overstay-rows.ts'
import { rulesOfLocation } from './rules.ts'
import { beginStep, closeOverstay, takeEffect } from './steps.ts'
import type { StepContext } from './steps.ts'

/** Every minute: finds what passed its limit and takes the steps that are due, each once, whatever the number of processes. */
export const advanceOverstays = jobKind({
  name: 'overstays.advance',
  payload: z.object({}),
  cron: '* * * * *',
  time_limit_s: 300,
})

const atOnce = 500

/**
 * After a stop an overstay goes on with the one step that is due. The next one waits its whole time from then, so the rider never
 * gets two at once.
 */
export async function runAdvanceOverstays(ctx: JobCtx): Promise<void> {
  for (let count = atOnce; count === atOnce && !ctx.signal.aborted;) count = await openOverstays(ctx)
  await doEachAlone(ctx, advanceOverstays.name, await dueOverstays(ctx), ({ id }) => advanceOne(ctx, id))
}

interface Found {
  id: string
  location_id: string
  limit_h: number
  started_at: string
  exceeded_at: string
  device_id: string
  device_type: string
  device_number: number
  rules: OverstayRules
}

/** The row of the overstay is the claim: two processes that find the same session open one overstay. */
async function openOverstays(ctx: JobCtx): Promise<number> {
  const journal = openJournal(ctx.clock.now(), ctx.correlation_id)
  const at = journal.at.toISOString()
  return withJournal(ctx.db, journal, async (tx) => {
    const { rows } = await sql<Found>`
      select s.id, s.location_id, l.overstay_limit_h as limit_h, s.device_id, s.device_type, d.number as device_number,
        s.started_at + make_interval(hours => l.overstay_limit_h) as exceeded_at, to_jsonb(z) - 'region_id' - 'updated_at' as rules
      from parking_sessions s join locations l on l.id = s.location_id join devices d on d.id = s.device_id
        join ${rulesOfLocation} on true
      where s.status <> 'ended' and s.status = 'active' and not ${isPaused(at)}
        and not exists (select 1 from overstays o where o.session_id = s.id)
      order by s.started_at, s.id limit ${atOnce}`.execute(tx)
    for (const { rules, id, location_id, limit_h, exceeded_at, ...device } of rows) {
      const plan = planAfter(rules, null, Date.parse(exceeded_at))
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('overstays')
        .values({
          session_id: id,
          location_id,
          limit_h,
          exceeded_at,
          state: 'idle',
          ...plan,
          opened_at: at,
          updated_at: at,
        })
        .onConflict((conflict) => conflict.column('session_id').doNothing())
        .executeTakeFirstOrThrow()
      if (!numInsertedOrUpdatedRows) continue
      const context = { tx, journal, actor: systemActor }
      await addRecord(context, id, { action: 'opened', step: null, reason: '', due_at: plan.due_at ?? null })
      recordEvent(
        journal,
        systemActor,
        { id, location_id, ...device },
        { verb: 'opened', after: { limit_h }, reason: null },
      )
    }
    return rows.length
  })
}

/** A lock that staff opened by force is the crew at work: its order waits for their photo. */
const isOver = sql<boolean>`(s.status = 'ended' and o.step is distinct from 'release'
  and not (o.step is not distinct from 'removal' and o.state = 'pending' and s.how_ended = 'forced'))`

const isOrderOver = sql<boolean>`(o.step = 'removal' and o.state = 'pending'
  and (e.id is null or e.status = 'cancelled' or (e.status in ('resolved', 'verified')
    and exists (select 1 from maintenance_log_photos p where p.entry_id = e.id))))`

async function dueOverstays({ db, clock }: JobCtx): Promise<{ id: string }[]> {
  const now = clock.now().toISOString()
  const { rows } = await sql<{ id: string }>`
    select o.session_id as id from overstays o join parking_sessions s on s.id = o.session_id
      join locations l on l.id = o.location_id left join ${rulesOfLocation} on true
      left join maintenance_log_entries e on e.id = o.log_entry_id
    where o.state <> 'closed' and (${isOver} or ${isOrderOver} or (o.due_at <= ${now}::timestamptz and not ${isPaused(now)}))
    order by o.due_at nulls first, o.session_id limit ${atOnce}`.execute(db)
  return rows
}

async function advanceOne(ctx: JobCtx, id: string): Promise<void> {
  const journal = openJournal(ctx.clock.now(), ctx.correlation_id)
  await withJournal(ctx.db, journal, async (tx) => {
    const row = await lockDue(tx, id, journal.at.toISOString())
    if (row) await advance({ tx, journal, actor: systemActor, config: ctx.config, jobs: ctx.jobs }, row)
  })
}

/** One step at most. Everything is read again under the lock: another process may have been faster. */
async function advance(context: StepContext, row: LockedOverstay): Promise<void> {
  if (row.state === 'closed' || row.step === 'release') return
  const isRemovalPending = row.step === 'removal' && row.state === 'pending'
  if (row.session_status === 'ended' && !(isRemovalPending && row.how_ended === 'forced'))
    return closeOverstay(context, row, { outcome: 'collected', reason: 'The bike was collected' })
  if (isRemovalPending) return followOrder(context, row)
  const now = context.journal.at.getTime()
  const { rules, step } = row
  if (row.is_paused || rules === null || step === null || row.due_at === null || Date.parse(row.due_at) > now) return
  await advanceDue(context, { ...row, rules, step })
}

const advanceDue = (
  context: StepContext,
  row: LockedOverstay & { rules: OverstayRules; step: OverstayStep },
): Promise<void> => (row.state === 'planned' ? beginStep(context, row) : takeEffect(context, row))

/** The order may be resolved or cancelled in the maintenance log; the overstay follows. */
async function followOrder(context: StepContext, row: LockedOverstay): Promise<void> {
  const order = await orderState(context.tx, row.log_entry_id)
  if (order && (order.status === 'resolved' || order.status === 'verified') && order.photos > 0) {
    const actor =
      order.resolved_by === null
        ? systemActor
        : { kind: 'person' as const, id: order.resolved_by, name: order.resolved_by_name }
    return carryOut({ ...context, actor }, row, order.resolution || 'The log entry was resolved')
  }
  if (!order || order.status === 'cancelled')
    await changeOverstay(context, row, {
      action: 'skipped',
      reason: order?.resolution || 'The log entry of the removal was deleted',
      set: { state: 'idle', due_at: null, log_entry_id: null },
    })
}
