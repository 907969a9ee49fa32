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
  return folded_devices === 1
    ? t('{{controller}} and 1 device', { controller: name })
    : t('{{controller}} and {{count}} devices', { controller: name, count: folded_devices })
}

/** How the outage ended; null while it continues. */
export function clearingWord({ clearing }: Outage): string | null {
  if (clearing === null) return null
  return clearing === 'recovered' ? t('Contact restored') : t('No longer tracked')
}

/** Outages that began within this time of the first one are said to be as old as it. */
const togetherMs = 10 * 60_000

/**
 * Several outages as one: since when, and whether all of it is that old. Those that are in contact again do not count; null where
 * none is left.
 */
export function severalOutages(outages: readonly Pick<Outage, 'began_at' | 'confirmed_at' | 'well_since'>[]) {
  const silent = outages.filter(({ well_since }) => well_since === null)
  const times = silent.map(({ began_at }) => Date.parse(began_at))
  if (times.length === 0) return null
  const first = Math.min(...times)
  return {
    since: new Date(first).toISOString(),
    isTogether: Math.max(...times) - first <= togetherMs,
    isConfirmed: silent.some(({ confirmed_at }) => confirmed_at !== null),
  }
}
