import type { Outage, OutageHandling, OutageScope, OutageStatus } from '@wheelhouse/contract/outages/outages.ts'
import { deviceName } from '../devices/device-labels.ts'
import { t } from '../../i18n/i18n.ts'

/** Keys of `t`. */
export const statusLabels: Record<OutageStatus, string> = { open: 'Open', confirmed: 'Confirmed', cleared: 'Cleared' }
export const scopeLabels: Record<OutageScope, string> = {
  location: 'Whole location',
  controller: 'Controller',
  device: 'Device',
}
export const handlingLabels: Record<OutageHandling, string> = {
  new: 'Not acknowledged',
  acknowledged: 'Acknowledged',
  assigned: 'Assigned',
  muted: 'Muted',
}

/** "Whole location", "Controller 01 and 12 devices", "Dock 07". */
export function outageName({ scope, device_type, device_number, folded_devices }: Outage): string {
  if (scope === 'location') return t('Whole location')
  const name =
    device_type !== null && device_number !== null
      ? deviceName({ type: device_type, number: device_number })
      : t('Deleted device')
  if (scope === 'device' || folded_devices === 0) return name
  return t('{{controller}} and {{count}} devices', { controller: name, count: folded_devices })
}

/** How the outage ended; null while it continues. */
export function clearingWord({ clearing }: Outage): string | null {
  if (clearing === null) return null
  return clearing === 'recovered' ? t('Contact restored') : t('No longer tracked')
}
