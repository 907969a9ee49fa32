import { useQuery } from '@tanstack/react-query'
import { IconBuilding, IconCategory, IconCircleCheck, IconHeartbeat, IconTag } from '@tabler/icons-react'
import { createElement } from 'react'
import { listLocationTags, locationHealths, locationStatuses, locationTypes } from '@wheelhouse/contract/locations.ts'
import { read } from '../../lib/api.ts'
import { useMayCall } from '../../lib/can.ts'
import { fetchFailures } from '../../lib/failures.ts'
import { t } from '../../lib/i18n.ts'
import type { Filter } from '../../ui/filter-chip.tsx'
import { StatusGlyph } from '../../ui/status.tsx'
import { statusLooks } from '../../ui/status-looks.ts'
import { useOrganizationChoices } from '../organizations/OrganizationPicker.ts'
import { locationTypeWords } from './location-columns.tsx'
import type { LocationsSearch } from './location-search.ts'

const statusChoices = () =>
  locationStatuses.map((value) => ({
    value,
    label: t(statusLooks.location_status[value].word),
    glyph: createElement(StatusGlyph, { of: 'location_status', value }),
  }))
const healthChoices = () =>
  locationHealths.map((value) => ({
    value,
    label: t(statusLooks.health[value].word),
    glyph: createElement(StatusGlyph, { of: 'health', value }),
  }))
const typeChoices = () => locationTypes.map((value) => ({ value, label: t(locationTypeWords[value]) }))
const is = () => ({ operators: [{ value: 'is', label: t('is') }], operator: 'is' })

/** Nothing chosen is not in the address. */
const listed = <T extends string>(selected: readonly string[]): T[] | undefined =>
  selected.length > 0 ? [...(selected as T[])] : undefined

/** Spec section 2: tags (and, or), organizations, statuses, health; and the type. */
export function useLocationFilters(search: LocationsSearch, onSearch: (search: LocationsSearch) => void): Filter[] {
  const organizations = useOrganizationChoices()
  const tags = useTagFilter(search, onSearch)
  const chosen = (id: 'status' | 'health' | 'type' | 'organization_id', label: string) => ({
    ...is(),
    id,
    label,
    selected: search[id] ?? [],
    onChange: ({ selected }: { selected: string[] }) => onSearch({ ...search, [id]: listed(selected) }),
  })
  return [
    tags,
    ...(organizations
      ? [{ ...chosen('organization_id', t('Organization')), icon: IconBuilding, choices: organizations, isOffered: true }]
      : []),
    { ...chosen('status', t('Status')), icon: IconCircleCheck, choices: statusChoices(), isOffered: true },
    { ...chosen('health', t('Health')), icon: IconHeartbeat, choices: healthChoices(), isOffered: true },
    { ...chosen('type', t('Type')), icon: IconCategory, choices: typeChoices() },
  ]
}

function useTagFilter(search: LocationsSearch, onSearch: (search: LocationsSearch) => void): Filter {
  const may = useMayCall(listLocationTags)
  const { data: tags = [] } = useQuery({ ...read(listLocationTags, {}, fetchFailures.tags), enabled: may })
  return {
    id: 'tags',
    label: t('Tags'),
    icon: IconTag,
    operators: [
      { value: 'any', label: t('any of') },
      { value: 'all', label: t('all of') },
    ],
    operator: search.tag_mode ?? 'any',
    choices: tags.map(({ tag, locations }) => ({ value: tag, label: tag, count: locations })),
    selected: search.tag ?? [],
    isOffered: true,
    onChange: ({ operator, selected }) =>
      onSearch({ ...search, tag: listed(selected), tag_mode: operator === 'all' && selected.length > 0 ? 'all' : undefined }),
  }
}
