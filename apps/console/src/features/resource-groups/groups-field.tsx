import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { resourceGroups } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import type { ResourceGroupRow } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import { read } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import { SearchPicker } from '../../ui/form/search-picker.tsx'
import { groupTypeLabels } from './resource-group-labels.ts'

/** Of more groups than this the first by name are offered; the page of each of the others adds members, too. */
const groupsAtMost = 500
const noGroups: readonly ResourceGroupRow[] = []

/** The groups whose members people choose. System groups follow the organizations and are not offered. */
export function useGroupChoices() {
  const query = { type: ['public' as const, 'private' as const], limit: groupsAtMost }
  const { data, isPending } = useQuery(read(resourceGroups.route, { query }))
  return { groups: data?.items ?? noGroups, isLoading: isPending }
}

interface GroupsFieldProps {
  name: string
  label: string
  groups: readonly ResourceGroupRow[]
  isLoading: boolean
  /** Which of them are offered, by default all; the chosen ones keep their names. */
  isOffered?: (group: ResourceGroupRow) => boolean
}

/** Several groups by name. */
export function GroupsField({ name, label, groups, isLoading, isOffered = () => true }: GroupsFieldProps) {
  const [text, setText] = useState('')
  const asked = text.trim().toLowerCase()
  return (
    <SearchPicker
      name={name}
      label={label}
      placeholder={t('Name of a group')}
      isMany
      found={groups.filter((one) => isOffered(one) && one.name.toLowerCase().includes(asked)).map(choiceOf)}
      chosen={groups.map(choiceOf)}
      isLoading={isLoading}
      onSearch={setText}
    />
  )
}

const choiceOf = ({ id, name, type }: ResourceGroupRow) => ({
  value: id,
  label: name,
  detail: t(groupTypeLabels[type].word),
})
