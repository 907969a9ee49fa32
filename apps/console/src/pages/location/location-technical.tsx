import { useMemo } from 'react'
import type { ComponentProps } from 'react'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { locationHardware, locationOnline } from '@wheelhouse/contract/hardware/hardware-history.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { LocationCommands } from '../../features/commands/command-history.tsx'
import { useLocationDevices } from '../../features/devices/devices-panel.tsx'
import { DeviceHistory } from '../../features/hardware/device-history.tsx'
import { technicalOrder, technicalOrderText } from '../../features/hardware/technical-order.ts'
import { HardwareTable } from '../../features/hardware/technical-table.tsx'
import { OnlineStrip } from '../../features/hardware/online-strip.tsx'
import type { LocationSearch } from './location-search.ts'
import { OutagesPanel } from '../../features/outages/outages-panel.tsx'
import { t } from '../../i18n/i18n.ts'
import { useCanCall } from '../../session/can.ts'
import { Segments } from '../../ui/base/segments.tsx'
import { issuesAt } from '../../features/devices/device-styles.ts'
import { deviceName } from '../../features/devices/device-labels.ts'
import { SidePanel } from '../../ui/dialogs/side-panel.tsx'

interface TechnicalProps {
  location: Location
  /** Whose history is open is in the address. */
  search: LocationSearch
  onSearch: (search: LocationSearch) => void
}

const noDevices: readonly Device[] = []

/** Hardware, its readings and their history, outages and commands of a location: each part only where its right is held. */
export function LocationTechnical({ location, search, onSearch }: TechnicalProps) {
  const { data: devices } = useLocationDevices(location.id)
  const opened = devices?.find(({ id }) => id === search.device)
  const open = (device: Device | undefined) => onSearch({ ...search, device: device?.id })
  const [hasHardware, hasMetrics] = [useCanCall(locationHardware), useCanCall(locationOnline)]
  return (
    <>
      {(hasHardware || hasMetrics) && (
        <Hardware
          location={location}
          devices={devices}
          onOpen={open}
          openId={opened?.id}
          isIssuesOnly={search.devices === 'issues'}
          onIssuesOnly={(is) => onSearch({ ...search, devices: is ? 'issues' : undefined })}
          sort={technicalOrder(search.hardware_sort)}
          onSort={(sort) => onSearch({ ...search, hardware_sort: technicalOrderText(sort) })}
        />
      )}
      {hasMetrics && (
        <OnlineStrip
          locationId={location.id}
          period={search.contact_period ?? 'day'}
          onPeriod={(period) => onSearch({ ...search, contact_period: period === 'day' ? undefined : period })}
        />
      )}
      <OutagesPanel locationId={location.id} />
      <LocationCommands
        locationId={location.id}
        devices={devices ?? noDevices}
        chosen={{ device_id: search.command_device_id, name: search.command_name }}
        onChoose={({ device_id, name }) => onSearch({ ...search, command_device_id: device_id, command_name: name })}
      />
      {opened !== undefined && (
        <SidePanel title={deviceName(opened)} onClose={() => open(undefined)}>
          <DeviceHistory
            key={opened.id}
            deviceId={opened.id}
            period={search.heartbeat_period ?? 'day'}
            onPeriod={(period) => onSearch({ ...search, heartbeat_period: period === 'day' ? undefined : period })}
          />
        </SidePanel>
      )}
    </>
  )
}

interface HardwareProps extends Omit<ComponentProps<typeof HardwareTable>, 'locationId'> {
  location: Location
  isIssuesOnly: boolean
  onIssuesOnly: (is: boolean) => void
}

/** All devices, or those that the tab counts. */
function Hardware({ location: { id, status }, isIssuesOnly, onIssuesOnly, ...table }: HardwareProps) {
  const isIssue = useMemo(() => issuesAt({ status }), [status])
  const wrong = table.devices?.filter(isIssue).length ?? 0
  const choices = [
    { value: 'all', label: t('All') },
    { value: 'issues', label: t('With an issue ({{count}})', { count: wrong }) },
  ]
  const choice = (
    <Segments
      label={t('Which devices')}
      choices={choices}
      value={isIssuesOnly ? 'issues' : 'all'}
      onChange={(value) => onIssuesOnly(value === 'issues')}
    />
  )
  return (
    <HardwareTable
      {...table}
      locationId={id}
      isShown={isIssuesOnly ? isIssue : undefined}
      choice={isIssuesOnly || wrong > 0 ? choice : undefined}
    />
  )
}
