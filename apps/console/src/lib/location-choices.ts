import { useQuery } from '@tanstack/react-query'
import { listLocations } from '@wheelhouse/contract/locations.ts'
import { read } from './api.ts'
import { useMayCall } from './can.ts'
import { fetchFailures } from './failures.ts'
import type { Choice } from '../ui/choice-list.tsx'

const choicesAtMost = 500

/** The first 500 locations by code, to choose from; null for those who may not see any. */
export function useLocationChoices(): readonly Choice[] | null {
  const may = useMayCall(listLocations)
  const { data } = useQuery({
    ...read(listLocations, { query: { sort: 'code', limit: choicesAtMost } }, fetchFailures.locations),
    enabled: may,
    staleTime: 60_000,
  })
  return may ? (data?.items ?? []).map(({ id, code, label }) => ({ value: id, label: `${code} ${label}` })) : null
}
