import { configWaits } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import type { HardwareConfig } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { t } from '../../i18n/i18n.ts'

type Fetch = Pick<NonNullable<HardwareConfig['fetch']>, 'status' | 'failure'> | null

/** What became of the last fetch, in the words of spec section 8; null: nothing that needs words. */
export function fetchTrouble(fetch: Fetch, isSlow: boolean): string | null {
  if (fetch === null) return null
  if (fetch.status === 'in_progress') return isSlow ? t(configWaits.fetch.slow) : null
  if (fetch.status === 'hardware_timeout') return t(configWaits.fetch.timed_out)
  return `${t(configWaits.fetch.answered)}: ${(fetch.failure ?? fetch.status).replaceAll('_', ' ')}`
}

/** What to do where there are no settings to show. */
export const fetchAdvice = (fetch: Fetch): string =>
  fetch === null || fetch.status === 'in_progress'
    ? 'Fetch the settings to see them. The hardware answers within a few seconds.'
    : 'The last fetch brought no settings. If the next one fails too, check the hardware on site.'
