import { useQuery } from '@tanstack/react-query'
import { IconClock, IconKey, IconMapPin, IconStar, IconUser } from '@tabler/icons-react'
import { getParkingSession } from '@wheelhouse/contract/parking-sessions.ts'
import type { ParkingSessionDetails } from '@wheelhouse/contract/parking-sessions.ts'
import { read } from '../../lib/api.ts'
import { fetchFailures } from '../../lib/failures.ts'
import { deviceNumber, useFormat } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useRefetchOnChanges } from '../../lib/stream.ts'
import { CopyableId } from '../../ui/copyable-id.tsx'
import { DetailsBody, DetailsHeader } from '../../ui/details.tsx'
import type { Fact } from '../../ui/details.tsx'
import { Card, KeyValueGrid } from '../../ui/key-values.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { StatusPill, StatusText } from '../../ui/status.tsx'
import { Duration } from '../../ui/time.tsx'
import { DeviceLink } from '../devices/DeviceLink.tsx'
import { LocationLink } from '../locations/LocationLink.tsx'
import { Rating } from './session-columns.tsx'
import { SessionTimeline } from './SessionTimeline.tsx'
import { deviceWord, endWord, keyWord } from './session-words.ts'
import { shortId } from './ParkingSessionLink.tsx'
import classes from './parking-sessions.module.css'

/** One parking session: where and for how long, what it was opened with, and its story. */
export function ParkingSessionScreen({ id }: { id: string }) {
  const session = useQuery(read(getParkingSession, { params: { session_id: id } }, fetchFailures.session))
  useRefetchOnChanges([`/session/v1/parking-sessions/${id}`], (change) => change.id === id || change.id === session.data?.device_id)
  if (session.data) return <Details session={session.data} />
  if (session.isError) return <ErrorState title={fetchFailures.session} detail={session.error.message} onRetry={() => void session.refetch()} />
  return <Skeleton lines={8} />
}

function Details({ session }: { session: ParkingSessionDetails }) {
  const place = `${t(deviceWord(session.device_type))} ${deviceNumber(session.device_number)}`
  const list = session.status === 'ended' ? { label: t('History'), href: '/device-sessions/history' } : { label: t('Active'), href: '/device-sessions/active' }
  return (
    <>
      <DetailsHeader
        crumbs={[{ label: t('Parking sessions'), href: '/device-sessions/active' }, list, { label: shortId(session.id) }]}
        name={`${session.location_label}, ${place.toLowerCase()}`}
        code={shortId(session.id)}
        states={<States session={session} />}
        facts={factsOf(session)}
      />
      <Strip session={session} />
      <DetailsBody aside={<SessionTimeline session={session} />} asideLabel={t('Timeline')}>
        <div className={classes.cards}>
          <SessionCardOf session={session} />
          <DeviceCardOf session={session} />
        </div>
        <div className={classes.below}>
          <SessionTimeline session={session} />
        </div>
      </DetailsBody>
    </>
  )
}

const States = ({ session: { status, how_ended } }: { session: ParkingSessionDetails }) => (
  <>
    <StatusPill of="session" value={status} />
    {how_ended !== null && how_ended !== 'normal' && <span>{t(endWord(how_ended))}</span>}
  </>
)

function factsOf(session: ParkingSessionDetails): Fact[] {
  const key = keyWord(session.key_type)
  return [
    ...(session.user_name === null ? [] : [{ icon: IconUser, value: session.user_name }]),
    { icon: IconMapPin, value: <LocationLink id={session.location_id} code={session.location_code} label={session.location_label} /> },
    { icon: IconClock, value: <Stay session={session} /> },
    ...(key === null ? [] : [{ icon: IconKey, value: key }]),
    ...(session.rating === null ? [] : [{ icon: IconStar, value: t('{{value}} of 5', { value: session.rating }) }]),
  ]
}

function Stay({ session: { started_at, ended_at } }: { session: ParkingSessionDetails }) {
  return ended_at === null ? <Duration since={started_at} /> : <Duration ms={Date.parse(ended_at) - Date.parse(started_at)} />
}

/** The stay as one strip: when it began, how long it is, when it ended. */
function Strip({ session }: { session: ParkingSessionDetails }) {
  const { dateTime } = useFormat()
  return (
    <div className={classes.strip}>
      <div className={classes.bar} data-open={session.ended_at === null || undefined} />
      <div className={classes.ends}>
        <span>{t('{{time}} locked', { time: dateTime(session.started_at) })}</span>
        <Stay session={session} />
        <span>{session.ended_at === null ? t('still parked') : t('{{time}} unlocked', { time: dateTime(session.ended_at) })}</span>
      </div>
    </div>
  )
}

function SessionCardOf({ session }: { session: ParkingSessionDetails }) {
  const { exact } = useFormat()
  return (
    <Card title={t('Session')}>
      <KeyValueGrid
        items={[
          { label: t('Started'), value: exact(session.started_at) },
          { label: t('Ended'), value: session.ended_at === null ? null : exact(session.ended_at) },
          { label: t('How it ended'), value: session.how_ended === null ? null : t(endWord(session.how_ended)) },
          { label: t('Key'), value: keyWord(session.key_type) },
          { label: t('Rating'), value: session.rating === null ? null : <Rating value={session.rating} /> },
          { label: t('Comment'), value: session.comment },
          { label: t('Session id'), value: <CopyableId id={session.id} isMono /> },
        ]}
      />
    </Card>
  )
}

const DeviceCardOf = ({ session }: { session: ParkingSessionDetails }) => (
  <Card title={t('Device')}>
    <KeyValueGrid
      items={[
        { label: t('Device'), value: <DeviceLink id={session.device_id} locationId={session.location_id} type={session.device_type} number={session.device_number} /> },
        { label: t('State now'), value: session.dock_state === null ? null : <StatusText of="dock_state" value={session.dock_state} /> },
        { label: t('Location'), value: <LocationLink id={session.location_id} code={session.location_code} label={session.location_label} /> },
        { label: t('Time zone'), value: session.time_zone },
        { label: t('Hardware'), value: session.hardware_id === null ? null : <CopyableId id={session.hardware_id} isMono /> },
      ]}
    />
  </Card>
)
