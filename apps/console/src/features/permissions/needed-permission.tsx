import { t } from '../../i18n/i18n.ts'
import type { Permission } from '../../ui/frame/states.tsx'
import { actionLabel, typeLabel } from './action-labels.ts'

/** The permission that a person lacks, in words; its code, which the permission service and its logs use, is the tooltip. */
export function NeededPermission({ action, resource, purpose }: Permission) {
  const permission = t('“{{action}}” on {{type}}', {
    action: actionLabel(resource, action),
    type: typeLabel(resource),
  })
  return (
    <span title={`${action} on ${resource}`}>
      {purpose === undefined
        ? t('You need the permission {{permission}}.', { permission })
        : t('{{purpose}}, you need the permission {{permission}}.', { purpose, permission })}
    </span>
  )
}
