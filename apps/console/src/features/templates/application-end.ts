import { consoleDeadline } from '@wheelhouse/contract/commands/console-timeout.ts'
import { isChangeOver, shownChangeStatus } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import type { ConfigChange } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { applyTemplate, templateSays } from '@wheelhouse/contract/templates/templates.ts'
import { t } from '../../i18n/i18n.ts'

type Change = Pick<ConfigChange, 'status' | 'deadline_at'>

/** When the console gives up waiting for the last of the changes that are not over; 0 when all are. */
export const applicationDeadline = (items: readonly Change[]): number =>
  Math.max(0, ...items.filter(({ status }) => !isChangeOver(status)).map(consoleDeadline))

export interface ApplicationEnd {
  isFailure: boolean
  /** The console alone has given up: the true end is still to come. */
  isProvisional: boolean
  text: string
}

/** How the application of a template has ended, in the words of spec section 8; null while the console waits for it. */
export function applicationEnd(items: readonly Change[], now: number): ApplicationEnd | null {
  const statuses = items.map((item) => shownChangeStatus(item, now))
  if (items.length === 0 || !statuses.every(isChangeOver)) return null
  const isProvisional = statuses.includes('console_timeout')
  return { isFailure: statuses.some((status) => status !== 'applied'), isProvisional, text: endText(statuses) }
}

function endText(statuses: readonly ReturnType<typeof shownChangeStatus>[]): string {
  if (statuses.includes('console_timeout') || statuses.includes('hardware_timeout')) return t(templateSays.timed_out)
  return t(statuses.every((status) => status === 'applied') ? templateSays.applied : applyTemplate.says.failed)
}
