import { IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import { FilterDialog } from '../../lists/filter-dialog.tsx'
import { t } from '../../i18n/i18n.ts'
import { riderOf, useMaySeeRiders, useRider } from './rider-choices.ts'
import type { FieldProps } from '../../ui/form/field-frame.tsx'
import { useForm } from '../../ui/form/form-state.ts'
import { SearchPicker } from '../../ui/form/search-picker.tsx'
import { useSearch } from './search-choices.ts'

const riders = ['user'] as const

/** A field of a form: a rider by name, phone, email, PIN or card, as far as this person may find by it. Its value is an id. */
export function RiderField(field: FieldProps) {
  const may = useMaySeeRiders()
  const [text, setText] = useState('')
  const { hits, isPending } = useSearch(text, riders)
  const chosen = useRider(useForm().values[field.name])
  return (
    <SearchPicker
      {...field}
      placeholder={field.placeholder ?? t('Name, phone, email or card')}
      help={may ? field.help : t('You have no permission to see users')}
      isDisabled={field.isDisabled === true || !may}
      found={hits.map(riderOf)}
      chosen={chosen === null ? [] : [chosen]}
      isLoading={isPending}
      onSearch={setText}
    />
  )
}

interface RiderDialogProps {
  opened: boolean
  title: string
  riderId: string | undefined
  onChoose: (riderId: string) => void
  onClose: () => void
}

/** The same for a filter of a list. */
export const RiderDialog = ({ riderId, onChoose, ...dialog }: RiderDialogProps) => (
  <FilterDialog
    {...dialog}
    icon={IconUser}
    defaults={{ user_id: riderId ?? null }}
    isWhole={({ user_id }) => typeof user_id === 'string' && user_id !== ''}
    onShow={({ user_id }) => onChoose(user_id as string)}
  >
    <RiderField name="user_id" label={t('User')} />
  </FilterDialog>
)
