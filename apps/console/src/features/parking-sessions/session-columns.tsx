import { IconMessage2, IconStarFilled } from '@tabler/icons-react'
import type { endedSessions, ParkingSession } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { deviceName, keyWord } from '../devices/device-labels.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { MomentText } from '../../i18n/moment-text.tsx'
import type { ListColumn } from '../../lists/list-columns.ts'
import { useClock } from '../../ui/base/clock.ts'
import { DimCell, NameCell, Nothing } from '../../ui/data-table/cells.tsx'
import { DockBubble } from '../../ui/details/glyphs.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { Duration, RelativeTime } from '../../ui/details/time.tsx'
import { UserLink } from '../users/user-link.tsx'
import { shortId } from './parking-session-link.tsx'
import classes from './parking-sessions.module.css'

/** Keys of `t`. */
export const endLabels: Record<NonNullable<ParkingSession['how_ended']>, string> = {
  normal: 'Normal',
  forced: 'Forced',
  cancelled: 'Cancelled',
}
export const endWord = (how: ParkingSession['how_ended']): string => (how === null ? '' : (endLabels[how] ?? how))

const hourMs = 3_600_000

function Stay({ session }: { session: ParkingSession }) {
  if (session.how_ended === 'cancelled') return <Nothing />
  if (session.ended_at !== null) return <Duration ms={Date.parse(session.ended_at) - Date.parse(session.started_at)} />
  return <Duration since={session.started_at} />
}

/** Green, orange or red like the dock of the session (spec 9), by the thresholds of its location. */
function StayGlyph({ session }: { session: ParkingSession }) {
  const hours = useClock(60_000, (now) => Math.floor((now - Date.parse(session.started_at)) / hourMs))
  if (session.status === 'booked') return <DockBubble kind="booked" size={10} label={t('Booked')} />
  if (hours >= session.bubble_red_hours) return <DockBubble kind="over_72" size={10} />
  return <DockBubble kind={hours >= session.bubble_orange_hours ? 'over_24' : 'occupied'} size={10} />
}

const placeOf = (row: ParkingSession): string => deviceName({ type: row.device_type, number: row.device_number })

const common: ListColumn<typeof endedSessions>[] = [
  {
    id: 'id',
    header: t('Session'),
    width: 84,
    pin: 'start',
    isHideable: false,
    isLink: true,
    cell: (row) => <NameCell>{shortId(row.id)}</NameCell>,
  },
  { id: 'location_code', header: t('Code'), width: 70, cell: (row) => <DimCell>{row.location_code}</DimCell> },
  {
    id: 'location',
    header: t('Location'),
    width: 230,
    isGrowing: true,
    cell: (row) => row.location_label,
    exports: ['location_label'],
  },
  {
    id: 'device',
    header: t('Device'),
    width: 96,
    cell: (row) => placeOf(row),
    exports: ['device_number', 'device_type'],
  },
]
const who: ListColumn<typeof endedSessions>[] = [
  {
    id: 'user',
    header: t('User'),
    width: 150,
    cell: ({ user_id, user_name }) =>
      user_id === null || user_name === null ? <Nothing /> : <UserLink id={user_id} name={user_name} />,
    exports: ['user_id', 'user_name'],
  },
  {
    id: 'key',
    header: t('Key'),
    width: 84,
    cell: (row) => <DimCell>{row.key_type && keyWord(row.key_type)}</DimCell>,
    exports: ['access_key_id', 'key_type'],
  },
]
const started: ListColumn<typeof endedSessions> = {
  id: 'started_at',
  header: t('Started'),
  width: 150,
  cell: (row) => <MomentText at={row.started_at} />,
}

export const activeColumns: readonly ListColumn<typeof endedSessions>[] = [
  ...common,
  {
    id: 'status',
    header: t('Status'),
    width: 110,
    cell: (row) => <StatusText of="session" value={row.status} />,
    watch: (row) => row.status,
    // Nearly all are active; the glyph of the stay marks those that are only booked.
    isHiddenAtFirst: true,
  },
  started,
  {
    id: 'stay',
    header: t('Parked for'),
    width: 118,
    align: 'end',
    isAge: true,
    exports: ['minutes'],
    cell: (row) => (
      <span className={classes.stay}>
        <StayGlyph session={row} />
        <Stay session={row} />
      </span>
    ),
  },
  ...who,
]

function FeeOf({ row: { fee_minor, currency } }: { row: ParkingSession }) {
  const { money } = useFormat()
  if (fee_minor === null || currency === null) return <Nothing />
  return fee_minor === 0 ? t('Free') : money(fee_minor, currency)
}

const money: readonly ListColumn<typeof endedSessions>[] = [
  {
    id: 'fee',
    header: t('Fee'),
    width: 96,
    align: 'end',
    cell: (row) => <FeeOf row={row} />,
    exports: ['fee', 'currency'],
  },
  {
    id: 'payment_state',
    header: t('Payment'),
    width: 136,
    cell: (row) => (row.payment_state === null ? <Nothing /> : <StatusText of="payment" value={row.payment_state} />),
    watch: (row) => row.payment_state,
  },
]

const stay: readonly ListColumn<typeof endedSessions>[] = [
  ...common,
  started,
  { id: 'ended_at', header: t('Ended'), width: 150, cell: (row) => <MomentText at={row.ended_at} /> },
  {
    id: 'stay',
    header: t('Parked for'),
    width: 120,
    align: 'end',
    cell: (row) => <Stay session={row} />,
    exports: ['minutes'],
  },
]

const end: readonly ListColumn<typeof endedSessions>[] = [
  {
    id: 'how_ended',
    header: t('How it ended'),
    width: 100,
    cell: (row) =>
      row.how_ended === 'normal' ? <DimCell>{t(endWord(row.how_ended))}</DimCell> : t(endWord(row.how_ended)),
  },
  ...who,
  { id: 'rating', header: t('Rating'), width: 76, align: 'end', cell: (row) => <Rating value={row.rating} /> },
  { id: 'comment', header: t('Comment'), width: 200, isGrowing: true, cell: (row) => <DimCell>{row.comment}</DimCell> },
]

/** Of a reader who may not see payments the list has no columns for them. */
export const historyColumns = (seesMoney: boolean): readonly ListColumn<typeof endedSessions>[] =>
  seesMoney ? withMoney : withoutMoney
const withMoney = [...stay, ...money, ...end]
const withoutMoney = [...stay, ...end]

export function Rating({ value }: { value: number | null }) {
  if (value === null) return <Nothing />
  return (
    <span aria-label={t('{{value}} of 5', { value })}>
      {value} <IconStarFilled size={11} aria-hidden />
    </span>
  )
}

/** A row on a phone. */
export function SessionCard({ row }: { row: ParkingSession }) {
  const end = row.how_ended !== null && row.how_ended !== 'normal' ? { word: t(endWord(row.how_ended)) } : {}
  return (
    <span className={classes.card}>
      <span className={classes.line}>
        <strong>{row.location_label}</strong>
        <Stay session={row} />
      </span>
      <span className={classes.where}>
        {row.location_code} · {placeOf(row)}
        {row.user_name !== null && ` · ${row.user_name}`}
      </span>
      <span className={classes.line}>
        <StatusText of="session" value={row.status} {...end} />
        <span className={classes.age}>
          {row.comment !== null && <IconMessage2 size={14} aria-label={t('Has a comment')} />}
          {row.ended_at === null ? <MomentText at={row.started_at} /> : <RelativeTime at={row.ended_at} />}
        </span>
      </span>
    </span>
  )
}
