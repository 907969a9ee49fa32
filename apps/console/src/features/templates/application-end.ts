import type { ConfigChange } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { applyTemplate, templateSays } from '@wheelhouse/contract/templates/templates.ts'
import { t } from '../../i18n/i18n.ts'

/** How the application of a template ended, in the words of spec section 8. */
export function applicationEnd(items: readonly Pick<ConfigChange, 'status'>[]): { isFailure: boolean; text: string } {
  if (items.some(({ status }) => status === 'hardware_timeout'))
    return { isFailure: true, text: t(templateSays.timed_out) }
  if (items.some(({ status }) => status !== 'applied')) return { isFailure: true, text: t(applyTemplate.says.failed) }
  return { isFailure: false, text: t(templateSays.applied) }
}
