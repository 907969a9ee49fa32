import { useQueries, useQuery } from '@tanstack/react-query'
import { getConsoleUser } from '@wheelhouse/contract/console-users/console-users.ts'
import { profile } from '@wheelhouse/contract/console-users/profile.ts'
import { read } from '../../api/api.ts'
import { useCanCall } from '../../session/can.ts'
import { t } from '../../i18n/i18n.ts'
import type { Choice } from '../../ui/list-parts/choice-list.tsx'

const minuteMs = 60_000

/** People that an address asks for, by name where this person may see them; oneself always. */
export function useNamedPeople(ids: readonly string[]): Choice[] {
  const may = useCanCall(getConsoleUser)
  const { data: me } = useQuery({ ...read(profile, {}, { isQuiet: true }), enabled: ids.length > 0 })
  const found = useQueries({
    queries: ids.map((id) => ({
      ...read(getConsoleUser, { params: { console_user_id: id } }, { isQuiet: true }),
      enabled: may && me !== undefined && me.id !== id,
      staleTime: minuteMs,
    })),
  })
  return ids.map((id, at) => ({
    value: id,
    label: (id === me?.id ? me.name : found[at]?.data?.name) ?? t('this person'),
  }))
}
