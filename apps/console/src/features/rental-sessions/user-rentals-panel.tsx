import { Button } from '@mantine/core'
import { activeRentals, endedRentals } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import type { RentalSession } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import { t } from '../../i18n/i18n.ts'
import { sortableBy } from '../../lists/list-columns.ts'
import { ListExport } from '../../lists/list-export.tsx'
import { ListRows } from '../../lists/list-rows.tsx'
import { useList } from '../../lists/list.ts'
import { useCanCall } from '../../session/can.ts'
import { SectionHead } from '../../ui/frame/page.tsx'
import { NoPermission } from '../../ui/frame/states.tsx'
import { rentalSessionPath } from './rental-session-link.tsx'
import { activeColumns, historyColumns, RentalSessionCard } from './session-columns.tsx'

/** The person is the page. */
const withoutPerson = <Column extends { id: string }>(columns: readonly Column[]): Column[] =>
  columns.filter(({ id }) => id !== 'user_name')
const openColumns = sortableBy(endedRentals, withoutPerson(activeColumns))
const endedColumns = sortableBy(endedRentals, withoutPerson(historyColumns))

const look = {
  failed: endedRentals.says.failed,
  words: { noData: t('No rental sessions yet') },
  rowHref: ({ id }: RentalSession): string => rentalSessionPath(id),
  card: (row: RentalSession) => <RentalSessionCard row={{ ...row, user_name: null }} />,
  isWhole: true,
} as const
const rowsAtOnce = 50

/** What one user has rented: now, then what has ended, newest first. */
export function UserRentalsPanel({ userId }: { userId: string }) {
  const may = useCanCall(endedRentals.route)
  const query = { user_id: userId, limit: rowsAtOnce }
  const open = useList(activeRentals.route, query, { enabled: may, isLive: true })
  const ended = useList(endedRentals.route, query, { enabled: may, isLive: true })
  if (!may) return <NoPermission action="GET" resource="session" />
  return (
    <>
      {open.rows.length > 0 && (
        <>
          <SectionHead title={t('Rented now')} count={open.rows.length} />
          <ListRows {...look} label={t('Active rental sessions')} list={open} columns={openColumns} rows={open.rows} />
        </>
      )}
      <SectionHead
        title={t('Rental sessions')}
        actions={
          ended.rows.length > 0 && (
            <ListExport
              route={endedRentals.csv}
              query={{ user_id: userId }}
              title={t('Export rental sessions')}
              count={ended.count ?? ''}
            />
          )
        }
      />
      <ListRows {...look} label={t('Rental sessions')} list={ended} columns={endedColumns} rows={ended.rows} />
      {ended.hasMore && (
        <Button size="xs" loading={ended.isLoadingMore} onClick={ended.loadMore}>
          {t('Show older')}
        </Button>
      )}
    </>
  )
}
