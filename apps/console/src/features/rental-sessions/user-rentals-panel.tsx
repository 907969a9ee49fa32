import { activeRentals, endedRentals } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import type { RentalSession } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import { t } from '../../i18n/i18n.ts'
import { sortableBy } from '../../lists/list-columns.ts'
import { ListExport } from '../../lists/list-export.tsx'
import { useList } from '../../lists/list.ts'
import { OpenAndEnded } from '../../lists/open-and-ended.tsx'
import { useCan, useCanCall } from '../../session/can.ts'
import { NoPermission } from '../../ui/frame/states.tsx'
import { rentalSessionPath } from './rental-session-link.tsx'
import { activeColumns, historyColumns, RentalSessionCard } from './session-columns.tsx'

/** The person is the page. */
const withoutPerson = <Column extends { id: string }>(columns: readonly Column[]): Column[] =>
  columns.filter(({ id }) => id !== 'user_name')
const openColumns = sortableBy(endedRentals, withoutPerson(activeColumns))
const endedColumns = {
  withMoney: sortableBy(endedRentals, withoutPerson(historyColumns(true))),
  withoutMoney: sortableBy(endedRentals, withoutPerson(historyColumns(false))),
}

const look = {
  failed: endedRentals.says.failed,
  words: { noData: t('No rental sessions yet') },
  rowHref: ({ id }: RentalSession): string => rentalSessionPath(id),
  card: (row: RentalSession) => <RentalSessionCard row={{ ...row, user_name: null }} />,
}
const rowsAtOnce = 50

/** What one user has rented: now, then what has ended, newest first. */
export function UserRentalsPanel({ userId }: { userId: string }) {
  const may = useCanCall(endedRentals.route)
  const columns = useCan({ payment: ['GET'] }) ? endedColumns.withMoney : endedColumns.withoutMoney
  const query = { user_id: userId, limit: rowsAtOnce }
  const open = useList(activeRentals.route, query, { enabled: may, isLive: true })
  const ended = useList(endedRentals.route, query, { enabled: may, isLive: true })
  if (!may) return <NoPermission action="GET" resource="session" />
  return (
    <OpenAndEnded
      {...look}
      open={{ title: t('Rented now'), label: t('Active rental sessions'), columns: openColumns, list: open }}
      ended={{ title: t('Rental sessions'), label: t('Rental sessions'), columns, list: ended }}
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
  )
}
