import { configWaits } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import type { HardwareConfig } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { t } from '../../i18n/i18n.ts'

/** What became of the last fetch, in the words of spec section 8; null: nothing that needs words. */
export function fetchTrouble(
  fetch: Pick<NonNullable<HardwareConfig['fetch']>, 'status' | 'failure'> | null,
  isSlow: boolean,
): string | null {
  if (fetch === null) return null
  if (fetch.status === 'in_progress') return isSlow ? t(configWaits.fetch.slow) : null
  if (fetch.status === 'hardware_timeout') return t(configWaits.fetch.timed_out)
  return `${t(configWaits.fetch.answered)}: ${(fetch.failure ?? fetch.status).replaceAll('_', ' ')}`
}
