import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { deviceIssueKinds } from '@wheelhouse/contract/locations/locations.ts'
import type { DeviceIssueKind } from '@wheelhouse/contract/locations/locations.ts'
import { t } from '../../i18n/i18n.ts'
import { durationLabel } from '../../ui/details/time.tsx'
import { alarmWord, isSilent } from './device-labels.ts'
import { stateWord } from './device-styles.ts'

export interface DeviceIssue {
  device: Device
  kind: DeviceIssueKind
  /** "Lock jam", "No contact for 2 h". */
  words: string
}

/** The first that holds, as its location counts it; null where nothing is wrong. */
function issueOf(device: Device): DeviceIssueKind | null {
  if (device.dock_state === 'fault') return 'fault'
  if (device.alarms.length > 0) return 'alarm'
  if (device.hardware_id === null) return 'no_hardware'
  return isSilent(device) ? 'offline' : null
}

function wordsOf(device: Device, kind: DeviceIssueKind, now: number): string {
  if (kind === 'fault') return stateWord(device)
  if (kind === 'alarm') return device.alarms.map(alarmWord).join(', ')
  if (kind === 'no_hardware') return t('No hardware')
  const heard = device.last_heartbeat_at
  return heard === null
    ? t('Never reported')
    : t('No contact for {{time}}', { time: durationLabel(now - Date.parse(heard)) })
}

/** What is wrong at a location, worst first, then in physical order. */
export const deviceIssues = (devices: readonly Device[], now: number): DeviceIssue[] =>
  devices
    .flatMap((device): DeviceIssue[] => {
      const kind = issueOf(device)
      return kind === null ? [] : [{ device, kind, words: wordsOf(device, kind, now) }]
    })
    .toSorted((a, b) => deviceIssueKinds.indexOf(a.kind) - deviceIssueKinds.indexOf(b.kind))
