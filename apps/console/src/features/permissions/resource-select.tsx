import { Select } from '@mantine/core'
import { useState } from 'react'
import { isOneOf } from '@wheelhouse/contract/certain.ts'
import { inspectedTypes } from '@wheelhouse/contract/permissions/inspector.ts'
import type { InspectedType } from '@wheelhouse/contract/permissions/inspector.ts'
import type { SearchHit } from '@wheelhouse/contract/search/search.ts'
import { t } from '../../i18n/i18n.ts'
import { useSearch } from '../search/search-choices.ts'
import { resourceWord } from './inspector-labels.ts'

interface ResourceSelectProps {
  type: InspectedType | undefined
  id: string | undefined
  onChoose: (resource: { type: InspectedType; id: string }) => void
}

const searched = ['location', 'device', 'organization', 'console_user', 'point_of_interest', 'user'] as const

const keyOf = (type: string, id: string): string => `${type} ${id}`
const isInspected = (type: string): type is InspectedType => isOneOf(inspectedTypes, type)
const wordsOf = ({ type, code, title, detail }: SearchHit): string =>
  [[code, title].filter(Boolean).join(' ') || detail, isInspected(type) ? resourceWord(type) : '']
    .filter(Boolean)
    .join(', ')

/** Whatever has groups, found by code, name or id. What the address names is found by its id. */
export function ResourceSelect({ type, id, onChoose }: ResourceSelectProps) {
  const [text, setText] = useState('')
  const { hits, isPending } = useSearch(text, searched)
  const { hits: named } = useSearch(id ?? '', isOneOf(searched, type) ? [type] : [])
  const current = named.find((hit) => hit.id === id)
  const options = [...(current && hits.every((hit) => hit.id !== id) ? [current] : []), ...hits].map((hit) => ({
    value: keyOf(hit.type, hit.id),
    label: wordsOf(hit),
  }))
  return (
    <Select
      label={t('Resource')}
      placeholder={t('Code, name or ID')}
      data={options}
      filter={({ options: found }) => found}
      searchable
      allowDeselect={false}
      nothingFoundMessage={isPending ? t('Searching…') : t('Type to search')}
      value={type !== undefined && id !== undefined ? keyOf(type, id) : null}
      onSearchChange={(next) => setText(options.some(({ label }) => label === next) ? '' : next)}
      onChange={(key) => {
        const [chosen = '', chosenId = ''] = key?.split(' ') ?? []
        if (isInspected(chosen)) onChoose({ type: chosen, id: chosenId })
      }}
    />
  )
}
