import type { FeeStatus, Overstay, OverstayRecord } from '@wheelhouse/contract/overstays/overstays.ts'
import type { OverstayOutcome, OverstayStep } from '@wheelhouse/contract/overstays/overstay-steps.ts'
import { t } from '../../i18n/i18n.ts'
import { deviceName } from '../devices/device-labels.ts'

/** Keys of `t`, as all below. */
export const stepLabels: Record<OverstayStep, string> = {
  reminder: 'Reminder',
  notice: 'Notice',
  fee: 'Fee',
  removal: 'Removal',
  release: 'Release',
}

export const outcomeLabels: Record<OverstayOutcome, string> = {
  collected: 'Collected by the rider',
  returned: 'Returned to the owner',
  handed_over: 'Handed over to the authority',
  called_off: 'Called off',
}

export const feeLabels: Record<FeeStatus, string> = {
  announced: 'Announced',
  charged: 'Charged',
  cancelled: 'Cancelled',
  waived: 'Waived',
}

/** While a step has not taken effect, and in the timeline. */
const beganLabels: Record<OverstayStep, string> = {
  reminder: 'Reminder prepared',
  notice: 'Notice prepared',
  fee: 'Fee announced',
  removal: 'Removal ordered',
  release: 'In storage',
}

const doneLabels: Record<OverstayStep, string> = {
  reminder: 'Reminder sent',
  notice: 'Notice sent',
  fee: 'Fee charged',
  removal: 'Bike removed',
  release: 'Bike released',
}

const skippedLabels: Record<OverstayStep, string> = {
  reminder: 'Reminder skipped',
  notice: 'Notice skipped',
  fee: 'Fee skipped',
  removal: 'Removal withdrawn',
  release: 'Release skipped',
}

/** The step that comes next or is under way, without its time. */
export function nextStepText({ state, step, outcome }: Pick<Overstay, 'state' | 'step' | 'outcome'>): string {
  if (state === 'closed') return outcome === null ? t('Closed') : t(outcomeLabels[outcome])
  if (state === 'idle' || step === null) return t('No further step')
  return state === 'pending' ? t(beganLabels[step]) : t(stepLabels[step])
}

export function recordTitle({ step, action }: Pick<OverstayRecord, 'step' | 'action'>): string {
  if (action === 'opened') return t('Limit passed')
  if (action === 'fee_cancelled') return t('Fee cancelled')
  if (action === 'fee_waived') return t('Fee waived')
  if (action === 'closed' || step === null) return t('Closed')
  const name = t(stepLabels[step])
  if (action === 'postponed') return t('{{step}} postponed', { step: name })
  if (action === 'undone') return t('{{step}} undone', { step: name })
  const labels = { began: beganLabels, done: doneLabels, skipped: skippedLabels }[action]
  return t(labels[step])
}

export const overstayName = ({
  location_label,
  device_type: type,
  device_number: number,
}: Pick<Overstay, 'location_label' | 'device_type' | 'device_number'>): string =>
  `${location_label}, ${deviceName({ type, number })}`

/** What the glyph shows: a paused overstay looks different from one that goes on. */
export const shownState = ({ state, is_paused }: Pick<Overstay, 'state' | 'is_paused'>): string =>
  is_paused && state !== 'closed' ? 'paused' : state
