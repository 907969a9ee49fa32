import { useQuery } from '@tanstack/react-query'
import { IconLayoutDashboard } from '@tabler/icons-react'
import { t } from '../../i18n/i18n.ts'
import { linkedChip } from '../../lists/linked-chip.ts'
import type { Filter } from '../../ui/list-parts/filter-chip.tsx'

const minuteMs = 60_000
// No first row waits for the name: what asks for it comes with the first question.
const name = () => import('./dashboard-name.ts')

/** The chip of the dashboard whose places are listed. Only links from a dashboard ask for one. */
export function useDashboardChip(id: string | undefined, onRemove: () => void): Filter | null {
  const { data, isError } = useQuery({
    queryKey: ['dashboard-name', id],
    queryFn: async () => (await name()).dashboardName(id ?? ''),
    enabled: id !== undefined,
    staleTime: minuteMs,
  })
  return linkedChip({
    id: 'dashboard_id',
    label: t('Dashboard'),
    icon: IconLayoutDashboard,
    value: id,
    text: data ?? (isError ? t('Unknown dashboard') : '…'),
    onRemove,
  })
}
