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
import { TypedDraftNotice, useTypedDraft } from '../../forms/typed-draft.tsx'
import { UnsavedFoot, useUnsaved } from '../../forms/unsaved.tsx'
import type { Unsaved } from '../../forms/unsaved.tsx'
import { addressOf } from '../../http/http-client.ts'
import { t } from '../../i18n/i18n.ts'
import { bothOf, Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { failureText, pushInfo } from '../../shell/messages.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Skeleton } from '../../ui/frame/states.tsx'
import { isRoleChosen, noRoleChoice, roleChanges, roleChoiceIn, toggledRole } from './role-choice.ts'
import type { RoleChoice } from './role-choice.ts'
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
  const held = useLive(listPersonRoles, { params: { id: person.id } }, { isQuiet: true })
  const groups = useLive(listResourceGroups, {}, { isQuiet: true })
  const roles = useLive(listRoles, {}, { isQuiet: true })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Roles of {{name}}', { name: person.name })}
      icon={IconShieldCheck}
      size={640}
    >
      <Loaded query={bothOf(bothOf(held, groups), roles)} failed={listRoles.says.failed} bones={<Skeleton lines={8} />}>
        {([[grants, allGroups], allRoles]) => (
          <Picker
            personId={person.id}
            groupId={groupId}
            groups={allGroups}
            roles={allRoles}
            grants={grants}
            onClose={onClose}
          />
        )}
      </Loaded>
    </Dialog>
  )
}

interface PickerProps extends Pick<PersonRolesDialogProps, 'groupId' | 'onClose'> {
  personId: string
  groups: ReplyOf<typeof listResourceGroups>
  roles: readonly Role[]
  grants: ReplyOf<typeof listPersonRoles>
}

/** A choice is of one group: before another one takes its place, its loss is asked about. */
function Picker({ personId, groupId, groups, roles, grants, onClose }: PickerProps) {
  const heldIn = (id: string) => grants.filter((one) => one.resource_group_id === id).map((one) => one.role_id)
  const options = groups
    .map(({ id, name }) => ({ value: id, label: name, held: heldIn(id).length }))
    .toSorted((one, other) => Number(other.held > 0) - Number(one.held > 0))
  // It stays when the order of the options changes, because someone else gave or took roles.
  const [group, setGroup] = useState(groupId ?? options[0]?.value ?? null)
  const [choice, setChoice] = useState(noRoleChoice)
  const draft = useTypedDraft(changeRoles.method, `${addressOf(changeRoles.path)} ${personId}`)
  const held = group === null ? [] : heldIn(group)
  const changes = roleChanges(choice, held)
  const count = changes.add.length + changes.remove.length
  const unsaved = useUnsaved(count > 0, draft.forget)
  const choose = (of: string | null, next: RoleChoice): void => {
    setGroup(of)
    setChoice(next)
    const { add, remove } = roleChanges(next, of === null ? [] : heldIn(of))
    draft.keep(add.length + remove.length === 0 ? null : { group: of, add, remove })
  }
  return (
    <div className={classes.picker}>
      <TypedDraftNotice
        draft={draft}
        onRestore={({ group: of, ...kept }) => choose(typeof of === 'string' ? of : group, roleChoiceIn(kept))}
      />
      <Select
        label={t('In the resource group')}
        data={options.map(({ value, label, held: some }) => ({
          value,
          label: some === 0 ? label : `${label} (${some === 1 ? t('1 role') : t('{{count}} roles', { count: some })})`,
        }))}
        value={group}
        onChange={(next) => unsaved.ask(() => (setGroup(next), setChoice(noRoleChoice)))}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('Nothing matches')}
      />
      {group !== null && (
        <RolesInGroup
          key={group}
          personId={personId}
          groupId={group}
          roles={roles}
          changes={changes}
          isChosen={(id) => isRoleChosen(choice, held, id)}
          onToggle={(id) => choose(group, toggledRole(choice, held, id))}
          unsaved={unsaved}
          onSaved={() => (unsaved.release(), draft.forget(), onClose())}
          onClose={onClose}
        />
      )}
    </div>
  )
}

interface RolesInGroupProps {
  personId: string
  groupId: string
  roles: readonly Role[]
  changes: RoleChoice
  isChosen: (id: string) => boolean
  onToggle: (id: string) => void
  unsaved: Unsaved
  onSaved: () => void
  onClose: () => void
}

const noChangesMade = 'No changes made'

function RolesInGroup({
  personId,
  groupId,
  roles,
  changes: { add, remove },
  unsaved,
  onSaved,
  onClose,
  ...ticks
}: RolesInGroupProps) {
  const grantable = useQuery(read(listGrantableRoles, { params: { group_id: groupId } }, { isQuiet: true }))
  const write = useWrite(changeRoles, { isQuiet: true })
  const count = add.length + remove.length
  const save = (): void => {
    if (count === 0) return pushInfo(noChangesMade, noChangesMade)
    const body = { resource_ids: [personId], resource_group_id: groupId, add: [...add], remove: [...remove] }
    write.mutate({ body }, { onSuccess: onSaved })
  }
  const namesOf = (ids: readonly string[]): string =>
    ids.map((id) => roles.find((role) => role.role_id === id)?.role_name ?? id).join(', ')
  return (
    <>
      <div className={classes.categories}>
        {byCategory(roles).map(({ category, roles: some }) => (
          <CategoryGroup
            key={category ?? ''}
            category={category}
            roles={some}
            grantable={grantable.data}
            isBusy={write.isPending}
            {...ticks}
          />
        ))}
      </div>
      {grantable.error && (
        <p className={classes.error}>{failureText(listGrantableRoles.says.failed, grantable.error)}</p>
      )}
      {count > 0 && (
        <p className={classes.summary} role="status">
          {add.length > 0 && <span>{t('Adds {{roles}}.', { roles: namesOf(add) })}</span>}
          {remove.length > 0 && <span>{t('Removes {{roles}}.', { roles: namesOf(remove) })}</span>}
        </p>
      )}
      {write.error && (
        <p className={classes.error} role="alert">
          {failureText(changeRoles.says.failed, write.error)}
        </p>
      )}
      <UnsavedFoot unsaved={unsaved} changes={count}>
        <div className={classes.verbs}>
          <Button onClick={() => unsaved.ask(onClose)} disabled={write.isPending}>
            {t('Cancel')}
          </Button>
          <Button variant="filled" onClick={save} loading={write.isPending}>
            {t('Save roles')}
          </Button>
        </div>
      </UnsavedFoot>
    </>
  )
}

interface CategoryGroupProps {
  category: Role['category']
  roles: readonly Role[]
  grantable: ReplyOf<typeof listGrantableRoles> | undefined
  isBusy: boolean
  isChosen: (id: string) => boolean
  onToggle: (id: string) => void
}

function CategoryGroup({ category, roles, grantable, isBusy, isChosen, onToggle }: CategoryGroupProps) {
  const { word, icon: Icon, means, isWarning } = categoryLook(category)
  return (
    <fieldset className={classes.category}>
      <legend>
        <Icon size={15} aria-hidden />
        {t(word)}
      </legend>
      <p className={classes.means} data-warning={isWarning || undefined}>
        {isWarning && <IconAlertTriangle size={13} aria-hidden />}
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
            checked={isChosen(role.role_id)}
            disabled={isBusy || may?.is_grantable !== true}
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
