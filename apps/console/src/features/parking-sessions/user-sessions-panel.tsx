import { activeSessions, endedSessions } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import type { ParkingSession } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { t } from '../../i18n/i18n.ts'
import { sortableBy } from '../../lists/list-columns.ts'
import { ListExport } from '../../lists/list-export.tsx'
import { useList } from '../../lists/list.ts'
import { OpenAndEnded } from '../../lists/open-and-ended.tsx'
import { useCan, useCanCall } from '../../session/can.ts'
import { Link } from '../../ui/details/link.tsx'
import { NoPermission } from '../../ui/frame/states.tsx'
import { parkingSessionPath } from './parking-session-link.tsx'
import { activeColumns, historyColumns, SessionCard } from './session-columns.tsx'

/** The person is the page. */
const withoutPerson = <Column extends { id: string }>(columns: readonly Column[]): Column[] =>
  columns.filter(({ id }) => id !== 'user')
const openColumns = sortableBy(endedSessions, withoutPerson(activeColumns))
const endedColumns = {
  withMoney: sortableBy(endedSessions, withoutPerson(historyColumns(true))),
  withoutMoney: sortableBy(endedSessions, withoutPerson(historyColumns(false))),
}

const look = {
  failed: endedSessions.says.failed,
  words: { noData: t('No parking sessions yet') },
  rowHref: ({ id }: ParkingSession): string => parkingSessionPath(id),
  card: (row: ParkingSession) => <SessionCard row={row} />,
}
const rowsAtOnce = 50

interface UserSessionsProps {
  userId: string
  /** So many of the newest, with a link to the others. */
  atMost?: number
  allHref?: string
}

/** What one user has parked: open now, then what has ended, newest first. */
export function UserSessionsPanel({ userId, atMost, allHref }: UserSessionsProps) {
  const may = useCanCall(endedSessions.route)
  const seesMoney = useCan({ payment: ['GET'] })
  const query = { user_id: userId, limit: atMost ?? rowsAtOnce }
  const open = useList(activeSessions.route, { ...query, order: 'desc' }, { enabled: may, isLive: true })
  const ended = useList(endedSessions.route, query, { enabled: may, isLive: true })
  if (!may) return <NoPermission action="GET" resource="session" />
  const title = atMost === undefined ? t('Parking sessions') : t('Latest parking sessions')
  const columns = seesMoney ? endedColumns.withMoney : endedColumns.withoutMoney
  return (
    <OpenAndEnded
      {...look}
      open={{ title: t('Parked now'), label: t('Active parking sessions'), columns: openColumns, list: open }}
      ended={{ title, label: t('Parking sessions'), columns, list: ended }}
      atMost={atMost}
      actions={
        atMost === undefined
          ? ended.rows.length > 0 && (
              <ListExport
                route={endedSessions.csv}
                query={{ user_id: userId }}
                title={t('Export parking sessions')}
                count={ended.count ?? ''}
              />
            )
          : allHref !== undefined && <Link href={allHref}>{t('All {{count}}', { count: ended.count ?? '' })}</Link>
      }
    />
  )
}
