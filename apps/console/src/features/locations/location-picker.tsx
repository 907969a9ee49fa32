import { t } from '../../i18n/i18n.ts'
import { useLocationsFound } from './location-choices.ts'
import { listed } from '../../ui/form/choice-fields.tsx'
import type { FieldProps } from '../../ui/form/field-frame.tsx'
import { useForm } from '../../ui/form/form-state.ts'
import { SearchPicker } from '../../ui/form/search-picker.tsx'

/** A field of a form: locations found by code, name or address. Its value is an id, or with `isMany` a list of ids. */
export function LocationField({ isMany = false, ...field }: FieldProps & { isMany?: boolean }) {
  const value = useForm().values[field.name]
  const single = typeof value === 'string' && value !== '' ? [value] : []
  const locations = useLocationsFound(isMany ? listed(value) : single)
  return (
    <SearchPicker
      {...field}
      placeholder={field.placeholder ?? t('Code, name or address')}
      help={locations === null ? t('You have no permission to see locations') : field.help}
      isDisabled={field.isDisabled === true || locations === null}
      isMany={isMany}
      {...(locations ?? nothingFound)}
    />
  )
}

const nothingFound = { found: [], chosen: [], isLoading: false, onSearch: () => undefined }
