import { IconBuilding } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listOrganizations } from '@wheelhouse/contract/organizations/organizations.ts'
import type { Choice } from '../../ui/list-parts/choice-list.tsx'
import { read } from '../../api/api.ts'
import { useCanCall } from '../../session/can.ts'
import { t } from '../../i18n/i18n.ts'
import type { ValueChip } from '../../lists/list-filters.tsx'

function useOrganizations(isNeeded: boolean): { choices: readonly Choice[]; isBusy: boolean } | null {
  const may = useCanCall(listOrganizations)
  const { data = [], isFetching } = useQuery({ ...read(listOrganizations, {}), enabled: may && isNeeded })
  return may ? { choices: data.map(({ id, name }) => ({ value: id, label: name })), isBusy: isFetching } : null
}

/** Organizations to choose from, by name; null for those who may not see any. */
export const useOrganizationChoices = (): readonly Choice[] | null => useOrganizations(true)?.choices ?? null

/** What an address says of its organization filter. */
interface ChosenOrganizations {
  organization_id?: string[]
  organization_id_not?: string[]
}

/**
 * The chip of a filter by organization, a common question or one among others; null for a person who may not see any. Where it
 * is not offered, the organizations are fetched when the address names one or the choices open.
 */
export function useOrganizationChip(
  { organization_id = [], organization_id_not = [] }: ChosenOrganizations,
  { isOffered = true } = {},
): ValueChip<string> | null {
  const [text, setText] = useState<string | null>(null)
  const selected = [...organization_id, ...organization_id_not]
  const found = useOrganizations(isOffered || selected.length > 0 || text !== null)
  if (found === null) return null
  const asked = (text ?? '').trim().toLowerCase()
  const isShown = ({ value, label }: Choice) => selected.includes(value) || label.toLowerCase().includes(asked)
  return {
    label: t('Organization'),
    icon: IconBuilding,
    isOffered,
    choices: found.choices.filter(isShown),
    search: { onText: setText, isBusy: found.isBusy },
  }
}
