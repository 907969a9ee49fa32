import { t } from '../../i18n/i18n.ts'
import type { Missing, Permission } from '../../ui/frame/states.tsx'
import { actionLabel, typeLabel } from './action-labels.ts'

const nameOf = ({ action, resource }: Permission): string =>
  t('“{{action}}” on {{type}}', { action: actionLabel(resource, action), type: typeLabel(resource) })

const listOf = (names: readonly string[], last: string): string =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].join(last)

function sentence(names: readonly string[], { isAnyEnough = false, purpose }: Missing): string {
  if (names.length > 1) {
    const permissions = listOf(names, isAnyEnough ? t(' or ') : t(' and '))
    if (purpose !== undefined)
      return isAnyEnough
        ? t('{{purpose}}, you need one of the permissions {{permissions}}.', { purpose, permissions })
        : t('{{purpose}}, you need the permissions {{permissions}}.', { purpose, permissions })
    return isAnyEnough
      ? t('You need one of the permissions {{permissions}}.', { permissions })
      : t('You need the permissions {{permissions}}.', { permissions })
  }
  const permission = names.join('')
  return purpose === undefined
    ? t('You need the permission {{permission}}.', { permission })
    : t('{{purpose}}, you need the permission {{permission}}.', { purpose, permission })
}

/** The permissions that a person lacks, in words; their codes, which the permission service and its logs use, are the tooltip. */
export function NeededPermission(missing: Missing) {
  const all = [missing, ...(missing.more ?? [])]
  return (
    <span title={all.map(({ action, resource }) => `${action} on ${resource}`).join(', ')}>
      {sentence(all.map(nameOf), missing)}
    </span>
  )
}
