import { useState } from 'react'
import type { Device } from '@wheelhouse/contract/devices.ts'
import { locationHardware, locationOnline } from '@wheelhouse/contract/hardware-history.ts'
import type { Location } from '@wheelhouse/contract/locations.ts'
import { LocationCommands } from '../features/commands/CommandHistory.tsx'
import { useLocationDevices } from '../features/devices/DevicesPanel.tsx'
import { DeviceHistory } from '../features/hardware-history/DeviceHistory.tsx'
import { HardwareTable } from '../features/hardware-history/HardwareTable.tsx'
import { OnlineStrip } from '../features/hardware-history/OnlineStrip.tsx'
import { OutagesPanel } from '../features/outages/OutagesPanel.tsx'
import { useMayCall } from '../lib/can.ts'
import { deviceName } from '../lib/device-words.ts'
import { SidePanel } from '../ui/side-panel.tsx'
import { NoPermission } from '../ui/states.tsx'

const noDevices: readonly Device[] = []

/** Hardware, its readings and their history, outages and commands of a location: each part only where its right is held. */
export function LocationTechnical({ location }: { location: Location }) {
  const { data: devices } = useLocationDevices(location.id)
  const [opened, setOpened] = useState<Device | null>(null)
  const [hasHardware, hasMetrics] = [useMayCall(locationHardware), useMayCall(locationOnline)]
  return (
    <>
      {hasHardware || hasMetrics ? (
        <HardwareTable locationId={location.id} devices={devices} onOpen={setOpened} />
      ) : (
        <NoPermission action="GETMETRICS" resource="location" />
      )}
      {hasMetrics && <OnlineStrip locationId={location.id} />}
      <OutagesPanel locationId={location.id} />
      <LocationCommands locationId={location.id} devices={devices ?? noDevices} />
      {opened !== null && (
        <SidePanel title={deviceName(opened)} onClose={() => setOpened(null)}>
          <DeviceHistory key={opened.id} deviceId={opened.id} />
        </SidePanel>
      )}
    </>
  )
}
