import { logEntryName } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import type { LogResource, LogStatus, LogType } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import type { LogEntry } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import { t } from '../../i18n/i18n.ts'
import { durationLabel } from '../../ui/details/time.tsx'
import { deviceName } from '../devices/device-labels.ts'

/** Keys of `t`. */
export const logTypeLabels: Record<LogType, string> = {
  inspection: 'Inspection',
  repair: 'Repair',
  replacement: 'Replacement',
  cleaning: 'Cleaning',
  firmware: 'Firmware',
  installation: 'Installation',
  relocation: 'Relocation',
  vandalism: 'Vandalism',
  software: 'Software',
  other: 'Other',
}

export const logResourceLabels: Record<LogResource, string> = {
  none: 'None',
  remote: 'Remote',
  on_site_technician: 'On-site technician',
  partner: 'Partner',
  vendor: 'Vendor',
}

/** What the button says that moves an entry to this status. */
const moveWords: Record<LogStatus, string> = {
  new: 'Unassign',
  assigned: 'Assign to me',
  in_progress: 'Start work',
  blocked: 'Block',
  resolved: 'Resolve',
  verified: 'Verify',
  cancelled: 'Cancel entry',
}

export function moveWord({ status, assignee_id }: Pick<LogEntry, 'status' | 'assignee_id'>, to: LogStatus): string {
  if (status === 'resolved' && to === 'in_progress') return t('Reopen')
  if (to === 'assigned' && assignee_id !== null) return t('Back to assigned')
  if (to === 'in_progress' && status === 'blocked') return t('Continue work')
  return t(moveWords[to])
}

export const entryName = ({ number }: Pick<LogEntry, 'number'>): string => logEntryName(number)

const namedAtMost = 3

/** "Dock 07, Dock 08 and 4 more"; without targets the whole location. */
export function targetsText({ targets }: Pick<LogEntry, 'targets'>): string {
  if (targets.length === 0) return t('Whole location')
  const names = targets.slice(0, namedAtMost).map(deviceName).join(', ')
  const more = targets.length - namedAtMost
  return more > 0 ? t('{{names}} and {{count}} more', { names, count: more }) : names
}

export const minutesText = (minutes: number): string => durationLabel(minutes * 60_000)
