import type { ParkingSessionDetails } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useClock } from '../../ui/base/clock.ts'
import { Duration } from '../../ui/details/time.tsx'
import { ScaledStrip } from '../../ui/session/scaled-strip.tsx'
import type { StripMark, StripPoint } from '../../ui/session/scaled-strip.tsx'
import { SessionStrip } from '../../ui/session/session-page.tsx'
import { stayScale } from './stay-scale.ts'
import type { StayScale } from './stay-scale.ts'

export const isCancelled = ({ how_ended }: ParkingSessionDetails): boolean => how_ended === 'cancelled'

export function SessionLength({ session: { started_at, ended_at } }: { session: ParkingSessionDetails }) {
  return ended_at === null ? (
    <Duration since={started_at} />
  ) : (
    <Duration ms={Date.parse(ended_at) - Date.parse(started_at)} />
  )
}

/** A stay to scale; a booking as a plain strip, since it held a place but never a bike. */
export const ParkingStrip = ({ session }: { session: ParkingSessionDetails }) =>
  session.status === 'booked' || isCancelled(session) ? <Booking session={session} /> : <Stay session={session} />

function Booking({ session }: { session: ParkingSessionDetails }) {
  const { moment } = useFormat()
  return (
    <SessionStrip
      began={t('{{time}} booked', { time: moment(session.started_at) })}
      ended={
        session.ended_at === null ? t('still booked') : t('{{time}} cancelled', { time: moment(session.ended_at) })
      }
      length={<SessionLength session={session} />}
      isOpen={session.ended_at === null}
      isBooking
    />
  )
}

const drawEveryMs = 5_000

function Stay({ session }: { session: ParkingSessionDetails }) {
  const now = useClock(drawEveryMs, (at) => at - (at % drawEveryMs))
  const scale = stayScale(session, now)
  const { moment } = useFormat()
  const marks = scale.marks.map((mark): StripMark => ({
    kind: mark.kind,
    at: mark.at,
    isReached: mark.isReached,
    label: t('{{count}} h', { count: mark.hours }),
    time: mark.hasRoom ? moment(timeAfter(session, mark.hours)) : undefined,
  }))
  return (
    <ScaledStrip
      elapsed={scale.elapsed}
      free={scale.free}
      isOpen={session.ended_at === null}
      marks={marks}
      points={pointsOf(session, scale, moment)}
    />
  )
}

const timeAfter = ({ started_at }: ParkingSessionDetails, hours: number): string =>
  new Date(Date.parse(started_at) + hours * 3_600_000).toISOString()

function pointsOf(session: ParkingSessionDetails, scale: StayScale, moment: (at: string) => string): StripPoint[] {
  const { started_at, ended_at } = session
  const end = ended_at === null ? <StillParked session={session} /> : t('{{time}} unlocked', { time: moment(ended_at) })
  const { freeEndsAt } = scale
  const later: StripPoint[] = [
    { id: 'end', at: scale.elapsed, label: end },
    ...(freeEndsAt === null
      ? []
      : [{ id: 'free', at: scale.free, label: t('{{time}} free period ends', { time: moment(freeEndsAt) }) }]),
  ]
  return [
    { id: 'start', at: 0, label: t('{{time}} locked', { time: moment(started_at) }) },
    ...later.sort((a, b) => a.at - b.at),
  ]
}

const StillParked = ({ session }: { session: ParkingSessionDetails }) => (
  <>
    {t('still parked,')} <SessionLength session={session} />
  </>
)
