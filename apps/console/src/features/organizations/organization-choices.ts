import { IconBuilding } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { listOrganizations } from '@wheelhouse/contract/organizations/organizations.ts'
import type { Choice } from '../../ui/list-parts/choice-list.tsx'
import { read } from '../../api/api.ts'
import { useCanCall } from '../../session/can.ts'
import { t } from '../../i18n/i18n.ts'
import type { ValueChip } from '../../lists/list-filters.tsx'

/** Organizations to choose from, by name; null for those who may not see any. */
export function useOrganizationChoices(): readonly Choice[] | null {
  const may = useCanCall(listOrganizations)
  const { data = [] } = useQuery({ ...read(listOrganizations, {}), enabled: may })
  return may ? data.map(({ id, name }) => ({ value: id, label: name })) : null
}

/** The chip of a filter by organization, a common question or one among others; null for a person who may not see any. */
export function useOrganizationChip({ isOffered = true } = {}): ValueChip<string> | null {
  const choices = useOrganizationChoices()
  return choices && { label: t('Organization'), icon: IconBuilding, isOffered, choices }
}
