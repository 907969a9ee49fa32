import { listOverstays, overstays } from '@wheelhouse/contract/overstays/overstays.ts'
import type { Overstay } from '@wheelhouse/contract/overstays/overstays.ts'
import { t } from '../../i18n/i18n.ts'
import { sortableBy } from '../../lists/list-columns.ts'
import { ListRows } from '../../lists/list-rows.tsx'
import { useList } from '../../lists/list.ts'
import { useCanCall } from '../../session/can.ts'
import { SectionHead } from '../../ui/frame/page.tsx'
import { NoPermission } from '../../ui/frame/states.tsx'
import { OverstayCard, overstayColumns } from './overstay-columns.tsx'

const columns = sortableBy(
  overstays,
  overstayColumns.filter(({ id }) => id !== 'user'),
).map((column) => ({ ...column, isSortable: false }))
const card = (row: Overstay) => <OverstayCard overstay={row} />

/** Every overstay of one rider, the open ones and those that are over. */
export function UserOverstays({ userId, onOpen }: { userId: string; onOpen: (id: string) => void }) {
  const may = useCanCall(listOverstays)
  const query = { user_id: userId, scope: 'all', sort: 'exceeded_at', order: 'desc' } as const
  const list = useList(listOverstays, query, { enabled: may, isLive: true })
  if (!may) return <NoPermission action="GET" resource="session" />
  return (
    <>
      <SectionHead title={t('Overstays')} count={list.total?.total} />
      <ListRows
        label={t('Overstays')}
        columns={columns}
        list={list}
        failed={listOverstays.says.failed}
        words={{ noData: t('No overstays yet'), whyNoData: t('This rider has collected every bike in time.') }}
        isWhole
        onOpen={({ id }) => onOpen(id)}
        card={card}
      />
    </>
  )
}
