import { Checkbox } from '@mantine/core'
import { IconShieldPlus } from '@tabler/icons-react'
import { valueIn } from '@wheelhouse/contract/certain.ts'
import { resourceTypes } from '@wheelhouse/contract/access.ts'
import type { PermissionMap, ResourceType } from '@wheelhouse/contract/access.ts'
import type { Role } from '@wheelhouse/contract/permissions/permissions.ts'
import { createRole, updateRole } from '@wheelhouse/contract/roles/roles.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import { useUser } from '../../stores/user-store.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { useField } from '../../ui/form/form-state.ts'
import { TextAreaField, TextField } from '../../ui/form/text-fields.tsx'
import { actionLabel, byAction, typeLabel } from '../permissions/action-labels.ts'
import { categories, categoryLook } from './role-labels.ts'
import classes from './roles.module.css'

interface RoleDialogProps {
  mode: 'new' | 'edit' | 'copy'
  /** The role that is edited or copied. */
  role: Role | undefined
  onDone: (role: Role) => void
  onClose: () => void
}

type Actions = Readonly<Partial<Record<string, readonly string[]>>>

/** A role out of actions that the person holds: others are not offered, and the server refuses them. */
export function RoleDialog({ mode, role, onDone, onClose }: RoleDialogProps) {
  const mine = useUser(({ userPermissions }) => userPermissions) ?? {}
  const isEdit = mode === 'edit' && role !== undefined
  const fields = <Fields mine={mine} kept={isEdit ? role.actions : {}} />
  const common = { onDone, onCancel: onClose }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={isEdit ? t('Edit {{label}}', { label: role.role_name }) : t('New role')}
      icon={IconShieldPlus}
      size={660}
    >
      {isEdit ? (
        <ContractForm
          {...common}
          route={updateRole}
          params={{ role_id: role.role_id }}
          version={role.version}
          defaults={valuesOf(role, role.role_name, role.actions)}
        >
          {fields}
        </ContractForm>
      ) : (
        <ContractForm
          {...common}
          route={createRole}
          defaults={role ? valuesOf(role, '', held(role.actions, mine)) : valuesOf(undefined, '', {})}
          saveLabel={t('Create')}
        >
          {fields}
        </ContractForm>
      )}
    </Dialog>
  )
}

const valuesOf = (role: Role | undefined, name: string, actions: Actions) => ({
  name,
  category: role?.category ?? null,
  description: role?.description ?? '',
  actions,
})

/** Of a copied role only what the person holds too. */
const held = (actions: Actions, mine: PermissionMap): Actions =>
  Object.fromEntries(
    Object.entries(actions)
      .map(([type, some = []]) => {
        const own: readonly string[] = valueIn(mine, type) ?? []
        return [type, some.filter((action) => own.includes(action))] as const
      })
      .filter(([, some]) => some.length > 0),
  )

const Fields = ({ mine, kept }: { mine: PermissionMap; kept: Actions }) => (
  <>
    <TextField name="name" label={t('Name')} maxLength={64} />
    <SelectField
      name="category"
      label={t('Category')}
      placeholder={t('Uncategorized')}
      isClearable
      options={categories
        .filter((category) => category !== null && category !== 'SYSTEM_INTERNAL')
        .map((value) => ({
          value,
          label: t(categoryLook(value).word),
          detail: t(categoryLook(value).means),
        }))}
    />
    <TextAreaField
      name="description"
      label={t('Description')}
      maxLength={500}
      help={t('At least 10 characters: who gets this role.')}
    />
    <ActionsField mine={mine} kept={kept} />
  </>
)

/** Checkboxes by type. What the role has and the person lacks stays visible and cannot be changed here. */
function ActionsField({ mine, kept }: { mine: PermissionMap; kept: Actions }) {
  const { value, error, isBusy, set } = useField<Actions>({
    name: 'actions',
    label: t('Actions'),
    show: (actions) => {
      const count = Object.values(actions ?? {}).flat().length
      return count === 1 ? t('1 action') : t('{{count}} actions', { count })
    },
  })
  const chosen = value ?? {}
  const types = resourceTypes
    .map((type) => {
      const own: readonly string[] = mine[type] ?? []
      return { type, own, actions: [...new Set([...own, ...(kept[type] ?? [])])].toSorted(byAction) }
    })
    .filter(({ actions }) => actions.length > 0)
  const toggle = (type: ResourceType, action: string): void => {
    const some = chosen[type] ?? []
    const next = some.includes(action) ? some.filter((one) => one !== action) : [...some, action].toSorted()
    const { [type]: _, ...others } = chosen
    set(next.length === 0 ? others : { ...others, [type]: next })
  }
  return (
    <div className={classes.actions} role="group" aria-label={t('Actions')}>
      {typeof error === 'string' && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      {types.map(({ type, own, actions }) => (
        <fieldset key={type} className={classes.type}>
          <legend>{typeLabel(type)}</legend>
          <div>
            {actions.map((action) => (
              <Checkbox
                key={action}
                radius={4}
                classNames={{ inner: classes.check }}
                label={actionLabel(type, action)}
                checked={chosen[type]?.includes(action) === true}
                disabled={isBusy || !own.includes(action)}
                onChange={() => toggle(type, action)}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}
