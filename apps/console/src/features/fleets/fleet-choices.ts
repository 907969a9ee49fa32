import { useQuery } from '@tanstack/react-query'
import { IconRoute } from '@tabler/icons-react'
import { listFleets } from '@wheelhouse/contract/fleets/fleets.ts'
import type { RentalFleet } from '@wheelhouse/contract/fleets/fleets.ts'
import { read } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import type { ValueChip } from '../../lists/list-filters.tsx'
import { useCanCall } from '../../session/can.ts'

const fleetsAtMost = 500
const none: readonly RentalFleet[] = []

/** The fleets that this person sees, by name; null for those who may not see any. */
export function useFleets(): readonly RentalFleet[] | null {
  const may = useCanCall(listFleets)
  const { data } = useQuery({
    ...read(listFleets, { query: { sort: 'name', limit: fleetsAtMost } }),
    enabled: may,
    staleTime: 60_000,
  })
  return may ? (data?.items ?? none) : null
}

/** The chip of a filter by fleet; null for a person who may not see any. */
export function useFleetChip(): ValueChip<string> | null {
  const fleets = useFleets()
  if (fleets === null) return null
  return {
    label: t('Fleet'),
    icon: IconRoute,
    isOffered: true,
    choices: fleets.map(({ id, name }) => ({ value: id, label: name })),
  }
}
