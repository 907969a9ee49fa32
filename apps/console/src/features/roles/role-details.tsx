import { Button, Select } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCopyPlus, IconMinus, IconPencil, IconTrash } from '@tabler/icons-react'
import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { resourceTypes } from '@wheelhouse/contract/access.ts'
import type { Role } from '@wheelhouse/contract/permissions/permissions.ts'
import { deleteRole } from '@wheelhouse/contract/roles/roles.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { t } from '../../i18n/i18n.ts'
import { actionLabel, byAction, typeLabel } from '../permissions/action-labels.ts'
import { ViewAsRole } from '../view-as/view-as-picker.tsx'
import { actionCount, categoryLook } from './role-labels.ts'
import classes from './roles.module.css'

interface RoleDetailsProps {
  role: Role
  roles: readonly Role[]
  compared: Role | undefined
  onCompare: (id: string | undefined) => void
  onEdit: (() => void) | undefined
  onCopy: (() => void) | undefined
  onDeleted: () => void
  /** What happened to it; none of a default role, which never changes. */
  history: ReactNode
}

export function RoleDetails({
  role,
  roles,
  compared,
  onCompare,
  onEdit,
  onCopy,
  onDeleted,
  history,
}: RoleDetailsProps) {
  const { means, isWarning } = categoryLook(role.category)
  return (
    <section className={classes.detail} aria-label={role.role_name}>
      <div className={classes.head}>
        <h2>{role.role_name}</h2>
        <div>
          {onEdit && (
            <Button leftSection={<IconPencil size={15} aria-hidden />} onClick={onEdit}>
              {t('Edit')}
            </Button>
          )}
          {onCopy && role.category !== 'SYSTEM_INTERNAL' && (
            <Button leftSection={<IconCopyPlus size={15} aria-hidden />} onClick={onCopy}>
              {t('Copy to a new role')}
            </Button>
          )}
          {role.category !== 'SYSTEM_INTERNAL' && <ViewAsRole id={role.role_id} name={role.role_name} />}
          {!role.is_default && <DeleteButton role={role} onDeleted={onDeleted} />}
        </div>
      </div>
      <p className={classes.lead}>{role.description}</p>
      <p className={classes.means} data-warning={isWarning || undefined}>
        {isWarning && <IconAlertTriangle size={13} aria-hidden />}
        {t(means)}
      </p>
      <p className={classes.means}>
        {role.is_default
          ? t('A default role: it comes with the installation and cannot be edited.')
          : t('A role of {{name}}.', { name: role.organization_name ?? t('the provider') })}
      </p>
      <div className={classes.compare}>
        <label htmlFor="compared-role">{t('Compare with')}</label>
        <Select
          id="compared-role"
          placeholder={t('Another role')}
          data={roles
            .filter(({ role_id }) => role_id !== role.role_id)
            .map(({ role_id, role_name }) => ({ value: role_id, label: role_name }))}
          value={compared?.role_id ?? null}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('Compare with nothing') }}
          onChange={(id) => onCompare(id ?? undefined)}
        />
        {compared && <Difference role={role} compared={compared} />}
      </div>
      <ActionTable role={role} compared={compared} />
      {history !== undefined && (
        <section className={classes.past}>
          <h3>{t('Event history')}</h3>
          {history}
        </section>
      )}
    </section>
  )
}

const DeleteButton = ({ role, onDeleted }: { role: Role; onDeleted: () => void }) => (
  <ActionButton
    route={deleteRole}
    input={{ params: { role_id: role.role_id }, version: role.version }}
    label={t('Delete')}
    icon={IconTrash}
    confirm={{
      title: t('Delete {{label}}?', { label: role.role_name }),
      children: t('Only possible while nobody holds the role. Its history stays in the audit log.'),
      isDanger: true,
      keepLabel: t('Keep role'),
    }}
    onDone={onDeleted}
  />
)

const has = (role: Role, type: string, action: string): boolean => role.actions[type]?.includes(action) === true

/** The answer first: how the two differ, in numbers. */
function Difference({ role, compared }: { role: Role; compared: Role }) {
  const only = (one: Role, other: Role) =>
    Object.entries(one.actions).flatMap(([type, some]) => some.filter((action) => !has(other, type, action))).length
  const shared = actionCount(role) - only(role, compared)
  return (
    <span role="status">
      {t('{{shared}} in both, {{first}} only in {{one}}, {{second}} only in {{other}}', {
        shared,
        first: only(role, compared),
        one: role.role_name,
        second: only(compared, role),
        other: compared.role_name,
      })}
    </span>
  )
}

function ActionTable({ role, compared }: { role: Role; compared: Role | undefined }) {
  const shown = compared ? [role, compared] : [role]
  const types = resourceTypes
    .map((type) => ({
      type,
      actions: [...new Set(shown.flatMap((one) => one.actions[type] ?? []))].toSorted(byAction),
    }))
    .filter(({ actions }) => actions.length > 0)
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('What')}</th>
          <th scope="col">{t('Action')}</th>
          {compared &&
            shown.map((one) => (
              <th key={one.role_id} scope="col">
                {one.role_name}
              </th>
            ))}
        </tr>
      </thead>
      <tbody>
        {types.map(({ type, actions }) => (
          <Fragment key={type}>
            <tr>
              <th scope="rowgroup" colSpan={compared ? 4 : 2}>
                {typeLabel(type)}
              </th>
            </tr>
            {actions.map((action) => (
              <tr key={action}>
                <td>{actionLabel(type, action)}</td>
                <td>
                  <code>{action}</code>
                </td>
                {compared && shown.map((one) => <Held key={one.role_id} is={has(one, type, action)} />)}
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

const Held = ({ is }: { is: boolean }) => (
  <td>
    {is ? (
      <IconCheck className={classes.yes} size={15} aria-label={t('Yes')} />
    ) : (
      <IconMinus className={classes.no} size={15} aria-label={t('No')} />
    )}
  </td>
)
