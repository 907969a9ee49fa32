import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import {
  exportTechnicalTable,
  locationHardware,
  locationReadings,
} from '@wheelhouse/contract/hardware/hardware-history.ts'
import { read } from '../../api/api.ts'
import { useCan, useCanCall } from '../../session/can.ts'
import { t } from '../../i18n/i18n.ts'
import { bothOf, Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { ListExport } from '../../lists/list-export.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { Sort } from '../../ui/data-table/table-head.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
import { NoData } from '../../ui/frame/states.tsx'
import { HardwareCard, technicalColumns } from './technical-columns.tsx'
import type { TechnicalColumn, TechnicalRow } from './technical-columns.tsx'
import classes from './hardware-history.module.css'

const freshEveryMs = 15_000

interface HardwareTableProps {
  locationId: string
  /** In their physical order; undefined while they come. */
  devices: readonly Device[] | undefined
  onOpen: (device: Device) => void
  /** Whose history is open. */
  openId: string | undefined
  /** Which of them the table has; without it all. */
  isShown?: ((device: Device) => boolean) | undefined
  /** At the head of the table: which devices it shows. */
  choice?: ReactNode
  sort: Sort
  onSort: (sort: Sort) => void
}

const rowId = ({ device }: TechnicalRow): string => device.id

/** The hardware of each device and what it said last; a row opens its history. */
export function HardwareTable(props: HardwareTableProps) {
  const { reading, failed, ...known } = useTechnical(props.locationId, props.devices)
  return (
    <Loaded query={reading} failed={failed}>
      {(devices) =>
        devices.length === 0 ? (
          <NoData title={t('No devices yet')} />
        ) : (
          <Table {...props} {...known} devices={devices} />
        )
      }
    </Loaded>
  )
}

/** One of the two replies is enough for a table: the columns of the other are empty until it is there. */
function useTechnical(locationId: string, devices: HardwareTableProps['devices']) {
  const params = { location_id: locationId }
  const [hasHardware, hasReadings] = [useCanCall(locationHardware), useCanCall(locationReadings)]
  const hasSettings = useCan({ hardware: ['GETSETTINGS'] })
  const hardware = useLive(locationHardware, { params }, { enabled: hasHardware, isQuiet: true })
  const readings = useQuery({
    ...read(locationReadings, { params }),
    enabled: hasReadings,
    refetchInterval: freshEveryMs,
  })
  const columns = useMemo(
    () => technicalColumns({ hardware: hasHardware, readings: hasReadings, settings: hasSettings }),
    [hasHardware, hasReadings, hasSettings],
  )
  const both = bothOf<unknown, unknown>(hardware, readings)
  const isNothingKnown = both.error !== null && hardware.data === undefined && readings.data === undefined
  return {
    reading: {
      ...both,
      data: isNothingKnown ? undefined : devices,
      // One of the two alone is no failure while the devices are on their way.
      error: devices === undefined && !isNothingKnown ? null : both.error,
      dataUpdatedAt: both.data === undefined ? undefined : both.dataUpdatedAt,
    },
    failed: (hardware.error === null ? locationReadings : locationHardware).says.failed,
    columns,
    hardware: hardware.data,
    readings: readings.data,
  }
}

type TableProps = Omit<HardwareTableProps, 'devices'> &
  Pick<ReturnType<typeof useTechnical>, 'columns' | 'hardware' | 'readings'> & { devices: readonly Device[] }

function Table({ devices, hardware, readings, columns, isShown, sort, ...props }: TableProps) {
  const rows = useMemo(() => {
    const [hardwareOf, readingsOf] = [byDevice(hardware), byDevice(readings)]
    const shown = isShown === undefined ? devices : devices.filter(isShown)
    const all = shown.map((device): TechnicalRow => ({
      device,
      hardware: hardwareOf.get(device.id),
      readings: readingsOf.get(device.id),
    }))
    return sorted(all, columns, sort)
  }, [devices, isShown, hardware, readings, columns, sort])
  return (
    <section className={classes.table}>
      <SectionHead
        title={t('Hardware')}
        count={rows.length}
        detail={t('Select a row for its history')}
        actions={
          <>
            {props.choice}
            <ListExport
              route={exportTechnicalTable}
              params={{ location_id: props.locationId }}
              query={{}}
              title={t('Export the technical table')}
              count={String(devices.length)}
            />
          </>
        }
      />
      <DataTable
        label={t('Hardware')}
        columns={columns}
        rows={rows}
        rowId={rowId}
        sort={sort}
        onSort={props.onSort}
        onOpen={({ device }) => props.onOpen(device)}
        openId={props.openId}
        card={(row) => <HardwareCard row={row} />}
        isWhole={rows.length <= 60}
        state={rows.length === 0 && <NoData title={t('No device has an issue')} />}
      />
    </section>
  )
}

const byDevice = <Row extends { device_id: string }>(rows: readonly Row[] | undefined): ReadonlyMap<string, Row> =>
  new Map((rows ?? []).map((row) => [row.device_id, row]))

/** Missing values come last in either direction. */
function sorted(
  rows: readonly TechnicalRow[],
  columns: readonly TechnicalColumn[],
  sort: Sort,
): readonly TechnicalRow[] {
  const column = columns.find(({ id }) => id === sort.column)
  if (!column) return rows
  const sign = sort.direction === 'asc' ? 1 : -1
  const isAbsent = (value: unknown): boolean => value === null || value === undefined || value === ''
  return rows.toSorted((a, b) => {
    const [left, right] = [column.by(a), column.by(b)]
    if (isAbsent(left) || isAbsent(right)) return Number(isAbsent(left)) - Number(isAbsent(right))
    if (typeof left === 'number' && typeof right === 'number') return sign * (left - right)
    return sign * String(left).localeCompare(String(right), undefined, { numeric: true })
  })
}
