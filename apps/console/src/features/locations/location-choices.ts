import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import { getLocation, listLocations } from '@wheelhouse/contract/locations/locations.ts'
import { read } from '../../api/api.ts'
import { useCanCall } from '../../session/can.ts'
import { t } from '../../i18n/i18n.ts'
import type { ValueChip } from '../../lists/list-filters.tsx'

interface LocationChoice {
  value: string
  label: string
  detail: string | undefined
}

export interface LocationsFound {
  /** By code, name or address, the first of them; without a text, the first by code. */
  found: readonly LocationChoice[]
  /** Names of what is chosen and not among `found`. */
  chosen: readonly LocationChoice[]
  isLoading: boolean
  onSearch: (text: string) => void
}

const pauseMs = 200
const choiceOf = ({
  id,
  code,
  label,
  address,
}: {
  id: string
  code: string
  label: string
  address: string | null
}): LocationChoice => ({
  value: id,
  label: `${code} ${label}`,
  detail: address ?? undefined,
})

/** Locations to choose from: the server searches, since there may be ten thousand. Null for those who may not see any. */
export function useLocationsFound(ids: readonly string[], atMost = 20): LocationsFound | null {
  const may = useCanCall(listLocations)
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), pauseMs)
  const query = { sort: 'code' as const, limit: atMost, ...(asked === '' ? {} : { q: asked }) }
  const { data, isFetching } = useQuery({
    ...read(listLocations, { query }),
    enabled: may,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  const found = (data?.items ?? []).map(choiceOf)
  const unknown = ids.filter((id) => found.every((one) => one.value !== id))
  const chosen = useQueries({
    queries: unknown.map((id) => ({
      ...read(getLocation, { params: { location_id: id } }, { isQuiet: true }),
      enabled: may,
      staleTime: 60_000,
    })),
  }).flatMap(({ data: one }) => (one === undefined ? [] : [choiceOf(one)]))
  return may ? { found, chosen, isLoading: isFetching || text.trim() !== asked, onSearch: setText } : null
}

/** What an address says of its location filter. */
interface ChosenLocations {
  location_id?: string[]
  location_id_not?: string[]
}

/** The chip of a filter by location; null for a person who may not see any. */
export function useLocationChip({ location_id = [], location_id_not = [] }: ChosenLocations): ValueChip<string> | null {
  const locations = useLocationsFound([...location_id, ...location_id_not], 50)
  if (locations === null) return null
  const { found, chosen, isLoading, onSearch } = locations
  return {
    label: t('Location'),
    icon: IconMapPin,
    isOffered: true,
    choices: [...chosen, ...found].map(({ value, label }) => ({ value, label })),
    search: { onText: onSearch, isBusy: isLoading },
  }
}
