import { getRentalTrack } from '@wheelhouse/contract/rentals/rental-tracks.ts'
import type { RentalDevice } from '@wheelhouse/contract/rentals/rentals.ts'
import { FleetLink } from '../../features/fleets/fleet-link.tsx'
import { CopyableHardware } from '../../features/hardware/hardware-link.tsx'
import { t } from '../../i18n/i18n.ts'
import { useCanCall } from '../../session/can.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { NumberCell } from '../../ui/data-table/cells.tsx'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { Card, KeyValueGrid } from '../../ui/details/key-values.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { MissingPermission, NoData } from '../../ui/frame/states.tsx'
import { coordinatesLabel, coordinatesText } from '../../ui/map/map-points.ts'
import classes from './vehicle.module.css'

const VehicleTrack = lazyComponent(() =>
  import('../../features/rentals/vehicle-track.tsx').then((module) => module.VehicleTrack),
)
const VehicleBattery = lazyComponent(() =>
  import('../../features/rentals/vehicle-battery.tsx').then((module) => module.VehicleBattery),
)

/** Facts, the track of the last days and the battery; the last two for who may see where vehicles were. */
export function VehicleOverview({ vehicle, days }: { vehicle: RentalDevice; days: number | undefined }) {
  const seesTrack = useCanCall(getRentalTrack)
  return (
    <div className={classes.cards}>
      <Facts vehicle={vehicle} />
      {seesTrack && <VehicleBattery id={vehicle.id} />}
      <div className={classes.wide}>
        <Card title={t('Track')}>
          {seesTrack ? (
            <VehicleTrack vehicle={vehicle} days={days} />
          ) : (
            <NoData title={t('No track')}>
              <MissingPermission action="GETMETRICS" resource="rental_device" purpose={t('To see past positions')} />
            </NoData>
          )}
        </Card>
      </div>
    </div>
  )
}

function Facts({ vehicle }: { vehicle: RentalDevice }) {
  const { latitude, longitude, hardware_id: hardware } = vehicle
  const place = latitude === null || longitude === null ? null : { latitude, longitude }
  return (
    <Card title={t('Rental device')}>
      <KeyValueGrid
        labelWidth={112}
        items={[
          { label: t('Code'), value: <CopyableId id={vehicle.code} /> },
          {
            label: t('Fleet'),
            value: <FleetLink id={vehicle.fleet_id} name={vehicle.fleet_name} />,
          },
          { label: t('In this state'), value: vehicle.state_since && <RelativeTime at={vehicle.state_since} /> },
          {
            label: t('Position'),
            value: place && <CopyableId id={coordinatesText(place)}>{coordinatesLabel(place)}</CopyableId>,
          },
          { label: t('Position from'), value: vehicle.position_at && <RelativeTime at={vehicle.position_at} /> },
          {
            label: t('Speed'),
            value: vehicle.speed_kmh === null ? null : <NumberCell value={Math.round(vehicle.speed_kmh)} unit="km/h" />,
          },
          {
            label: t('Last moved'),
            value: vehicle.state === 'on_trip' ? null : vehicle.moved_at && <RelativeTime at={vehicle.moved_at} />,
          },
          {
            label: t('Hardware'),
            value: hardware && <CopyableHardware id={hardware} />,
          },
          { label: t('Firmware'), value: vehicle.firmware_version },
          { label: t('Comment'), value: vehicle.comment },
          { label: t('Created'), value: <RelativeTime at={vehicle.created_at} /> },
          { label: t('ID'), value: <CopyableId id={vehicle.id} isMono /> },
        ]}
      />
    </Card>
  )
}
