import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listPointsOfInterest } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import type { PointOfInterest } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import { read } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import { useCanCall } from '../../session/can.ts'
import type { FieldProps } from '../../ui/form/field-frame.tsx'
import { SearchPicker } from '../../ui/form/search-picker.tsx'
import { typeLabels } from './point-labels.ts'

const pauseMs = 200
const choiceOf = ({ id, label, type }: PointOfInterest) => ({ value: id, label, detail: t(typeLabels[type]) })

/** A field of a form: points of interest found by label, external ID or description. Its value is a list of ids. */
export function PointsField(field: FieldProps) {
  const may = useCanCall(listPointsOfInterest)
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), pauseMs)
  const query = { limit: 20, ...(asked === '' ? {} : { q: asked }) }
  const { data, isFetching } = useQuery({
    ...read(listPointsOfInterest, { query }, { isQuiet: true }),
    enabled: may,
    placeholderData: keepPreviousData,
  })
  return (
    <SearchPicker
      {...field}
      placeholder={field.placeholder ?? t('Label, external ID or description')}
      help={may ? field.help : t('You have no permission to see points of interest')}
      isDisabled={field.isDisabled === true || !may}
      isMany
      found={(data?.items ?? []).map(choiceOf)}
      chosen={[]}
      isLoading={may && (isFetching || text.trim() !== asked)}
      onSearch={setText}
    />
  )
}
