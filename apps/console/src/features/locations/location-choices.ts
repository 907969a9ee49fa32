import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import { getLocation, listLocations } from '@wheelhouse/contract/locations/locations.ts'
import { read } from '../../api/api.ts'
import { notLoaded } from '../../http/api-error.ts'
import { useCanCall } from '../../session/can.ts'
import { failureText } from '../../shell/messages.ts'
import { t } from '../../i18n/i18n.ts'
import { namedValues } from '../../lists/filter-operators.ts'
import type { ValueLists } from '../../lists/filter-operators.ts'
import type { ValueChip } from '../../lists/list-filters.tsx'
import type { Filter } from '../../ui/list-parts/filter-chip.tsx'

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
  /** Why nothing is found: there is no network, or the call failed. */
  notice: string | undefined
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

/** Without a text nothing is searched for yet: only the names of what is chosen are fetched. */
function useLocations(lists: ValueLists, text: string | null, atMost: number): Omit<LocationsFound, 'onSearch'> | null {
  const may = useCanCall(listLocations)
  const wanted = (text ?? '').trim()
  const [asked] = useDebouncedValue(wanted, pauseMs)
  const query = { sort: 'code' as const, limit: atMost, ...(asked === '' ? {} : { q: asked }) }
  const { data, isFetching, isPlaceholderData, fetchStatus, error } = useQuery({
    ...read(listLocations, { query }),
    enabled: may && text !== null,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  // What was found before does not answer this text, and without a network nothing else will.
  const isOffline = fetchStatus === 'paused' && (data === undefined || isPlaceholderData)
  const known = (data?.items ?? []).map(choiceOf)
  const found = isOffline ? known.filter(({ value }) => lists.flat().includes(value)) : known
  const unknown = namedValues(lists, text !== null).filter((id) => found.every((one) => one.value !== id))
  const chosen = useQueries({
    queries: unknown.map((id) => ({
      ...read(getLocation, { params: { location_id: id } }, { isQuiet: true }),
      enabled: may,
      staleTime: 60_000,
    })),
  }).flatMap(({ data: one }) => (one === undefined ? [] : [choiceOf(one)]))
  const failed = error && data === undefined ? failureText(listLocations.says.failed, error) : undefined
  const notice = isOffline ? notLoaded().message : failed
  return may ? { found, chosen, isLoading: text === null || isFetching || wanted !== asked, notice } : null
}

/** Locations to choose from: the server searches, since there may be ten thousand. Null for those who may not see any. */
export function useLocationsFound(ids: readonly string[]): LocationsFound | null {
  const [text, setText] = useState('')
  const locations = useLocations([ids], text, 20)
  return locations && { ...locations, onSearch: setText }
}

/** The same for a filter, whose list of choices says when it opens: the first of them are fetched then. */
export function useLocationsOfFilter(...lists: ValueLists): Pick<Filter, 'choices' | 'search'> | null {
  const [text, setText] = useState<string | null>(null)
  const locations = useLocations(lists, text, 50)
  return (
    locations && {
      choices: [...locations.chosen, ...locations.found].map(({ value, label }) => ({ value, label })),
      search: { onText: setText, isBusy: locations.isLoading, notice: locations.notice },
    }
  )
}

/** What an address says of its location filter. */
interface ChosenLocations {
  location_id?: string[]
  location_id_not?: string[]
}

/** The chip of a filter by location; null for a person who may not see any. */
export function useLocationChip({ location_id = [], location_id_not = [] }: ChosenLocations): ValueChip<string> | null {
  const locations = useLocationsOfFilter(location_id, location_id_not)
  return locations && { label: t('Location'), icon: IconMapPin, isOffered: true, ...locations }
}
