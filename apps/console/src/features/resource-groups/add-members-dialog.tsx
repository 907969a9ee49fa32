import { IconFolderPlus } from '@tabler/icons-react'
import { changeBelongs } from '@wheelhouse/contract/permissions/permissions.ts'
import type { ResourceGroupRow } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { useForm } from '../../ui/form/form-state.ts'
import { ConsoleUserField } from '../console-users/console-user-picker.tsx'
import { LocationField } from '../locations/location-picker.tsx'
import { OrganizationField } from '../organizations/organization-picker.tsx'
import { memberTypeLabels } from './resource-group-labels.ts'
import classes from './resource-groups.module.css'

const offered = ['location', 'organization', 'console_user'] as const

/** A few members by name; for many, a filter of the list of locations is added whole. */
export function AddMembersDialog({ group, onClose }: { group: ResourceGroupRow; onClose: () => void }) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Add members to {{name}}', { name: group.name })}
      icon={IconFolderPlus}
      size={560}
    >
      <ContractForm
        route={changeBelongs}
        defaults={{ resource_type: 'location', resource_ids: [], add: [group.id], remove: [] }}
        saveLabel={t('Add')}
        done={t('Members added')}
        hasDraft={false}
        onDone={onClose}
        onCancel={onClose}
      >
        <SelectField
          name="resource_type"
          label={t('Kind')}
          options={offered.map((value) => ({ value, label: t(memberTypeLabels[value].many) }))}
        />
        <Members />
        <p className={classes.note}>
          {t('For more than 100 locations, filter the list of locations, select all and choose "Groups".')}
        </p>
      </ContractForm>
    </Dialog>
  )
}

function Members() {
  const { values } = useForm()
  const field = { name: 'resource_ids', isMany: true, label: t('Members') }
  if (values.resource_type === 'organization') return <OrganizationField key="organization" {...field} />
  if (values.resource_type === 'console_user') return <ConsoleUserField key="console_user" {...field} />
  return <LocationField key="location" {...field} />
}
