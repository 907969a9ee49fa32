import { IconClock, IconKey, IconMapPin, IconStar, IconUser } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { getParkingSession } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import type { ParkingSessionDetails } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { useCanCall } from '../../session/can.ts'
import { AccessKeyLink } from '../access-keys/access-key-link.tsx'
import { deviceWithin } from '../devices/device-labels.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { t } from '../../i18n/i18n.ts'
import { TwoClocks } from '../../i18n/two-clocks.tsx'
import { useLiveBadge } from '../../live/live-badge.ts'
import { ThingPage } from '../../live/thing-page.tsx'
import { useLive } from '../../live/use-live.ts'
import { useShownUnder } from '../../stores/shown-under.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import type { Fact } from '../../ui/details/details.tsx'
import { Card, KeyValueGrid } from '../../ui/details/key-values.tsx'
import { StatusPill, StatusText } from '../../ui/details/status.tsx'
import { SessionSkeleton } from '../../ui/session/session-skeleton.tsx'
import { SessionPage } from '../../ui/session/session-page.tsx'
import { DeviceLink } from '../devices/device-link.tsx'
import { CopyableHardware } from '../hardware/hardware-link.tsx'
import { LocationLink } from '../locations/location-link.tsx'
import { UserLink } from '../users/user-link.tsx'
import { ForceEnd } from './force-end.tsx'
import { parkingSessionPath, shortId } from './parking-session-link.tsx'
import { endWord, Rating } from './session-columns.tsx'
import type { SessionSearch } from './session-search.ts'
import { isCancelled, ParkingStrip, SessionLength } from './session-strip.tsx'
import { SessionTimeline } from './session-timeline.tsx'

interface ScreenProps {
  id: string
  search: SessionSearch
  /** Fee and payments belong to other features: the page puts them in. */
  money?: ReactNode
  /** Where it is beyond the limit of its location. */
  overstay?: ReactNode
  /** What its rider wrote about it. */
  feedback?: ReactNode
  /** Its rider, where the reader sees who that is. */
  rider?: (userId: string) => ReactNode
  /** What can be sent to its dock. */
  dock?: (session: ParkingSessionDetails) => ReactNode
  /** What can be done for its rider, who is null where the reader does not see them. */
  actions?: (userId: string | null) => ReactNode
}

/** One parking session: where and for how long, what it was opened with, and its story. */
export function ParkingSessionScreen({ id, search, ...parts }: ScreenProps) {
  const may = useCanCall(getParkingSession)
  const session = useLive(
    getParkingSession,
    { params: { session_id: id } },
    {
      enabled: may,
      isQuiet: true,
      // The path does not name the device: of all devices only the one of this session counts.
      isRelevant: ({ type, id: changed }): boolean => type === 'session' || changed === session.data?.device_id,
    },
  )
  useDocumentTitle(session.data ? nameOf(session.data) : t('Parking session'))
  const back = { label: t('Parking sessions'), href: '/device-sessions/active' }
  const isTimeline = search.tab === 'timeline'
  return (
    <ThingPage
      route={getParkingSession}
      query={session}
      title={t('Parking session')}
      back={back}
      thing={t('parking session')}
      bones={
        <SessionSkeleton
          title={t('Parking session')}
          back={back}
          path={parkingSessionPath(id)}
          isTimeline={isTimeline}
        />
      }
    >
      {(data) => <Details session={data} isTimeline={isTimeline} {...parts} />}
    </ThingPage>
  )
}

const nameOf = ({ location_label, device_type, device_number }: ParkingSessionDetails): string =>
  `${location_label}, ${deviceWithin({ type: device_type, number: device_number })}`

/** A booking costs nothing while it waits, and when it ends without a bike. */
const hasParked = ({ status, how_ended }: ParkingSessionDetails): boolean =>
  status !== 'booked' && how_ended !== 'cancelled'

interface DetailsProps extends Omit<ScreenProps, 'id' | 'search'> {
  session: ParkingSessionDetails
  isTimeline: boolean
}

function Details({ session, isTimeline, money, overstay, feedback, rider, dock, actions }: DetailsProps) {
  const live = useLiveBadge()
  const isOpen = session.status !== 'ended'
  const list = isOpen
    ? { label: t('Active'), href: '/device-sessions/active' }
    : { label: t('History'), href: '/device-sessions/history' }
  useShownUnder(list.href)
  return (
    <SessionPage
      header={{
        crumbs: [
          { label: t('Parking sessions'), href: '/device-sessions/active' },
          list,
          { label: shortId(session.id) },
        ],
        ...(isOpen ? live : {}),
        name: nameOf(session),
        code: shortId(session.id),
        states: <States session={session} />,
        facts: factsOf(session),
        actions: (
          <>
            {actions?.(session.user_id)}
            <ForceEnd session={session} />
          </>
        ),
      }}
      path={parkingSessionPath(session.id)}
      isTimeline={isTimeline}
      strip={<ParkingStrip session={session} />}
      timeline={<SessionTimeline session={session} />}
      notice={overstay}
      money={hasParked(session) ? money : undefined}
      feedback={feedback}
    >
      <DeviceCardOf session={session}>{dock?.(session)}</DeviceCardOf>
      {session.user_id !== null && rider?.(session.user_id)}
      <SessionCardOf session={session} />
    </SessionPage>
  )
}

const States = ({ session: { status, how_ended, payment_state } }: { session: ParkingSessionDetails }) => (
  <>
    <StatusPill of="session" value={status} />
    {payment_state !== null && status === 'ended' && <StatusPill of="payment" value={payment_state} />}
    {how_ended !== null && how_ended !== 'normal' && <span>{t(endWord(how_ended))}</span>}
  </>
)

function factsOf(session: ParkingSessionDetails): Fact[] {
  const length: Fact = {
    icon: IconClock,
    value: <SessionLength session={session} />,
    ...(isCancelled(session) ? { label: t('held') } : {}),
  }
  return [
    ...personFact(session),
    {
      icon: IconMapPin,
      value: <LocationLink id={session.location_id} code={session.location_code} label={session.location_label} />,
    },
    length,
    ...(session.key_type === null ? [] : [{ icon: IconKey, value: <AccessKeyLink {...session} /> }]),
    ...(session.rating === null ? [] : [{ icon: IconStar, value: t('{{value}} of 5', { value: session.rating }) }]),
  ]
}

const personFact = ({ user_id, user_name }: ParkingSessionDetails): Fact[] =>
  user_id === null || user_name === null ? [] : [{ icon: IconUser, value: <UserLink id={user_id} name={user_name} /> }]

const When = ({ at, zone }: { at: string; zone: string }) => (
  <TwoClocks at={at} zone={zone} there={(time) => t('{{time}} at the location', { time })} />
)

function SessionCardOf({ session }: { session: ParkingSessionDetails }) {
  const { started_at, ended_at, how_ended, key_type, rating, comment, time_zone } = session
  return (
    <Card title={t('Session')}>
      <KeyValueGrid
        labelWidth={92}
        items={[
          { label: t('Started'), value: <When at={started_at} zone={time_zone} /> },
          { label: t('Ended'), value: ended_at === null ? null : <When at={ended_at} zone={time_zone} /> },
          { label: t('How it ended'), value: how_ended === null ? null : t(endWord(how_ended)) },
          { label: t('Key'), value: key_type === null ? null : <AccessKeyLink {...session} /> },
          { label: t('Rating'), value: rating === null ? null : <Rating value={rating} /> },
          { label: t('Comment'), value: comment },
          { label: t('Session ID'), value: <CopyableId id={session.id} isMono /> },
        ]}
      />
    </Card>
  )
}

const DeviceCardOf = ({ session, children }: { session: ParkingSessionDetails; children: ReactNode }) => (
  <Card title={t('Device')}>
    <KeyValueGrid
      labelWidth={92}
      items={[
        {
          label: t('Device'),
          value: (
            <DeviceLink
              id={session.device_id}
              locationId={session.location_id}
              type={session.device_type}
              number={session.device_number}
            />
          ),
        },
        {
          label: t('State now'),
          value: session.dock_state === null ? null : <StatusText of="dock_state" value={session.dock_state} />,
        },
        { label: t('Time zone'), value: session.time_zone },
        {
          label: t('Hardware'),
          value: session.hardware_id === null ? null : <CopyableHardware id={session.hardware_id} />,
        },
      ]}
    />
    {children}
  </Card>
)
