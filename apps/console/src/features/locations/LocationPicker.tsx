import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getLocation, listLocations } from '@wheelhouse/contract/locations.ts'
import { read } from '../../lib/api.ts'
import { useMayCall } from '../../lib/can.ts'
import { fetchFailures } from '../../lib/failures.ts'
import { t } from '../../lib/i18n.ts'
import { listed } from '../../ui/form/choice-fields.tsx'
import type { FieldProps } from '../../ui/form/field-frame.tsx'
import { useForm } from '../../ui/form/form-state.ts'
import { SearchPicker } from '../../ui/form/search-picker.tsx'

const foundAtMost = 20
const optionOf = ({ id, code, label, address }: { id: string; code: string; label: string; address: string | null }) => ({
  value: id,
  label: `${code} ${label}`,
  detail: address ?? undefined,
})

/** A field of a form: locations found by code, name or address. Its value is an id, or with `isMany` a list of ids. */
export function LocationField({ isMany = false, ...field }: FieldProps & { isMany?: boolean }) {
  const may = useMayCall(listLocations)
  const { values } = useForm()
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), 200)
  const query = { sort: 'code' as const, limit: foundAtMost, ...(asked === '' ? {} : { q: asked }) }
  const { data, isFetching } = useQuery({
    ...read(listLocations, { query }, fetchFailures.locations),
    enabled: may,
    placeholderData: keepPreviousData,
  })
  const found = (data?.items ?? []).map(optionOf)
  const value = values[field.name]
  const ids = isMany ? listed(value) : typeof value === 'string' && value !== '' ? [value] : []
  const unknown = ids.filter((id) => found.every((one) => one.value !== id))
  const chosen = useQueries({
    queries: unknown.map((id) => ({ ...read(getLocation, { params: { location_id: id } }), enabled: may, staleTime: 60_000 })),
  }).flatMap(({ data: one }) => (one === undefined ? [] : [optionOf(one)]))
  return (
    <SearchPicker
      {...field}
      placeholder={field.placeholder ?? t('Code, name or address')}
      help={may ? field.help : t('You have no permission to see locations')}
      isDisabled={field.isDisabled === true || !may}
      isMany={isMany}
      found={found}
      chosen={chosen}
      isLoading={isFetching || text.trim() !== asked}
      onSearch={setText}
    />
  )
}
