import { useState } from 'react'
import { t } from '../../i18n/i18n.ts'
import { SearchPicker } from '../../ui/form/search-picker.tsx'

interface GroupsFieldProps {
  name: string
  label: string
  options: readonly { value: string; label: string; detail: string }[]
  /** Which of them are offered; the chosen ones keep their names. */
  shown?: ReadonlySet<string>
  isLoading: boolean
}

/** Several groups by name. */
export function GroupsField({ name, label, options, shown, isLoading }: GroupsFieldProps) {
  const [text, setText] = useState('')
  const asked = text.trim().toLowerCase()
  return (
    <SearchPicker
      name={name}
      label={label}
      placeholder={t('Name of a group')}
      isMany
      found={options.filter(
        (one) => (shown === undefined || shown.has(one.value)) && one.label.toLowerCase().includes(asked),
      )}
      chosen={options}
      isLoading={isLoading}
      onSearch={setText}
    />
  )
}
