import { useQuery } from '@tanstack/react-query'
import { listOrganizations } from '@wheelhouse/contract/organizations/organizations.ts'
import type { Choice } from '../../ui/list-parts/choice-list.tsx'
import { read } from '../../api/api.ts'
import { useCanCall } from '../../session/can.ts'

/** Organizations to choose from, by name; null for those who may not see any. */
export function useOrganizationChoices(): readonly Choice[] | null {
  const may = useCanCall(listOrganizations)
  const { data = [] } = useQuery({ ...read(listOrganizations, {}), enabled: may })
  return may ? data.map(({ id, name }) => ({ value: id, label: name })) : null
}
