import type { ChangeSet, ChangeSetKind, HaltReason } from '@wheelhouse/contract/change-sets/change-sets.ts'
import type { ItemState, RollbackState } from '@wheelhouse/contract/change-sets/change-set-devices.ts'
import { itemFailureLabels } from '@wheelhouse/contract/change-sets/change-set-devices.ts'
import { t } from '../../i18n/i18n.ts'

export const kindLabels: Record<ChangeSetKind, string> = {
  config: 'Configuration',
  template: 'Template',
  firmware: 'Firmware',
}

/** Why it halted, and what a person has to look at. */
export const haltTexts: Record<HaltReason, string> = {
  too_many_failed: 'More devices failed than the plan allows. Nothing more is sent until you decide.',
  not_healthy: 'A device applied the change but did not become healthy in time. Nothing more is sent until you decide.',
  rights_lost:
    'The person who started the change set was disabled or no longer has the permission. Another person can continue, stop or roll back.',
}

/** One word for each device: its rollback counts once there is one. */
export type DeviceState = ItemState | 'back_waiting' | 'back_under_way' | 'back_done' | 'back_failed'

const backStates: Record<RollbackState, DeviceState | null> = {
  waiting: 'back_waiting',
  reading: 'back_under_way',
  sent: 'back_under_way',
  checking: 'back_under_way',
  done: 'back_done',
  failed: 'back_failed',
  // It refused the change, and so has what it had.
  not_needed: null,
}

export const deviceState = ({ state, rollback }: { state: ItemState; rollback: RollbackState | null }): DeviceState =>
  (rollback === null ? null : backStates[rollback]) ?? state

/** The server's own codes in words; what the hardware reported as it said it. */
export const failureWord = (failure: string): string => t(itemFailureLabels[failure] ?? failure.replaceAll('_', ' '))

/** What each device gets, in a few words. */
export function changeText({ kind, template_name, template_version, channel }: ChangeSet): string {
  if (kind === 'firmware') return t('Newest firmware of {{channel}}', { channel: channel ?? '' })
  if (kind === 'template')
    return t('{{name}}, version {{version}}', { name: template_name ?? '', version: template_version ?? '' })
  return t('Configuration')
}

export const waveWord = (wave: number): string => (wave === 0 ? t('Canary') : t('Wave {{wave}}', { wave }))
