import type { endedRentals, RentalSession } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import { t } from '../../i18n/i18n.ts'
import { MomentText } from '../../i18n/moment-text.tsx'
import type { ListColumn } from '../../lists/list-columns.ts'
import { DimCell, NameCell, Nothing } from '../../ui/data-table/cells.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { keyWord } from '../devices/device-labels.ts'
import { FleetLink } from '../fleets/fleet-link.tsx'
import { RentalLink } from '../rentals/rental-link.tsx'
import { UserLink } from '../users/user-link.tsx'
import { shortId } from './rental-session-link.tsx'
import { Distance, endWord, Fee, Length, Outside, Payment, PlaceCell, Rating, RideGlyph } from './session-cells.tsx'
import classes from './rental-sessions.module.css'

type Columns = ListColumn<typeof endedRentals>[]

const common: Columns = [
  {
    id: 'id',
    header: t('Session'),
    width: 84,
    pin: 'start',
    isHideable: false,
    isLink: true,
    cell: (row) => <NameCell>{shortId(row.id)}</NameCell>,
  },
  {
    id: 'rental_code',
    header: t('Rental code'),
    width: 104,
    cell: ({ rental_device_id, rental_code }) => <RentalLink id={rental_device_id} code={rental_code} />,
  },
  {
    id: 'fleet_name',
    header: t('Fleet'),
    width: 150,
    cell: ({ fleet_id, fleet_name }) => <FleetLink id={fleet_id} name={fleet_name} />,
  },
]
const started: Columns[number] = {
  id: 'started_at',
  header: t('Started'),
  width: 140,
  cell: (row) => <MomentText at={row.started_at} />,
}
const from: Columns[number] = {
  id: 'start_place',
  header: t('From'),
  width: 220,
  isGrowing: true,
  cell: (row) => <PlaceCell session={row} side="start" />,
  exports: ['start_location_code', 'start_location_label', 'start_dock_number'],
}
const who: Columns = [
  {
    id: 'user_name',
    header: t('User'),
    width: 150,
    cell: ({ user_id: id, user_name: name }) =>
      id === null || name === null ? <Nothing /> : <UserLink id={id} name={name} />,
    exports: ['user_id', 'user_name'],
  },
  {
    id: 'key_type',
    header: t('Key'),
    width: 70,
    cell: ({ key_type }) => (key_type === null ? <Nothing /> : keyWord(key_type)),
    exports: ['access_key_id', 'key_type'],
    isHiddenAtFirst: true,
  },
]

export const activeColumns: readonly ListColumn<typeof endedRentals>[] = [
  ...common,
  {
    id: 'status',
    header: t('Status'),
    width: 96,
    cell: ({ status }) => <StatusText of="session" value={status} />,
    watch: ({ status }) => status,
    // Nearly all are active; the glyph of the ride marks those that are only booked.
    isHiddenAtFirst: true,
  },
  started,
  {
    id: 'ride',
    header: t('Rented for'),
    width: 130,
    cell: (row) => (
      <span className={classes.glyphed}>
        <RideGlyph session={row} />
        <Length session={row} />
      </span>
    ),
    exports: ['minutes'],
  },
  from,
  ...who,
]

const ride: Columns = [
  ...common,
  started,
  { id: 'ended_at', header: t('Ended'), width: 140, cell: (row) => <MomentText at={row.ended_at} /> },
  {
    id: 'ride',
    header: t('Rented for'),
    width: 110,
    align: 'end',
    cell: (row) => <Length session={row} />,
    exports: ['minutes'],
  },
  from,
  {
    id: 'end_place',
    header: t('To'),
    width: 220,
    isGrowing: true,
    cell: (row) => <PlaceCell session={row} side="end" />,
    exports: ['end_location_code', 'end_location_label', 'end_dock_number', 'is_ended_outside'],
  },
  {
    id: 'distance_m',
    header: t('Distance'),
    width: 90,
    align: 'end',
    cell: ({ distance_m }) => <Distance metres={distance_m} />,
  },
]

const money: Columns = [
  {
    id: 'fee_minor',
    header: t('Fee'),
    width: 100,
    align: 'end',
    cell: (row) => <Fee session={row} />,
    exports: ['fee', 'fee_minor', 'currency', 'is_fee_waived'],
  },
  {
    id: 'payment_state',
    header: t('Payment'),
    width: 130,
    cell: ({ payment_state }) => <Payment state={payment_state} />,
  },
]

const end: Columns = [
  {
    id: 'how_ended',
    header: t('How it ended'),
    width: 100,
    cell: ({ how_ended }) =>
      how_ended === 'normal' ? <DimCell>{t(endWord(how_ended))}</DimCell> : t(endWord(how_ended)),
  },
  ...who,
  { id: 'rating', header: t('Rating'), width: 76, align: 'end', cell: ({ rating }) => <Rating value={rating} /> },
  { id: 'comment', header: t('Comment'), width: 200, cell: ({ comment }) => <DimCell>{comment}</DimCell> },
]

/** Of a reader who may not see payments the list has no columns for them. */
export const historyColumns = (seesMoney: boolean): readonly ListColumn<typeof endedRentals>[] =>
  seesMoney ? withMoney : withoutMoney
const withMoney = [...ride, ...money, ...end]
const withoutMoney = [...ride, ...end]

/** A row on a phone. */
export function RentalSessionCard({ row }: { row: RentalSession }) {
  const end = row.how_ended !== null && row.how_ended !== 'normal' ? { word: t(endWord(row.how_ended)) } : {}
  const place = row.ended_at === null ? row.start_location_label : row.end_location_label
  return (
    <RowCard
      title={row.rental_code}
      trailing={<Length session={row} />}
      facts={<StatusText of="session" value={row.status} {...end} />}
      childrenTrailing={row.ended_at === null ? <MomentText at={row.started_at} /> : <RelativeTime at={row.ended_at} />}
      note={row.is_ended_outside ? <Outside /> : undefined}
    >
      {[place ?? t('Away from locations'), row.user_name].filter(Boolean).join(' · ')}
    </RowCard>
  )
}
