import type { RentalDevice, RentalPlace, rentalDevices } from '@wheelhouse/contract/rentals/rentals.ts'
import { createdColumn, idColumn } from '../../lists/common-columns.tsx'
import type { ListColumn } from '../../lists/list-columns.ts'
import { DimCell, NameCell, Nothing, NumberCell } from '../../ui/data-table/cells.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { coordinatesLabel } from '../../ui/map/map-points.ts'
import { StatusGlyph, StatusText } from '../../ui/details/status.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { rentalCommandLabel } from '../commands/rental-command-labels.ts'
import { FleetLink } from '../fleets/fleet-link.tsx'
import { CopyableHardware } from '../hardware/hardware-link.tsx'
import { LocationLink } from '../locations/location-link.tsx'
import { RentalSessionLink } from '../rental-sessions/rental-session-link.tsx'
import { Battery, RideDuration } from './vehicle-cells.tsx'
import classes from './rentals.module.css'

/** The state, and the command that the vehicle has not answered yet. */
export const State = ({ state, command_name }: Pick<RentalDevice, 'state' | 'command_name'>) => (
  <span className={classes.glyphed}>
    <StatusText of="rental_device" value={state} />
    {command_name !== null && (
      <span className={classes.pending}>
        <StatusGlyph of="command" value="in_progress" /> {rentalCommandLabel(command_name)}
      </span>
    )}
  </span>
)

function Ago({ at }: { at: string | null }) {
  return at === null ? <Nothing /> : <RelativeTime at={at} isShort />
}

const placeText = ({ latitude, longitude }: RentalDevice): string | null =>
  latitude === null || longitude === null ? null : coordinatesLabel({ latitude, longitude })

/** The open ride, for who may see it: a link with its age. */
export const CurrentRide = ({ vehicle }: { vehicle: RentalDevice }) => {
  const { rental_session_id: id } = vehicle
  if (id === null) return <Nothing />
  return (
    <span className={classes.glyphed}>
      <RideLength {...vehicle} />
      <RentalSessionLink id={id} />
    </span>
  )
}

const RideLength = ({ rented_at, ride_orange_hours, ride_red_hours, state }: RentalDevice) =>
  rented_at === null ? (
    <Nothing />
  ) : (
    <RideDuration since={rented_at} orange={ride_orange_hours} red={ride_red_hours} isBooked={state === 'reserved'} />
  )

export const rentalColumns: readonly ListColumn<typeof rentalDevices>[] = [
  {
    id: 'code',
    header: 'Code',
    cell: ({ code }) => <NameCell>{code}</NameCell>,
    width: 110,
    pin: 'start',
    isHideable: false,
    isLink: true,
  },
  {
    id: 'state',
    header: 'State',
    cell: State,
    width: 190,
    watch: ({ state, command_name }) => `${state} ${command_name}`,
  },
  {
    id: 'battery_percent',
    header: 'Battery',
    cell: ({ battery_percent }) => <Battery percent={battery_percent} />,
    width: 90,
    watch: ({ battery_percent }) => Math.round(battery_percent ?? -1),
  },
  {
    id: 'rented_at',
    header: 'Current rental',
    cell: (row) => <CurrentRide vehicle={row} />,
    width: 170,
    exports: ['rental_session_id', 'rented_at'],
  },
  {
    id: 'location_label',
    header: 'Location',
    cell: ({ location_id: id, location_code: code, location_label: label }) =>
      id === null || label === null ? <Nothing /> : <LocationLink id={id} label={label} code={code ?? undefined} />,
    width: 220,
    isGrowing: true,
    exports: ['location_code', 'location_label'],
  },
  {
    id: 'place',
    header: 'Position',
    cell: (row) => <span className={classes.place}>{placeText(row) ?? <Nothing />}</span>,
    width: 180,
    exports: ['latitude', 'longitude', 'position_at'],
  },
  {
    id: 'speed_kmh',
    header: 'Speed',
    align: 'end',
    cell: ({ speed_kmh }) => <NumberCell value={speed_kmh === null ? null : Math.round(speed_kmh)} unit="km/h" />,
    width: 84,
  },
  {
    id: 'moved_at',
    header: 'Not moved for',
    align: 'end',
    cell: ({ moved_at, state }) => (state === 'on_trip' ? <Nothing /> : <Ago at={moved_at} />),
    width: 110,
  },
  {
    id: 'last_seen_at',
    header: 'Last seen',
    align: 'end',
    cell: ({ last_seen_at }) => <Ago at={last_seen_at} />,
    width: 90,
  },
  {
    id: 'fleet_name',
    header: 'Fleet',
    cell: ({ fleet_id, fleet_name }) => <FleetLink id={fleet_id} name={fleet_name} />,
    width: 150,
  },
  {
    id: 'state_since',
    header: 'In this state for',
    align: 'end',
    cell: ({ state_since }) => <Ago at={state_since} />,
    width: 120,
    isHiddenAtFirst: true,
  },
  {
    id: 'hardware_id',
    header: 'Hardware ID',
    cell: ({ hardware_id: id }) => (id === null ? <Nothing /> : <CopyableHardware id={id} />),
    width: 250,
    isHiddenAtFirst: true,
  },
  {
    id: 'firmware_version',
    header: 'Firmware',
    cell: ({ firmware_version }) => <DimCell>{firmware_version}</DimCell>,
    width: 90,
    isHiddenAtFirst: true,
  },
  {
    id: 'comment',
    header: 'Comment',
    cell: ({ comment }) => <DimCell>{comment}</DimCell>,
    width: 200,
    isHiddenAtFirst: true,
  },
  { ...createdColumn, isHiddenAtFirst: true },
  idColumn,
]

/** A row on a phone. The whole card is a link, so there is none in it. */
export const RentalCard = ({ row }: { row: RentalDevice }) => (
  <RowCard
    title={row.code}
    trailing={<Battery percent={row.battery_percent} />}
    facts={<State {...row} />}
    childrenTrailing={row.rental_session_id === null ? <Ago at={row.last_seen_at} /> : <RideLength {...row} />}
  >
    {row.location_label ?? row.fleet_name}
  </RowCard>
)

/** A line beside the map, and the card on it. */
export const RentalLine = ({ place }: { place: RentalPlace }) => (
  <span className={classes.mapLine}>
    <strong>{place.code}</strong>
    <span>
      <StatusText of="rental_device" value={place.state} />
      <Battery percent={place.battery_percent} />
      <span className={classes.dim}>{place.fleet_name}</span>
    </span>
  </span>
)
