import { IconFlag, IconNfcOff, IconPlayerPlay, IconScooter } from '@tabler/icons-react'
import { activeSessions, endedSessions } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import type { ParkingSession } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { activeRentals, endedRentals } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import type { RentalSession } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import { deniedScansOfUser } from '@wheelhouse/contract/support/denied-scans.ts'
import type { DeniedScan } from '@wheelhouse/contract/support/denied-scans.ts'
import { deviceName, keyWord } from '../../features/devices/device-labels.ts'
import { parkingSessionPath } from '../../features/parking-sessions/parking-session-link.tsx'
import { rentalSessionPath } from '../../features/rental-sessions/rental-session-link.tsx'
import { causeWords } from '../../features/support/cause-labels.ts'
import { supportPath } from '../../features/support/support-address.ts'
import { userPath } from '../../features/users/user-link.tsx'
import { t } from '../../i18n/i18n.ts'
import { ListExport } from '../../lists/list-export.tsx'
import { useList } from '../../lists/list.ts'
import { useCanCall } from '../../session/can.ts'
import { Card } from '../../ui/details/key-values.tsx'
import { Link } from '../../ui/details/link.tsx'
import { durationLabel, RelativeTime } from '../../ui/details/time.tsx'
import { EventList } from '../../ui/details/timeline.tsx'
import type { EventRow } from '../../ui/details/timeline.tsx'
import { NoData, Skeleton } from '../../ui/frame/states.tsx'
import { statusStyles } from '../../ui/details/status-styles.ts'

const shown = 8

/** What this person did lately: parked, took out, was refused. */
export function useCallerHistory(userId: string) {
  const maySessions = useCanCall(endedSessions.route)
  const query = { user_id: userId, limit: shown, order: 'desc' }
  const open = useList(activeSessions.route, query, { enabled: maySessions, isLive: true })
  const ended = useList(endedSessions.route, query, { enabled: maySessions, isLive: true })
  const params = { user_id: userId }
  const mayScans = useCanCall(deniedScansOfUser.route)
  const scans = useList(deniedScansOfUser.route, { limit: shown }, { params, enabled: mayScans, isLive: true })
  const sessions = [...open.rows, ...ended.rows.slice(0, shown)]
  const isLoading = open.isLoading || ended.isLoading || scans.isLoading
  return { sessions, scans: scans.rows, scanCount: scans.count, isLoading }
}

function useRides(userId: string) {
  const may = useCanCall(endedRentals.route)
  const query = { user_id: userId, limit: shown }
  const open = useList(activeRentals.route, query, { enabled: may, isLive: true })
  const ended = useList(endedRentals.route, query, { enabled: may, isLive: true })
  return { rides: [...open.rows, ...ended.rows], isLoading: open.isLoading || ended.isLoading }
}

/** Newest first; each line leads to the dock where it was, or to the session. */
export function CallerHistory({ userId }: { userId: string }) {
  const { sessions, scans, scanCount, isLoading: isHistoryLoading } = useCallerHistory(userId)
  const { rides, isLoading: areRidesLoading } = useRides(userId)
  const isLoading = isHistoryLoading || areRidesLoading
  const lines = [...sessions.map(sessionLine), ...rides.map(rideLine), ...scans.map(scanLine)]
    .toSorted((one, other) => (one.at < other.at ? 1 : -1))
    .slice(0, shown)
  return (
    <Card
      title={t('Recent activity')}
      action={
        <>
          {scans.length > 0 && (
            <ListExport
              route={deniedScansOfUser.csv}
              params={{ user_id: userId }}
              query={{}}
              title={t('Export refused keys')}
              count={scanCount ?? ''}
            />
          )}
          <Link href={`${userPath(userId)}?tab=sessions`}>{t('All sessions')}</Link>
        </>
      }
    >
      {isLoading && <Skeleton lines={5} />}
      {!isLoading && lines.length === 0 && <NoData title={t('No activity yet')} />}
      <EventList
        events={lines.map(({ at, ...line }) => ({
          ...line,
          time: <RelativeTime at={at} isShort />,
        }))}
      />
    </Card>
  )
}

type Line = Omit<EventRow, 'time'> & { at: string }

const placeOf = (one: Pick<ParkingSession, 'device_type' | 'device_number' | 'location_code' | 'location_label'>) =>
  `${deviceName({ type: one.device_type, number: one.device_number })}, ${one.location_code} ${one.location_label}`

function sessionLine(session: ParkingSession): Line {
  const { id, status, started_at, ended_at, payment_state } = session
  const took = ended_at === null ? null : durationLabel(Date.parse(ended_at) - Date.parse(started_at))
  const paid = payment_state === null ? null : t(statusStyles.payment[payment_state].word)
  return {
    id,
    at: ended_at ?? started_at,
    icon: ended_at === null ? IconPlayerPlay : IconFlag,
    tone: ended_at === null ? 'accent' : 'text2',
    title: placeOf(session),
    detail: [t(statusStyles.session[status].word), took, ended_at !== null && paid].filter(Boolean).join(' · '),
    href: ended_at === null ? supportPath({ session: id }) : parkingSessionPath(id),
  }
}

function rideLine({ id, rental_code, fleet_name, status, started_at, ended_at, payment_state }: RentalSession): Line {
  const took = ended_at === null ? null : durationLabel(Date.parse(ended_at) - Date.parse(started_at))
  const paid = payment_state === null ? null : t(statusStyles.payment[payment_state].word)
  return {
    id,
    at: ended_at ?? started_at,
    icon: IconScooter,
    tone: ended_at === null ? 'accent' : 'text2',
    title: t('Rental of {{code}}, {{fleet}}', { code: rental_code, fleet: fleet_name }),
    detail: [t(statusStyles.session[status].word), took, ended_at !== null && paid].filter(Boolean).join(' · '),
    href: rentalSessionPath(id),
  }
}

function scanLine(scan: DeniedScan): Line {
  const { id, at, user_id, access_key_id, device_id, key_type, cause } = scan
  return {
    id,
    at,
    icon: IconNfcOff,
    tone: 'amber',
    title: placeOf(scan),
    detail: t('{{key}} key refused: {{cause}}', { key: keyWord(key_type), cause: causeWords(cause) }),
    href: supportPath({ user: user_id ?? undefined, key: access_key_id ?? undefined, device: device_id }),
  }
}

/** Docks that the caller may mean, where nothing says which one. */
export function LastDocks({ userId, accessKeyId }: { userId: string; accessKeyId: string | undefined }) {
  const { sessions, isLoading } = useCallerHistory(userId)
  const docks = [...new Map(sessions.map((one) => [one.device_id, one])).values()].slice(0, 5)
  return (
    <Card title={t('Which dock is it?')}>
      {isLoading && <Skeleton lines={3} />}
      {!isLoading && (
        <p>
          {t('No bike is parked now. Ask for the code on the dock and type it in the box, or choose a dock they used.')}
        </p>
      )}
      <EventList
        events={docks.map((one) => ({
          id: one.device_id,
          icon: IconFlag,
          title: placeOf(one),
          time: null,
          href: supportPath({ user: userId, key: accessKeyId, device: one.device_id }),
        }))}
      />
    </Card>
  )
}
