import type { OverstayDetails } from '@wheelhouse/contract/overstays/overstays.ts'
import { canMoveOverstay, hourMs } from '@wheelhouse/contract/overstays/overstay-steps.ts'
import type { OverstayMove, OverstayOutcome, OverstayStep } from '@wheelhouse/contract/overstays/overstay-steps.ts'
import { usualOverstayRules } from '@wheelhouse/contract/overstays/overstay-rules.ts'
import { canMove, refundableMinor } from '@wheelhouse/contract/payments/payment-states.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor } from '../../journal/audit.ts'
import { write } from '../../journal/write.ts'
import { orderState } from '../maintenance-log/work-orders.ts'
import { forgive } from '../payments/charges.ts'
import { lockPayment } from '../payments/locked-payment.ts'
import type { PaymentRow } from '../payments/locked-payment.ts'
import { movePayment } from '../payments/payments.ts'
import { changeOverstay, lockOverstay, planAfter } from './overstay-rows.ts'
import type { LockedOverstay } from './overstay-rows.ts'
import { overstayById } from './queries.ts'
import { carryOut } from './removals.ts'
import { closeOverstay, withdrawOrder } from './steps.ts'
import type { StepContext } from './steps.ts'

type PersonContext = StepContext & { inside: Ctx }

/** Locks the overstay, refuses what its state does not allow, and answers what it is afterwards. */
function move(
  ctx: Ctx,
  { id, version, move: name }: { id: string; version: number; move: OverstayMove },
  work: (context: PersonContext, row: LockedOverstay) => Promise<void>,
): Promise<OverstayDetails> {
  return write(ctx, async (tx, journal, inside) => {
    const row = await lockOverstay(tx, id, journal.at.toISOString())
    if (!canMoveOverstay(row, name)) throw new AppError('overstay_not_movable', { state: row.state, step: row.step })
    assertVersion(row.version, version)
    const { config, jobs } = ctx
    await work({ tx, journal, actor: personActor(ctx), config, jobs, inside }, row)
    return overstayById(inside, id)
  })
}

const rulesOf = (row: LockedOverstay) => row.rules ?? usualOverstayRules
const later = (from: number, hours: number): string => new Date(from + hours * hourMs).toISOString()

export const skipStep = (ctx: Ctx, id: string, { reason }: { reason: string }, version: number) =>
  move(ctx, { id, version, move: 'skip' }, async (context, row) => {
    await withdrawOrder(context, row, reason)
    const next =
      row.step === 'removal'
        ? { state: 'idle', due_at: null, log_entry_id: null }
        : planAfter(rulesOf(row), row.step, context.journal.at.getTime())
    await changeOverstay(context, row, { action: 'skipped', reason, set: { ...next, skipped_step: row.step } })
  })

interface Later {
  reason: string
  hours: number
}

export const postponeStep = (ctx: Ctx, id: string, { reason, hours }: Later, version: number) =>
  move(ctx, { id, version, move: 'postpone' }, (context, row) => {
    const planned = row.due_at === null ? 0 : Date.parse(row.due_at)
    const due_at = later(Math.max(planned, context.journal.at.getTime()), hours)
    // A step that was skipped before can still be taken back.
    return changeOverstay(context, row, {
      action: 'postponed',
      reason,
      set: { due_at, skipped_step: row.skipped_step },
    })
  })

/** The step is planned again: the one that has begun, or the one that was skipped before it. */
export const undoStep = (ctx: Ctx, id: string, { reason, hours }: Later, version: number) =>
  move(ctx, { id, version, move: 'undo' }, async (context, row) => {
    const isPending = row.state === 'pending'
    const step: OverstayStep | null = isPending ? row.step : row.skipped_step
    await withdrawOrder(context, row, reason)
    await changeOverstay(context, row, {
      action: 'undone',
      step,
      reason,
      set: {
        step,
        state: 'planned',
        due_at: later(context.journal.at.getTime(), hours),
        log_entry_id: null,
        ...(step === 'fee' ? { fee_minor: null, currency: null, fee_status: null } : {}),
      },
    })
  })

export const callOff = (ctx: Ctx, id: string, { reason }: { reason: string }, version: number) =>
  move(ctx, { id, version, move: 'call_off' }, (context, row) =>
    closeOverstay(context, row, { outcome: 'called_off', reason }),
  )

export const cancelFee = (ctx: Ctx, id: string, { reason }: { reason: string }, version: number) =>
  move(ctx, { id, version, move: 'cancel_fee' }, (context, row) =>
    changeOverstay(context, row, {
      action: 'fee_cancelled',
      reason,
      set: {
        ...planAfter(rulesOf(row), 'fee', context.journal.at.getTime()),
        fee_status: 'cancelled',
        skipped_step: 'fee',
      },
    }),
  )

async function giveUp(inside: Ctx, { tx, journal }: StepContext, payment: PaymentRow, reason: string): Promise<void> {
  const { id, state, version, waiting } = payment
  if (state === 'cancelled' || state === 'refunded') return
  if (state === 'failed' && waiting.length === 0) return forgive(tx, journal, payment)
  const amount_minor = refundableMinor(payment)
  const action = canMove(payment, 'refund') ? 'refund' : 'cancel'
  await movePayment(inside, id, action, action === 'refund' ? { reason, amount_minor } : { reason }, version)
}

/** What was paid goes back; what is still owed is owed no more. The provider is asked after the commit, as for any payment. */
export const waiveFee = (ctx: Ctx, id: string, { reason }: { reason: string }, version: number) =>
  move(ctx, { id, version, move: 'waive_fee' }, async ({ inside, ...context }, row) => {
    if (row.payment_id === null) throw new AppError('not_found')
    const payment = await lockPayment(context.tx, row.payment_id)
    await giveUp(inside, context, payment, reason)
    await changeOverstay(context, row, {
      action: 'fee_waived',
      step: 'fee',
      reason,
      set: { fee_status: 'waived', skipped_step: row.skipped_step },
    })
  })

export const confirmRemoval = (ctx: Ctx, id: string, { reason }: { reason: string }, version: number) =>
  move(ctx, { id, version, move: 'carry_out' }, async (context, row) => {
    const order = await orderState(context.tx, row.log_entry_id)
    if (!order || order.photos === 0) throw new AppError('removal_needs_photo')
    await carryOut(context, row, reason)
  })

interface Release {
  outcome: Extract<OverstayOutcome, 'returned' | 'handed_over'>
  reason: string
}

export const release = (ctx: Ctx, id: string, { outcome, reason }: Release, version: number) =>
  move(ctx, { id, version, move: 'release' }, (context, row) => {
    const isKept = row.keep_until !== null && Date.parse(row.keep_until) > context.journal.at.getTime()
    if (outcome === 'handed_over' && isKept)
      throw new AppError('bicycle_still_kept', { keep_until: row.keep_until, field: 'outcome' })
    return closeOverstay(context, row, { outcome, reason, action: 'done' })
  })
