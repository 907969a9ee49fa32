import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listOrganizations } from '@wheelhouse/contract/organizations/organizations.ts'
import { read } from '../../api/api.ts'
import { useCanCall } from '../../session/can.ts'
import { t } from '../../i18n/i18n.ts'
import type { FieldProps } from '../../ui/form/field-frame.tsx'
import { SearchPicker } from '../../ui/form/search-picker.tsx'

const shownAtMost = 50

/** A field of a form. The list comes whole, so it is searched here; its value is an id, or with `isMany` a list of ids. */
export function OrganizationField({ isMany = false, ...field }: FieldProps & { isMany?: boolean }) {
  const may = useCanCall(listOrganizations)
  const [text, setText] = useState('')
  const { data = [], isPending } = useQuery({
    ...read(listOrganizations, {}),
    enabled: may,
  })
  const options = data.map(({ id, name }) => ({ value: id, label: name }))
  const asked = text.trim().toLowerCase()
  return (
    <SearchPicker
      {...field}
      placeholder={field.placeholder ?? t('Name of an organization')}
      help={may ? field.help : t('You have no permission to see organizations')}
      isDisabled={field.isDisabled === true || !may}
      isMany={isMany}
      found={options.filter(({ label }) => label.toLowerCase().includes(asked)).slice(0, shownAtMost)}
      chosen={options}
      isLoading={may && isPending}
      onSearch={setText}
    />
  )
}
