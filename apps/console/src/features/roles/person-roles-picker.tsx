import { Button, Checkbox, Select } from '@mantine/core'
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changeRoles, listResourceGroups, listRoles } from '@wheelhouse/contract/permissions/permissions.ts'
import { listPersonRoles } from '@wheelhouse/contract/permissions/own-rights.ts'
import type { Role } from '@wheelhouse/contract/permissions/permissions.ts'
import { listGrantableRoles } from '@wheelhouse/contract/roles/roles.ts'
import type { ReplyOf } from '@wheelhouse/contract/route.ts'
import { read, useWrite } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import { failureText, pushInfo } from '../../shell/messages.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ErrorState, Skeleton } from '../../ui/frame/states.tsx'
import { byCategory, categoryLook } from './role-labels.ts'
import classes from './roles.module.css'

interface PersonRolesDialogProps {
  person: { id: string; name: string }
  /** The group that is chosen at first. */
  groupId?: string | undefined
  onClose: () => void
}

/** Which roles a person holds in a group: chosen by category, with what is to be known about each. */
export function PersonRolesDialog({ person, groupId, onClose }: PersonRolesDialogProps) {
  const [chosen, setChosen] = useState<string | null>(groupId ?? null)
  const held = useQuery(read(listPersonRoles, { params: { id: person.id } }, { isQuiet: true }))
  const groups = useQuery(read(listResourceGroups, {}, { isQuiet: true }))
  const roles = useQuery(read(listRoles, {}, { isQuiet: true }))
  const error = held.error ?? groups.error ?? roles.error
  const isReady = held.data !== undefined && groups.data !== undefined && roles.data !== undefined
  const heldIn = (id: string) =>
    held.data?.filter((one) => one.resource_group_id === id).map((one) => one.role_id) ?? []
  const options = (groups.data ?? [])
    .map(({ id, name, type }) => ({ value: id, label: name, type, held: heldIn(id).length }))
    .toSorted((one, other) => Number(other.held > 0) - Number(one.held > 0))
  const group = chosen ?? options[0]?.value ?? null
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Roles of {{name}}', { name: person.name })}
      icon={IconShieldCheck}
      size={640}
    >
      {error && !isReady && (
        <ErrorState title={listRoles.says.failed} detail={error.message} onRetry={() => void held.refetch()} />
      )}
      {!error && !isReady && <Skeleton lines={8} />}
      {isReady && (
        <div className={classes.picker}>
          <Select
            label={t('In the resource group')}
            data={options.map(({ value, label, held: count }) => ({
              value,
              label: count === 0 ? label : `${label} (${count === 1 ? t('1 role') : t('{{count}} roles', { count })})`,
            }))}
            value={group}
            onChange={setChosen}
            searchable
            allowDeselect={false}
            nothingFoundMessage={t('Nothing matches')}
          />
          {group !== null && (
            <RolesInGroup
              key={`${group} ${heldIn(group).join()}`}
              personId={person.id}
              groupId={group}
              roles={roles.data}
              held={heldIn(group)}
              onClose={onClose}
            />
          )}
        </div>
      )}
    </Dialog>
  )
}

interface RolesInGroupProps {
  personId: string
  groupId: string
  roles: readonly Role[]
  held: readonly string[]
  onClose: () => void
}

const noChangesMade = 'No changes made'

function RolesInGroup({ personId, groupId, roles, held, onClose }: RolesInGroupProps) {
  const [chosen, setChosen] = useState<readonly string[]>(held)
  const grantable = useQuery(read(listGrantableRoles, { params: { group_id: groupId } }, { isQuiet: true }))
  const write = useWrite(changeRoles, { isQuiet: true })
  const add = chosen.filter((id) => !held.includes(id))
  const remove = held.filter((id) => !chosen.includes(id))
  const changes = add.length + remove.length
  const save = (): void => {
    if (changes === 0) return pushInfo(noChangesMade, noChangesMade)
    write.mutate(
      { body: { resource_ids: [personId], resource_group_id: groupId, add, remove } },
      { onSuccess: onClose },
    )
  }
  const nameOf = (id: string) => roles.find((role) => role.role_id === id)?.role_name ?? id
  return (
    <>
      <div className={classes.categories}>
        {byCategory(roles).map(({ category, roles: some }) => (
          <CategoryGroup
            key={category ?? ''}
            category={category}
            roles={some}
            chosen={chosen}
            grantable={grantable.data}
            onToggle={(id) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])}
          />
        ))}
      </div>
      {grantable.error && (
        <p className={classes.error}>{failureText(listGrantableRoles.says.failed, grantable.error)}</p>
      )}
      {changes > 0 && (
        <p className={classes.summary} role="status">
          {add.length > 0 && <span>{t('Adds {{roles}}.', { roles: add.map(nameOf).join(', ') })}</span>}
          {remove.length > 0 && <span>{t('Removes {{roles}}.', { roles: remove.map(nameOf).join(', ') })}</span>}
        </p>
      )}
      {write.error && (
        <p className={classes.error} role="alert">
          {failureText(changeRoles.says.failed, write.error)}
        </p>
      )}
      <div className={classes.verbs}>
        <Button onClick={onClose} disabled={write.isPending}>
          {t('Cancel')}
        </Button>
        <Button variant="filled" onClick={save} loading={write.isPending}>
          {t('Save roles')}
        </Button>
      </div>
    </>
  )
}

interface CategoryGroupProps {
  category: Role['category']
  roles: readonly Role[]
  chosen: readonly string[]
  grantable: ReplyOf<typeof listGrantableRoles> | undefined
  onToggle: (id: string) => void
}

function CategoryGroup({ category, roles, chosen, grantable, onToggle }: CategoryGroupProps) {
  const { word, icon: Icon, means, isWarning } = categoryLook(category)
  return (
    <fieldset className={classes.category}>
      <legend>
        <Icon size={15} stroke={1.75} aria-hidden />
        {t(word)}
      </legend>
      <p className={classes.means} data-warning={isWarning || undefined}>
        {isWarning && <IconAlertTriangle size={13} stroke={1.75} aria-hidden />}
        {t(means)}
      </p>
      {roles.map((role) => {
        const may = grantable?.find((one) => one.role_id === role.role_id)
        return (
          <Checkbox
            key={role.role_id}
            radius={4}
            classNames={{ inner: classes.check }}
            label={role.role_name}
            description={reasonOf(category, may) ?? role.description}
            checked={chosen.includes(role.role_id)}
            disabled={may?.is_grantable !== true}
            onChange={() => onToggle(role.role_id)}
          />
        )
      })}
    </fieldset>
  )
}

/** Why a role cannot be given or taken here; null where it can, or where this is not known yet. */
function reasonOf(
  category: Role['category'],
  may: ReplyOf<typeof listGrantableRoles>[number] | undefined,
): string | null {
  if (may === undefined || may.is_grantable) return null
  if (category === 'SYSTEM_INTERNAL') return t('System-internal roles must not be given to anyone.')
  return t('You do not have all of its permissions in this group: {{missing}}.', { missing: may.missing.join(', ') })
}
