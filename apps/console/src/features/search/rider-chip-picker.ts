import { IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../i18n/i18n.ts'
import { linkedChip } from '../../lists/linked-chip.ts'
import type { Filter } from '../../ui/list-parts/filter-chip.tsx'
import { riderOf, useMaySeeRiders, useRider } from './rider-choices.ts'
import { shortestText, useSearch } from './search-choices.ts'

const riders = ['user'] as const

/**
 * A chip of a list that finds one rider by name, or whole by phone, email, PIN or card as far as this person may find by these.
 * Those who may not see riders are offered none, and can remove the one that a link asks for.
 */
export function useRiderChip(
  riderId: string | undefined,
  onRider: (riderId: string | undefined) => void,
  { isOffered = true }: { isOffered?: boolean } = {},
): Filter | null {
  const may = useMaySeeRiders()
  const [text, setText] = useState('')
  const { hits, isPending, isFailed } = useSearch(text, riders)
  const chosen = useRider(riderId)
  const found = hits.map(riderOf)
  // A user who is not visible to this person, or whose name has not arrived yet, is no id on the screen either.
  const named = riderId === undefined ? [] : [chosen ?? { value: riderId, label: t('this user') }]
  const look = { id: 'rider', label: t('User'), icon: IconUser }
  if (!may) return linkedChip({ ...look, value: riderId, text: t('this user'), onRemove: () => onRider(undefined) })
  return {
    ...look,
    operators: [{ value: 'is', label: t('is') }],
    operator: 'is',
    isOffered,
    isSingle: true,
    choices: [...named.filter(({ value }) => found.every((one) => one.value !== value)), ...found],
    selected: riderId === undefined ? [] : [riderId],
    search: {
      onText: setText,
      isBusy: isPending,
      placeholder: t('Name, phone, email or card'),
      notice: noticeOf(text, isFailed),
    },
    onChange: ({ selected }) => onRider(selected.at(-1)),
  }
}

function noticeOf(text: string, isFailed: boolean): string | undefined {
  if (isFailed) return t('Search failed. Type again to retry.')
  return text.trim().length < shortestText
    ? t('Type at least {{count}} characters to search', { count: shortestText })
    : undefined
}
