import type { OverstayRules } from '@wheelhouse/contract/overstays/overstay-rules.ts'
import { holdOf, waitBefore } from '@wheelhouse/contract/overstays/overstay-steps.ts'
import type { OverstayStep } from '@wheelhouse/contract/overstays/overstay-steps.ts'
import type { Config } from '../../platform/config.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { addWorkOrder, closeWorkOrder } from '../maintenance-log/work-orders.ts'
import { deviceName } from '../hardware-state/placed-hardware.ts'
import { charge } from '../payments/charges.ts'
import { askForPayment } from '../payments/provider-answers.ts'
import { changeOverstay, planAfter } from './overstay-rows.ts'
import type { Change, LockedOverstay } from './overstay-rows.ts'
import { messageRider } from './rider-messages.ts'

/** A change with what its steps need of the server. */
export interface StepContext extends Change {
  config: Config
  jobs: Jobs
}

type Ruled = LockedOverstay & { rules: OverstayRules; step: OverstayStep }

const nowOf = ({ journal }: Change): number => journal.at.getTime()

/** Leaves out the present step in the name of the service, and plans the next one. */
const leaveOut = (context: StepContext, row: Ruled, reason: string): Promise<void> =>
  changeOverstay(context, row, { action: 'skipped', reason, set: planAfter(row.rules, row.step, nowOf(context)) })

/** Announces the present step. Until it takes effect it can be taken back. */
export async function beginStep(context: StepContext, row: Ruled): Promise<void> {
  const { rules, step } = row
  if (waitBefore(rules, step) === null) return leaveOut(context, row, 'The region no longer takes this step')
  if (step === 'fee' && row.user_id === null) return leaveOut(context, row, 'The rider is unknown')
  const hold = holdOf(rules, step)
  const due_at = hold === null ? null : new Date(nowOf(context) + hold).toISOString()
  const set = { state: 'pending', due_at }
  if (step === 'fee') {
    const fee = { fee_minor: rules.fee_minor, currency: rules.currency }
    await changeOverstay(context, row, { action: 'began', set: { ...set, ...fee, fee_status: 'announced' } })
    return messageRider(context, row, 'fee_announced', { ...fee, until: due_at })
  }
  if (step === 'removal') {
    const log_entry_id = await orderRemoval(context, row)
    await changeOverstay(context, row, { action: 'began', set: { ...set, log_entry_id } })
    return messageRider(context, row, 'removal_ordered')
  }
  return changeOverstay(context, row, { action: 'began', set })
}

function orderRemoval({ tx, journal, config, actor }: StepContext, row: LockedOverstay): Promise<string> {
  const { location_id, device_id, device_type: type, device_number: number } = row
  const description = `Remove the bike from ${deviceName({ type, number })}: it is parked beyond the limit of the location. Take a photo before you move it, then confirm the removal in Overstays.`
  return addWorkOrder(
    { tx, journal, config, actor },
    { location_id, device_id, description, type: 'relocation', priority: 'high' },
  )
}

/** A reminder or a notice is sent, a fee is charged. What a person carries out never gets here. */
export async function takeEffect(context: StepContext, row: Ruled): Promise<void> {
  const { step, rules } = row
  const next = planAfter(rules, step, nowOf(context))
  if (step === 'fee') {
    const payment_id = await chargeFee(context, row)
    await changeOverstay(context, row, { action: 'done', set: { ...next, payment_id, fee_status: 'charged' } })
    return messageRider(context, row, 'fee_charged')
  }
  if (step === 'removal' || step === 'release') return
  await changeOverstay(context, row, { action: 'done', set: next })
  return messageRider(context, row, step)
}

/** The key names the overstay, so that whatever is repeated, it is charged once. */
async function chargeFee({ tx, journal, jobs }: StepContext, row: LockedOverstay): Promise<string> {
  const { id, user_id, fee_minor, currency, location_id } = row
  if (user_id === null || fee_minor === null || currency === null)
    throw new Error(`The overstay ${id} has a fee without an amount or a rider`)
  const payment_id = await charge(tx, journal, {
    type: 'penalty',
    of: { parking_session_id: id },
    key: `overstay ${id}`,
    user_id,
    visible_through: { type: 'location', id: location_id },
    amount_minor: fee_minor,
    currency,
    reason: 'Parked beyond the limit of the location',
  })
  await jobs.send(tx, askForPayment, { payment_id })
  return payment_id
}

/** Withdraws the order of a removal that is not carried out. */
export async function withdrawOrder({ tx, journal, actor }: Change, row: LockedOverstay, why: string): Promise<void> {
  if (row.step !== 'removal' || row.state !== 'pending' || row.log_entry_id === null) return
  await closeWorkOrder(tx, journal, { id: row.log_entry_id, status: 'cancelled', resolution: why, actor })
}

type Ending = 'collected' | 'returned' | 'handed_over' | 'called_off'

/** Ends the overstay: an order is withdrawn, and a fee that was only announced is not charged. */
export async function closeOverstay(
  context: Change,
  row: LockedOverstay,
  { outcome, reason, action = 'closed' }: { outcome: Ending; reason: string; action?: 'closed' | 'done' },
): Promise<void> {
  await withdrawOrder(context, row, reason)
  const at = context.journal.at.toISOString()
  const fee = row.fee_status === 'announced' ? { fee_status: 'cancelled' } : {}
  const set = { state: 'closed', outcome, closed_at: at, due_at: null, ...fee }
  await changeOverstay(context, row, { action, reason, set })
}
