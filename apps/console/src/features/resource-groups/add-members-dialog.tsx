import { IconFolderPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { changeBelongs } from '@wheelhouse/contract/permissions/permissions.ts'
import { MemberType, memberTypes } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import type { ResourceGroupRow } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { usePlainForm } from '../../forms/plain-form.ts'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import type { FieldProps } from '../../ui/form/field-frame.tsx'
import { FormProvider, useForm } from '../../ui/form/form-state.ts'
import type { FormValues } from '../../ui/form/form-state.ts'
import { ConsoleUserField } from '../console-users/console-user-picker.tsx'
import { DeviceField } from '../devices/device-picker.tsx'
import { LocationField } from '../locations/location-picker.tsx'
import { OrganizationField } from '../organizations/organization-picker.tsx'
import { PointsField } from '../points-of-interest/point-picker.tsx'
import { NamedThingsField } from './named-things-field.tsx'
import { memberTypeLabels } from './resource-group-labels.ts'
import classes from './resource-groups.module.css'

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
        <KindField />
        <Members />
        <p className={classes.note}>
          {t('For more than 100 locations, filter the list of locations, select all and choose "Groups".')}
        </p>
      </ContractForm>
    </Dialog>
  )
}

/** What was picked of one kind cannot be added as another. */
function KindField() {
  const form = useForm()
  const set = (changed: FormValues): void => form.set({ ...changed, resource_ids: [] })
  return (
    <FormProvider value={{ ...form, set }}>
      <SelectField
        name="resource_type"
        label={t('Kind')}
        options={memberTypes.map((value) => ({ value, label: t(memberTypeLabels[value].many) }))}
      />
    </FormProvider>
  )
}

/** The location is only where the devices are looked for, and no part of what is sent. */
function DevicesField(field: FieldProps) {
  const [values, setValues] = useState<FormValues>({ location_id: null })
  const place = usePlainForm('place-of-members', values, setValues)
  return (
    <>
      <FormProvider value={place}>
        <LocationField name="location_id" label={t('Location')} />
      </FormProvider>
      <DeviceField
        {...field}
        locationId={typeof values.location_id === 'string' ? values.location_id : ''}
        isMany
        isAcrossLocations
      />
    </>
  )
}

const pickers: Record<MemberType, (field: FieldProps) => ReactNode> = {
  location: (field) => <LocationField key="location" {...field} isMany />,
  device: (field) => <DevicesField key="device" {...field} />,
  organization: (field) => <OrganizationField key="organization" {...field} isMany />,
  console_user: (field) => <ConsoleUserField key="console_user" {...field} />,
  point_of_interest: (field) => <PointsField key="point_of_interest" {...field} />,
  rental_fleet: (field) => <NamedThingsField key="rental_fleet" kind="rental_fleet" {...field} />,
  subscription: (field) => <NamedThingsField key="subscription" kind="subscription" {...field} />,
  whitelist: (field) => <NamedThingsField key="whitelist" kind="whitelist" {...field} />,
  public_area: (field) => <NamedThingsField key="public_area" kind="public_area" {...field} />,
  reminders: (field) => <NamedThingsField key="reminders" kind="reminders" {...field} />,
  dashboards: (field) => <NamedThingsField key="dashboards" kind="dashboards" {...field} />,
  report: (field) => <NamedThingsField key="report" kind="report" {...field} />,
}

function Members() {
  const { values } = useForm()
  const type = MemberType.catch('location').parse(values.resource_type)
  return pickers[type]({ name: 'resource_ids', label: t('Members') })
}
