import { Select } from '@mantine/core'
import { useEffect, useId } from 'react'
import { t } from '../../i18n/i18n.ts'
import { useOrganizationChoices } from '../organizations/organization-choices.ts'
import { useUser } from '../../stores/user-store.ts'
import classes from '../../ui/form/form.module.css'
import { framed } from '../../ui/form/field-frame.tsx'
import { NoPermission } from '../../ui/frame/states.tsx'

interface OrganizationChoiceProps {
  value: string | null
  onChange: (organizationId: string) => void
}

/** Whose work it is: at first the organization of the person, since most people see no other. */
export function OrganizationChoice({ value, onChange }: OrganizationChoiceProps) {
  const id = useId()
  const choices = useOrganizationChoices()
  const own = useUser(({ organizationId }) => organizationId)
  const first = choices?.find((choice) => choice.value === own)?.value ?? choices?.[0]?.value
  useEffect(() => {
    if (value === null && first !== undefined) onChange(first)
  }, [value, first, onChange])
  if (choices === null) return <NoPermission action="GET" resource="organization" />
  return (
    // The label is where those of the form below are.
    <div className={classes.form}>
      <Select
        {...framed({ id, label: t('Organization') })}
        openOnFocus={false}
        placeholder={t('Name of an organization')}
        data={choices.map((choice) => ({ value: choice.value, label: choice.label }))}
        value={value}
        searchable
        allowDeselect={false}
        withScrollArea={false}
        nothingFoundMessage={t('Nothing matches')}
        onChange={(next) => next !== null && onChange(next)}
      />
    </div>
  )
}
