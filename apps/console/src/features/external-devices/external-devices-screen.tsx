import { IconBuildingBroadcastTower, IconCategory, IconDeviceSim } from '@tabler/icons-react'
import { recordOf } from '@wheelhouse/contract/certain.ts'
import { externalDeviceTypes } from '@wheelhouse/contract/external-devices/external-devices.ts'
import type { ExternalDevice, externalDevices } from '@wheelhouse/contract/external-devices/external-devices.ts'
import { simStatuses } from '@wheelhouse/contract/external-devices/sims.ts'
import { t } from '../../i18n/i18n.ts'
import type { ListScreenProps } from '../../lists/list-address.ts'
import type { ListColumn } from '../../lists/list-columns.ts'
import { ageChip, chip } from '../../lists/list-filters.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { statusStyles } from '../../ui/details/status-styles.ts'
import { useLocationChip } from '../locations/location-choices.ts'
import { LocationLink } from '../locations/location-link.tsx'
import { ExternalDeviceCard, plainColumns } from './external-device-columns.tsx'
import { providerLabels, typeLabels } from './external-device-labels.ts'
import { externalDevicesAddress, openedDevice, openOf } from './external-devices-address.ts'

const OpenExternalDevice = lazyComponent(() =>
  import('./external-device-panel.tsx').then((module) => module.OpenExternalDevice),
)

const [name, ...others] = plainColumns
const location: ListColumn<typeof externalDevices> = {
  id: 'location_label',
  header: 'Location',
  cell: ({ location_id, location_label, location_code }) => (
    <LocationLink id={location_id} label={location_label} code={location_code} />
  ),
  width: 230,
  exports: ['location_code', 'location_label'],
}
const columns: readonly ListColumn<typeof externalDevices>[] = [
  ...(name ? [{ ...name, isLink: true, pin: 'start' as const }] : []),
  location,
  ...others,
]

const card = (row: ExternalDevice) => <ExternalDeviceCard device={row} />
const rowName = (row: ExternalDevice): string => row.name
const labelOf = recordOf(externalDeviceTypes, (type) => typeLabels[type].word)
const simLabels = recordOf(simStatuses, (status) => statusStyles.sim[status].word)

/** Routers, cameras and other third-party hardware of all locations that one sees, with their SIM cards. */
export function ExternalDevicesScreen({ search, onSearch }: ListScreenProps<typeof externalDevicesAddress>) {
  const opened = openedDevice(search)
  return (
    <>
      <ListPage
        address={externalDevicesAddress}
        search={search}
        onSearch={onSearch}
        title={t('External devices')}
        find={t('Name, ID, ICCID or MSISDN')}
        columns={columns}
        card={card}
        rowName={rowName}
        onOpen={(row) => onSearch({ ...search, open: openOf(row) })}
        filters={{
          type: chip(t('Type'), IconCategory, labelOf),
          sim_status: chip(t('SIM'), IconDeviceSim, simLabels),
          sim_provider: chip(t('SIM provider'), IconBuildingBroadcastTower, providerLabels, { isOffered: false }),
          location_id: useLocationChip(search),
          sim_status_at: ageChip(t('SIM status')),
        }}
        words={{
          noMatch: t('No external devices match'),
          noData: t('No external devices yet'),
          whyNoData: t(
            'Routers, cameras, barriers and other third-party hardware are added on the page of a location.',
          ),
        }}
      />
      {opened && (
        <OpenExternalDevice
          key={opened.id}
          locationId={opened.locationId}
          id={opened.id}
          isClosed={false}
          onClose={() => onSearch({ ...search, open: undefined })}
        />
      )}
    </>
  )
}
