import { Button } from '@mantine/core'
import { activeSessions, endedSessions } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import type { ParkingSession } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { t } from '../../i18n/i18n.ts'
import { sortableBy } from '../../lists/list-columns.ts'
import { ListExport } from '../../lists/list-export.tsx'
import { ListRows } from '../../lists/list-rows.tsx'
import { useList } from '../../lists/list.ts'
import type { List } from '../../lists/list.ts'
import { useCan, useCanCall } from '../../session/can.ts'
import { Link } from '../../ui/details/link.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
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

const rowHref = ({ id }: ParkingSession): string => parkingSessionPath(id)
const card = (row: ParkingSession) => <SessionCard row={row} />
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
  const isPart = atMost !== undefined
  return (
    <>
      {open.rows.length > 0 && (
        <>
          <SectionHead title={t('Parked now')} count={open.rows.length} />
          <Table label={t('Open parking sessions')} list={open} columns={openColumns} rows={open.rows} />
        </>
      )}
      <SectionHead
        title={isPart ? t('Latest parking sessions') : t('Parking sessions')}
        actions={
          isPart
            ? allHref !== undefined && <Link href={allHref}>{t('All {{count}}', { count: ended.count ?? '' })}</Link>
            : ended.rows.length > 0 && (
                <ListExport
                  route={endedSessions.csv}
                  query={{ user_id: userId }}
                  title={t('Export parking sessions')}
                  count={ended.count ?? ''}
                />
              )
        }
      />
      <Table
        label={t('Parking sessions')}
        list={ended}
        columns={seesMoney ? endedColumns.withMoney : endedColumns.withoutMoney}
        rows={isPart ? ended.rows.slice(0, atMost) : ended.rows}
      />
      {!isPart && ended.hasMore && (
        <Button size="xs" loading={ended.isLoadingMore} onClick={ended.loadMore}>
          {t('Show older')}
        </Button>
      )}
    </>
  )
}

interface TableProps {
  label: string
  list: List<ParkingSession>
  columns: typeof openColumns
  rows: ParkingSession[]
}

const Table = ({ list, ...table }: TableProps) => (
  <ListRows
    {...table}
    list={list}
    failed={endedSessions.says.failed}
    words={{ noData: t('No parking sessions yet') }}
    rowHref={rowHref}
    card={card}
    isWhole
  />
)
