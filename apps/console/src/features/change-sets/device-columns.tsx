import { changeSetDevices } from '@wheelhouse/contract/change-sets/change-set-devices.ts'
import type { ChangeSetDevice } from '@wheelhouse/contract/change-sets/change-set-devices.ts'
import { parameterLabels } from '@wheelhouse/contract/hardware-config/parameter-labels.ts'
import { hardwareId } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/list-columns.ts'
import { sortableBy } from '../../lists/list-columns.ts'
import { DimCell, Nothing } from '../../ui/data-table/cells.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { deviceName, deviceTypeWord } from '../devices/device-labels.ts'
import { HardwareLink } from '../hardware/hardware-link.tsx'
import { LocationLink } from '../locations/location-link.tsx'
import { RentalLink } from '../rentals/rental-link.tsx'
import { deviceState, failureWord, waveWord } from './change-set-labels.ts'
import classes from './change-sets.module.css'

const nameOf = ({ device_type: type, device_number: number, rental_code }: ChangeSetDevice): string => {
  if (number !== null) return deviceName({ type, number })
  return rental_code ?? deviceTypeWord(type)
}

const keyWord = (key: string): string =>
  key === 'firmware_version' ? t('Firmware') : t(parameterLabels[key]?.label ?? key)

/** "Buzzer level: 3 → 6" for each parameter. */
function Changes({ device: { changes } }: { device: ChangeSetDevice }) {
  if (changes.length === 0) return <Nothing />
  return (
    <span className={classes.changes}>
      {changes.map(({ key, before, after }) => (
        <span key={key}>
          {keyWord(key)} {String(before)} → <strong>{String(after)}</strong>
        </span>
      ))}
    </span>
  )
}

const reasonOf = ({ failure, rollback_failure }: ChangeSetDevice): string | null => rollback_failure ?? failure

function Reason({ device }: { device: ChangeSetDevice }) {
  const reason = reasonOf(device)
  return reason === null ? null : (
    <span className={classes.reason} data-state={device.state}>
      {failureWord(reason)}
    </span>
  )
}

const Ago = ({ at }: { at: string | null }) => (at === null ? <Nothing /> : <RelativeTime at={at} />)

function Place({ device }: { device: ChangeSetDevice }) {
  const { location_id: id, location_label: label, location_code: code, rental_device_id, rental_code } = device
  if (id !== null && label !== null && code !== null) return <LocationLink id={id} label={label} code={code} />
  if (rental_device_id !== null && rental_code !== null) return <RentalLink id={rental_device_id} code={rental_code} />
  return <DimCell>{t('In stock')}</DimCell>
}

const listColumns: readonly ListColumn<typeof changeSetDevices>[] = [
  { id: 'device_number', header: 'Device', cell: (row) => nameOf(row), width: 120, pin: 'start', isHideable: false },
  {
    id: 'wave',
    header: 'Wave',
    cell: ({ wave }) => (wave === null ? <Nothing /> : <DimCell>{waveWord(wave)}</DimCell>),
    width: 90,
  },
  {
    id: 'state',
    header: 'State',
    cell: (row) => <StatusText of="change_set_device" value={deviceState(row)} />,
    width: 160,
    watch: deviceState,
  },
  { id: 'changes', header: 'Change', cell: (row) => <Changes device={row} />, width: 330, isGrowing: true },
  { id: 'failure', header: 'Reason', cell: (row) => <Reason device={row} />, width: 250 },
  {
    id: 'location_label',
    header: 'Location',
    cell: (row) => <Place device={row} />,
    exports: ['location_code', 'location_label', 'rental_code'],
    width: 220,
  },
  { id: 'begun_at', header: 'Sent', cell: ({ begun_at }) => <Ago at={begun_at} />, width: 100 },
  { id: 'applied_at', header: 'Confirmed', cell: ({ applied_at }) => <Ago at={applied_at} />, width: 100 },
  { id: 'ended_at', header: 'Ended', cell: ({ ended_at }) => <Ago at={ended_at} />, width: 100 },
  { id: 'rollback_ended_at', header: 'Rolled back', cell: (row) => <Ago at={row.rollback_ended_at} />, width: 110 },
  { id: 'hardware_id', header: 'Hardware ID', cell: (row) => <HardwareLink id={row.hardware_id} />, width: 250 },
]
export const deviceColumns = sortableBy(changeSetDevices, listColumns)

export const DeviceCard = ({ device }: { device: ChangeSetDevice }) => (
  <RowCard
    title={nameOf(device)}
    trailing={device.wave === null ? undefined : waveWord(device.wave)}
    facts={<StatusText of="change_set_device" value={deviceState(device)} />}
    childrenTrailing={hardwareId(device.hardware_id).slice(-6)}
    note={reasonOf(device) === null ? undefined : <Reason device={device} />}
  >
    <Changes device={device} />
  </RowCard>
)
