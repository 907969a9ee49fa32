import { IconMapPinOff, IconStarFilled } from '@tabler/icons-react'
import type { RentalSession } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useClock } from '../../ui/base/clock.ts'
import { Nothing, NumberCell } from '../../ui/data-table/cells.tsx'
import { DockBubble } from '../../ui/details/glyphs.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { Duration } from '../../ui/details/time.tsx'
import { LocationLink } from '../locations/location-link.tsx'
import classes from './rental-sessions.module.css'

/** Keys of `t`. */
export const endLabels: Record<NonNullable<RentalSession['how_ended']>, string> = {
  normal: 'Normal',
  forced: 'Forced',
  cancelled: 'Cancelled',
}
export const endWord = (how: RentalSession['how_ended']): string => (how === null ? '' : (endLabels[how] ?? how))

/** How long a ride lasted, or has lasted so far. A reservation that was cancelled was no ride. */
export function Length({ session: { how_ended, started_at, ended_at } }: { session: RentalSession }) {
  if (how_ended === 'cancelled') return <Nothing />
  if (ended_at !== null) return <Duration ms={Date.parse(ended_at) - Date.parse(started_at)} />
  return <Duration since={started_at} />
}

const hourMs = 3_600_000

/** Orange and red after the hours of its fleet (spec 9; values: 4 and 24). */
export function RideGlyph({ session }: { session: RentalSession }) {
  const { status, started_at, ride_orange_hours, ride_red_hours } = session
  const hours = useClock(60_000, (now) => (now - Date.parse(started_at)) / hourMs)
  if (status === 'booked') return <DockBubble kind="booked" size={10} label={t('Booked')} />
  if (hours >= ride_red_hours) return <DockBubble kind="over_72" size={10} />
  return <DockBubble kind={hours >= ride_orange_hours ? 'over_24' : 'occupied'} size={10} />
}

type Side = 'start' | 'end'

/** Where a ride began or ended: the location with its dock, away from locations, or outside of the area of the fleet. */
export function PlaceCell({ session, side }: { session: RentalSession; side: Side }) {
  const id = session[`${side}_location_id`]
  const label = session[`${side}_location_label`]
  const dock = session[`${side}_dock_number`]
  if (id !== null && label !== null)
    return (
      <>
        <LocationLink id={id} label={label} code={session[`${side}_location_code`] ?? undefined} />
        {dock !== null && t(', dock {{number}}', { number: String(dock).padStart(2, '0') })}
      </>
    )
  if (side === 'end' && session.is_ended_outside) return <Outside />
  if (side === 'end' && session.ended_at === null) return <Nothing />
  return <span className={classes.away}>{t('Away from locations')}</span>
}

export const Outside = () => (
  <span className={classes.outside}>
    <IconMapPinOff size={14} aria-hidden /> {t('Outside the area')}
  </span>
)

export function Distance({ metres }: { metres: number | null }) {
  return <NumberCell value={metres === null ? null : metres / 1_000} unit="km" digits={1} />
}

/** What it cost: null without the right to payments. */
export function Fee({ session }: { session: RentalSession }) {
  const { money } = useFormat()
  if (session.is_fee_waived) return <span className={classes.away}>{t('Waived')}</span>
  if (session.fee_minor === null || session.currency === null) return <Nothing />
  return <span>{session.fee_minor === 0 ? t('Free') : money(session.fee_minor, session.currency)}</span>
}

export const Payment = ({ state }: { state: RentalSession['payment_state'] }) =>
  state === null ? <Nothing /> : <StatusText of="payment" value={state} />

export function Rating({ value }: { value: number | null }) {
  if (value === null) return <Nothing />
  return (
    <span aria-label={t('{{value}} of 5', { value })}>
      {value} <IconStarFilled size={11} aria-hidden />
    </span>
  )
}
