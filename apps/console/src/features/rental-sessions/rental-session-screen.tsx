import { Button } from '@mantine/core'
import { IconClock, IconFlagOff, IconRoute, IconScooter, IconStar, IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { forceEndRentalSession, getRentalSession } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import type { RentalSessionDetails } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { TwoClocks } from '../../i18n/two-clocks.tsx'
import { useLiveBadge } from '../../live/live-badge.ts'
import { ThingPage } from '../../live/thing-page.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { useShownUnder } from '../../stores/shown-under.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import type { Fact } from '../../ui/details/details.tsx'
import { Card, KeyValueGrid } from '../../ui/details/key-values.tsx'
import { StatusPill } from '../../ui/details/status.tsx'
import { SessionSkeleton } from '../../ui/session/session-skeleton.tsx'
import { SessionPage, SessionStrip, WideCell } from '../../ui/session/session-page.tsx'
import { AccessKeyLink } from '../access-keys/access-key-link.tsx'
import { FleetLink } from '../fleets/fleet-link.tsx'
import { RentalLink } from '../rentals/rental-link.tsx'
import { UserLink } from '../users/user-link.tsx'
import { rentalSessionPath, shortId } from './rental-session-link.tsx'
import { RideMap } from './ride-map.tsx'
import { Distance, endWord, Length, Outside, PlaceCell, Rating } from './session-cells.tsx'
import type { RentalSessionSearch } from './session-search.ts'
import { RentalSessionTimeline } from './session-timeline.tsx'

const ForceEndSessionDialog = lazyComponent(() =>
  import('./force-end-session-dialog.tsx').then((module) => module.ForceEndSessionDialog),
)

interface ScreenProps {
  id: string
  search: RentalSessionSearch
  /** Fee and payments belong to other features: the page puts them in. */
  money?: ReactNode
  /** What its rider wrote about it. */
  feedback?: ReactNode
  /** What can be done for its rider, who is null where the reader does not see them. */
  actions?: (userId: string | null) => ReactNode
}

/** One rental session: which vehicle, from where to where, what it cost, and its story. */
export function RentalSessionScreen({ id, search, money, feedback, actions }: ScreenProps) {
  const may = useCanCall(getRentalSession)
  const session = useLive(getRentalSession, { params: { rental_session_id: id } }, { enabled: may, isQuiet: true })
  useDocumentTitle(session.data ? nameOf(session.data) : t('Rental session'))
  const back = { label: t('Rental sessions'), href: '/rental-sessions/active' }
  const isTimeline = search.tab === 'timeline'
  return (
    <ThingPage
      route={getRentalSession}
      query={session}
      title={t('Rental session')}
      back={back}
      thing={t('rental session')}
      bones={
        <SessionSkeleton title={t('Rental session')} back={back} path={rentalSessionPath(id)} isTimeline={isTimeline} />
      }
    >
      {(data) => <Details session={data} isTimeline={isTimeline} money={money} feedback={feedback} actions={actions} />}
    </ThingPage>
  )
}

const nameOf = ({ rental_code, fleet_name }: RentalSessionDetails): string => `${rental_code}, ${fleet_name}`

interface DetailsProps extends Pick<ScreenProps, 'money' | 'feedback' | 'actions'> {
  session: RentalSessionDetails
  isTimeline: boolean
}

function Details({ session, isTimeline, money, feedback, actions }: DetailsProps) {
  const live = useLiveBadge()
  const isOpen = session.status !== 'ended'
  const list = isOpen
    ? { label: t('Active'), href: '/rental-sessions/active' }
    : { label: t('History'), href: '/rental-sessions/history' }
  useShownUnder(list.href)
  return (
    <SessionPage
      header={{
        crumbs: [
          { label: t('Rental sessions'), href: '/rental-sessions/active' },
          list,
          { label: shortId(session.id) },
        ],
        ...(isOpen ? live : {}),
        name: nameOf(session),
        code: shortId(session.id),
        states: <States session={session} />,
        actions: (
          <>
            {actions?.(session.user_id)}
            {isOpen && <ForceEnd session={session} />}
          </>
        ),
        facts: factsOf(session),
      }}
      path={rentalSessionPath(session.id)}
      isTimeline={isTimeline}
      strip={<Strip session={session} />}
      timeline={<RentalSessionTimeline session={session} />}
      money={isReservation(session) ? undefined : money}
      feedback={feedback}
    >
      <RideCard session={session} />
      <VehicleCard session={session} />
      <WideCell>
        <Card title={t('Rental')}>
          <RideMap session={session} />
        </Card>
      </WideCell>
    </SessionPage>
  )
}

/** It never became a ride. */
const isReservation = ({ status, how_ended }: RentalSessionDetails): boolean =>
  status === 'booked' || how_ended === 'cancelled'

function ForceEnd({ session }: { session: RentalSessionDetails }) {
  const may = useCanCall(forceEndRentalSession)
  const [isOpen, setOpen] = useState(false)
  if (!may) return null
  return (
    <>
      <Button leftSection={<IconFlagOff size={15} />} data-danger onClick={() => setOpen(true)}>
        {t('Force end')}
      </Button>
      {isOpen && <ForceEndSessionDialog session={session} onClose={() => setOpen(false)} />}
    </>
  )
}

const States = ({ session }: { session: RentalSessionDetails }) => {
  const { status, how_ended, is_ended_outside, payment_state } = session
  return (
    <>
      <StatusPill of="session" value={status} />
      {payment_state !== null && status === 'ended' && !isReservation(session) && (
        <StatusPill of="payment" value={payment_state} />
      )}
      {how_ended !== null && how_ended !== 'normal' && <span>{t(endWord(how_ended))}</span>}
      {is_ended_outside && <Outside />}
    </>
  )
}

const riderFact = ({ user_id: id, user_name: name }: RentalSessionDetails): Fact[] =>
  id === null || name === null ? [] : [{ icon: IconUser, value: <UserLink id={id} name={name} /> }]

function factsOf(session: RentalSessionDetails): Fact[] {
  return [
    ...riderFact(session),
    { icon: IconScooter, value: <RentalLink id={session.rental_device_id} code={session.rental_code} /> },
    { icon: IconClock, value: <Length session={session} /> },
    ...(session.distance_m === null ? [] : [{ icon: IconRoute, value: <Distance metres={session.distance_m} /> }]),
    ...(session.rating === null ? [] : [{ icon: IconStar, value: t('{{value}} of 5', { value: session.rating }) }]),
  ]
}

function Strip({ session }: { session: RentalSessionDetails }) {
  const { moment } = useFormat()
  const isBooking = isReservation(session)
  const began = moment(session.started_at)
  const open = isBooking ? t('still reserved') : t('still rented')
  return (
    <SessionStrip
      began={isBooking ? t('{{time}} reserved', { time: began }) : t('{{time}} rented', { time: began })}
      ended={session.ended_at === null ? open : t('{{time}} ended', { time: moment(session.ended_at) })}
      length={<Length session={session} />}
      isOpen={session.ended_at === null}
      isBooking={isBooking}
    />
  )
}

const When = ({ at, zone }: { at: string; zone: string }) => (
  <TwoClocks at={at} zone={zone} there={(time) => t('{{time}} {{zone}} time', { time, zone })} />
)

function RideCard({ session }: { session: RentalSessionDetails }) {
  const { started_at, ended_at, how_ended, key_type, time_zone, distance_m, rating } = session
  return (
    <Card title={t('Session')}>
      <KeyValueGrid
        labelWidth={92}
        items={[
          { label: t('From'), value: <PlaceCell session={session} side="start" /> },
          { label: t('Started'), value: <When at={started_at} zone={time_zone} /> },
          { label: t('To'), value: ended_at === null ? null : <PlaceCell session={session} side="end" /> },
          { label: t('Ended'), value: ended_at === null ? null : <When at={ended_at} zone={time_zone} /> },
          { label: t('How it ended'), value: how_ended === null ? null : t(endWord(how_ended)) },
          { label: t('Distance'), value: distance_m === null ? null : <Distance metres={distance_m} /> },
          { label: t('Key'), value: key_type === null ? null : <AccessKeyLink {...session} /> },
          { label: t('Rating'), value: rating === null ? null : <Rating value={rating} /> },
          { label: t('Comment'), value: session.comment },
          { label: t('Session ID'), value: <CopyableId id={session.id} isMono /> },
        ]}
      />
    </Card>
  )
}

const VehicleCard = ({ session }: { session: RentalSessionDetails }) => (
  <Card title={t('Rental device')}>
    <KeyValueGrid
      labelWidth={92}
      items={[
        { label: t('Rental code'), value: <RentalLink id={session.rental_device_id} code={session.rental_code} /> },
        { label: t('Fleet'), value: <FleetLink id={session.fleet_id} name={session.fleet_name} /> },
        { label: t('Time zone'), value: session.time_zone },
      ]}
    />
  </Card>
)
