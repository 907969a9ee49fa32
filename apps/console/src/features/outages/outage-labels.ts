import type { Outage } from '@wheelhouse/contract/outages/outages.ts'
import { deviceName } from '../devices/device-labels.ts'
import { t } from '../../i18n/i18n.ts'

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

/** How it ended, in a word; null while it goes on. */
export const clearingWord = ({ clearing }: Outage): string | null =>
  clearing === null ? null : clearing === 'recovered' ? t('Contact restored') : t('No longer tracked')
