import { Button } from '@mantine/core'
import { IconClock, IconFlagOff, IconRoute, IconScooter, IconStar, IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { forceEndRentalSession, getRentalSession } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import type { RentalSessionDetails } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import { ApiError } from '../../http/api-error.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useLiveBadge } from '../../live/live-badge.ts'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { DetailsBody, DetailsHeader } from '../../ui/details/details.tsx'
import type { Fact } from '../../ui/details/details.tsx'
import { Card, KeyValueGrid } from '../../ui/details/key-values.tsx'
import { Link } from '../../ui/details/link.tsx'
import { StatusPill } from '../../ui/details/status.tsx'
import { useWide } from '../../ui/frame/app-frame.tsx'
import { Page, Tabs } from '../../ui/frame/page.tsx'
import { ErrorScreen, ErrorState, NoPermission, Skeleton } from '../../ui/frame/states.tsx'
import { keyWord } from '../devices/device-labels.ts'
import { RentalLink } from '../rentals/rental-link.tsx'
import { rentalSessionPath, shortId } from './rental-session-link.tsx'
import { RideFee } from './ride-fee.tsx'
import { RideMap } from './ride-map.tsx'
import { Distance, endWord, Fee, Length, Outside, Payment, PlaceCell, Rating } from './session-cells.tsx'
import type { RentalSessionSearch } from './session-search.ts'
import { RentalSessionTimeline } from './session-timeline.tsx'
import classes from './rental-sessions.module.css'

const ForceEndSessionDialog = lazyComponent(() =>
  import('./force-end-session-dialog.tsx').then((module) => module.ForceEndSessionDialog),
)

interface ScreenProps {
  id: string
  search: RentalSessionSearch
  /** What its rider wrote about it belongs to another feature: the page puts it in. */
  feedback?: ReactNode
}

/** One rental session: which vehicle, from where to where, what it cost, and its story. */
export function RentalSessionScreen({ id, search, feedback }: ScreenProps) {
  const may = useCanCall(getRentalSession)
  const session = useLive(getRentalSession, { params: { rental_session_id: id } }, { enabled: may })
  useDocumentTitle(session.data ? nameOf(session.data) : t('Rental session'))
  if (may && session.data)
    return <Details session={session.data} isTimeline={search.tab === 'timeline'} feedback={feedback} />
  if (session.error instanceof ApiError && (session.error.status === 404 || session.error.status === 400))
    return <Unknown />
  return (
    <Page title={t('Rental session')}>
      {!may && <NoPermission action="GET" resource="session" />}
      {may && session.error && (
        <ErrorState
          title={getRentalSession.says.failed}
          detail={session.error.message}
          onRetry={() => void session.refetch()}
        />
      )}
      {may && !session.error && <Skeleton lines={8} />}
    </Page>
  )
}

const Unknown = () => (
  <ErrorScreen
    code="404"
    title={t('This rental session does not exist')}
    detail={t('Or you do not have access to it.')}
    action={<Link href="/rental-sessions/active">{t('Go to rental sessions')}</Link>}
  />
)

const nameOf = ({ rental_code, fleet_name }: RentalSessionDetails): string => `${rental_code}, ${fleet_name}`

interface DetailsProps extends Pick<ScreenProps, 'feedback'> {
  session: RentalSessionDetails
  isTimeline: boolean
}

function Details({ session, isTimeline, feedback }: DetailsProps) {
  const isWide = useWide()
  const live = useLiveBadge()
  const isOpen = session.status !== 'ended'
  const list = isOpen
    ? { label: t('Active'), href: '/rental-sessions/active' }
    : { label: t('History'), href: '/rental-sessions/history' }
  return (
    <>
      <DetailsHeader
        crumbs={[
          { label: t('Rental sessions'), href: '/rental-sessions/active' },
          list,
          { label: shortId(session.id) },
        ]}
        {...(isOpen ? live : {})}
        name={nameOf(session)}
        code={shortId(session.id)}
        states={<States session={session} />}
        actions={isOpen ? <ForceEnd session={session} /> : undefined}
        facts={factsOf(session)}
        tabs={isWide ? undefined : <NarrowTabs id={session.id} isTimeline={isTimeline} />}
      />
      <Strip session={session} />
      <DetailsBody aside={isWide ? <RentalSessionTimeline session={session} /> : undefined} asideLabel={t('Timeline')}>
        {!isWide && isTimeline ? (
          <div className={classes.story}>
            <RentalSessionTimeline session={session} />
          </div>
        ) : (
          <>
            {feedback}
            <div className={classes.cards}>
              <RideCard session={session} />
              <MoneyCard session={session} />
              <div className={classes.wide}>
                <Card title={t('Ride')}>
                  <RideMap session={session} />
                </Card>
              </div>
            </div>
          </>
        )}
      </DetailsBody>
    </>
  )
}

function ForceEnd({ session }: { session: RentalSessionDetails }) {
  const may = useCanCall(forceEndRentalSession)
  const [isOpen, setOpen] = useState(false)
  if (!may) return null
  return (
    <>
      <Button leftSection={<IconFlagOff size={15} stroke={1.75} />} data-danger onClick={() => setOpen(true)}>
        {t('Force end')}
      </Button>
      {isOpen && <ForceEndSessionDialog session={session} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Below 1280 the right column is a tab. */
const NarrowTabs = ({ id, isTimeline }: { id: string; isTimeline: boolean }) => (
  <Tabs
    label={t('Views of this session')}
    tabs={[
      { id: 'details', label: t('Details'), href: rentalSessionPath(id), isActive: !isTimeline },
      { id: 'timeline', label: t('Timeline'), href: `${rentalSessionPath(id)}?tab=timeline`, isActive: isTimeline },
    ]}
  />
)

const States = ({ session: { status, how_ended, is_ended_outside } }: { session: RentalSessionDetails }) => (
  <>
    <StatusPill of="session" value={status} />
    {how_ended !== null && how_ended !== 'normal' && <span>{t(endWord(how_ended))}</span>}
    {is_ended_outside && <Outside />}
  </>
)

function factsOf(session: RentalSessionDetails): Fact[] {
  return [
    ...(session.user_name === null ? [] : [{ icon: IconUser, value: session.user_name }]),
    { icon: IconScooter, value: <RentalLink id={session.rental_device_id} code={session.rental_code} /> },
    { icon: IconClock, value: <Length session={session} /> },
    ...(session.distance_m === null ? [] : [{ icon: IconRoute, value: <Distance metres={session.distance_m} /> }]),
    ...(session.rating === null ? [] : [{ icon: IconStar, value: t('{{value}} of 5', { value: session.rating }) }]),
  ]
}

/** The ride as one strip with its start, duration and end. */
function Strip({ session }: { session: RentalSessionDetails }) {
  const { moment } = useFormat()
  const isBooking = session.status === 'booked' || session.how_ended === 'cancelled'
  const began = moment(session.started_at)
  const open = isBooking ? t('still reserved') : t('still rented')
  const ended = session.ended_at === null ? open : t('{{time}} ended', { time: moment(session.ended_at) })
  return (
    <div className={classes.strip}>
      <div
        className={classes.bar}
        data-open={session.ended_at === null || undefined}
        data-booking={isBooking || undefined}
      />
      <div className={classes.ends}>
        <span>{isBooking ? t('{{time}} reserved', { time: began }) : t('{{time}} rented', { time: began })}</span>
        <span className={classes.length}>
          <Length session={session} />
        </span>
        <span>{ended}</span>
      </div>
    </div>
  )
}

/** With its zone; what the clock on the wall said there, where that differs. */
function When({ at, zone }: { at: string; zone: string }) {
  const { exact, dateTime } = useFormat()
  const there = useFormat(zone)
  return (
    <>
      <time dateTime={at}>{exact(at)}</time>
      {there.dateTime(at) !== dateTime(at) && (
        <span className={classes.there}>{t('{{time}} in the zone of the fleet', { time: there.moment(at) })}</span>
      )}
    </>
  )
}

function RideCard({ session }: { session: RentalSessionDetails }) {
  const { started_at, ended_at, how_ended, key_type, time_zone, distance_m } = session
  return (
    <Card title={t('Session')}>
      <KeyValueGrid
        labelWidth={92}
        items={[
          { label: t('From'), value: <PlaceCell session={session} side="start" /> },
          { label: t('Started'), value: <When at={started_at} zone={time_zone} /> },
          { label: t('To'), value: ended_at === null ? null : <PlaceCell session={session} side="end" /> },
          { label: t('Ended'), value: ended_at === null ? null : <When at={ended_at} zone={time_zone} /> },
          { label: t('Ended by'), value: how_ended === null ? null : t(endWord(how_ended)) },
          { label: t('Distance'), value: distance_m === null ? null : <Distance metres={distance_m} /> },
          { label: t('Key'), value: key_type === null ? null : keyWord(key_type) },
          { label: t('Session ID'), value: <CopyableId id={session.id} isMono /> },
        ]}
      />
    </Card>
  )
}

const MoneyCard = ({ session }: { session: RentalSessionDetails }) => (
  <Card title={t('Vehicle and fee')}>
    <KeyValueGrid
      labelWidth={92}
      items={[
        { label: t('Rental code'), value: <RentalLink id={session.rental_device_id} code={session.rental_code} /> },
        { label: t('Fleet'), value: session.fleet_name },
        {
          label: t('Fee'),
          value: session.is_fee_waived || session.fee_minor !== null ? <Fee session={session} /> : null,
        },
        {
          label: t('Payment'),
          value: session.payment_state === null ? null : <Payment state={session.payment_state} />,
        },
        { label: t('Rating'), value: session.rating === null ? null : <Rating value={session.rating} /> },
        { label: t('Comment'), value: session.comment },
        { label: t('Time zone'), value: session.time_zone },
      ]}
    />
    {session.status !== 'booked' && session.how_ended !== 'cancelled' && <RideFee session={session} />}
  </Card>
)
