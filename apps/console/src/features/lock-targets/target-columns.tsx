import type { ReactNode } from 'react'
import type { TargetDevice, TargetLocation } from '@wheelhouse/contract/lock-targets/lock-targets.ts'
import { RelativeTime } from '../../ui/details/time.tsx'
import { DimCell } from '../../ui/data-table/cells.tsx'
import type { Column } from '../../ui/data-table/columns.ts'
import { deviceName } from '../devices/device-labels.ts'
import { DeviceLink } from '../devices/device-link.tsx'
import { LocationLink } from '../locations/location-link.tsx'
import type { LockCounts } from './lock-sync-labels.tsx'

export interface NamedTarget {
  id: string
  name: string
}

/** What each of the two lists shows besides the place. */
export interface TargetCells {
  sync: (counts: LockCounts) => ReactNode
  remove: (target: NamedTarget) => ReactNode
}

type AnyTarget = LockCounts & { id: string; created_at: string }
type Placed = Pick<TargetDevice, 'location_id' | 'location_label' | 'location_code'>

export const locationTarget = ({ id, location_code, location_label }: TargetLocation): NamedTarget => ({
  id,
  name: `${location_code} ${location_label}`,
})
export const deviceTarget = ({ id, device_type: type, device_number: number, location_code }: TargetDevice) => ({
  id,
  name: `${deviceName({ type, number })}, ${location_code}`,
})

function Added({ at }: { at: string }) {
  return <RelativeTime at={at} />
}

const locationColumn = <Row extends Placed>(width: number): Column<Row> => ({
  id: 'location_label',
  header: 'Location',
  cell: ({ location_id, location_label, location_code }) => (
    <LocationLink id={location_id} label={location_label} code={location_code} />
  ),
  width,
  isGrowing: true,
  isSortable: true,
})

const lastColumns = <Row extends AnyTarget>(
  { sync, remove }: TargetCells,
  targetOf: (row: Row) => NamedTarget,
): readonly Column<Row>[] => [
  { id: 'locks', header: 'On hardware', cell: sync, width: 170 },
  {
    id: 'created_at',
    header: 'Added',
    cell: ({ created_at }) => <Added at={created_at} />,
    width: 130,
    isSortable: true,
  },
  { id: 'remove', header: '', cell: (row) => remove(targetOf(row)), width: 56 },
]

export const locationColumns = (cells: TargetCells): readonly Column<TargetLocation>[] => [
  locationColumn(280),
  { id: 'address', header: 'Address', cell: ({ address }) => <DimCell>{address}</DimCell>, width: 220 },
  ...lastColumns(cells, locationTarget),
]

export const deviceColumns = (cells: TargetCells): readonly Column<TargetDevice>[] => [
  {
    id: 'device_number',
    header: 'Device',
    cell: ({ device_id, location_id, device_type, device_number }) => (
      <DeviceLink id={device_id} locationId={location_id} type={device_type} number={device_number} />
    ),
    width: 140,
    isSortable: true,
  },
  locationColumn(260),
  { id: 'device_alias', header: 'Alias', cell: ({ device_alias }) => <DimCell>{device_alias}</DimCell>, width: 140 },
  ...lastColumns(cells, deviceTarget),
]
