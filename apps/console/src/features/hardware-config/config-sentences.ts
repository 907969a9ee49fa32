import { consoleDeadline } from '@wheelhouse/contract/commands/console-timeout.ts'
import { configWaits } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import type { HardwareConfig } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { t } from '../../i18n/i18n.ts'

type Fetch = Pick<NonNullable<HardwareConfig['fetch']>, 'status' | 'failure' | 'deadline_at'> | null

/** When the console gives up waiting for the last fetch. */
export const fetchDeadline = (fetch: Fetch): number => (fetch === null ? Infinity : consoleDeadline(fetch))

/** The console still waits for the last fetch. */
export const isFetchOpen = (fetch: Fetch, now: number): boolean =>
  fetch?.status === 'in_progress' && now < consoleDeadline(fetch)

/** What became of the last fetch, in the words of spec section 8; null: nothing that needs words. */
export function fetchTrouble(fetch: Fetch, now: number): string | null {
  if (fetch === null || isFetchOpen(fetch, now)) return null
  if (fetch.status === 'in_progress') return t(configWaits.fetch.slow)
  if (fetch.status === 'hardware_timeout') return t(configWaits.fetch.timed_out)
  return `${t(configWaits.fetch.answered)}: ${(fetch.failure ?? fetch.status).replaceAll('_', ' ')}`
}

/** What to do where there are no settings to show. */
export const fetchAdvice = (fetch: Fetch, now: number): string =>
  fetch === null || isFetchOpen(fetch, now)
    ? 'Fetch the settings to see them. The hardware answers within a few seconds.'
    : 'The last fetch returned no settings. If the next one fails too, check the hardware on site.'
