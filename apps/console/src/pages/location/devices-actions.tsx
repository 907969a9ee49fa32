import { IconArrowsSort, IconPlus, IconPrinter } from '@tabler/icons-react'
import { createDevices, setDeviceOrder } from '@wheelhouse/contract/devices/device-edit.ts'
import { printQrSheet } from '@wheelhouse/contract/qr-sheets/qr-sheets.ts'
import { isObsolete } from '../../features/locations/location-labels.ts'
import { useCanCall } from '../../session/can.ts'
import { exportLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { ListExport } from '../../lists/list-export.tsx'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { Button, IconButton } from '../../ui/base/button.tsx'
import type { DeviceAsked } from './device-dialogs.tsx'

interface DevicesActionsProps {
  location: Location
  devices: readonly Device[]
  may: DevicesRights
  onAsk: (asked: DeviceAsked) => void
  onOrder: () => void
}

interface DevicesRights {
  mayCreate: boolean
  mayOrder: boolean
  mayPrint: boolean
}

/** What this person may do to the devices of a location as a whole. */
export const useDevicesRights = (location: Location): DevicesRights => ({
  mayCreate: useCanCall(createDevices) && !isObsolete(location),
  mayOrder: useCanCall(setDeviceOrder) && !isObsolete(location),
  mayPrint: useCanCall(printQrSheet),
})

/** What is done to all devices of a location at once. */
export function DevicesActions({ location, devices, may, onAsk, onOrder }: DevicesActionsProps) {
  const isPhone = usePhone()
  const { mayCreate, mayOrder, mayPrint } = may
  const icon = { size: 15, 'aria-hidden': true } as const
  const verbs = [
    mayPrint &&
      devices.length > 0 && {
        label: t('Print labels'),
        icon: <IconPrinter {...icon} />,
        act: () => onAsk({ action: 'print', devices }),
      },
    mayOrder && devices.length > 1 && { label: t('Order'), icon: <IconArrowsSort {...icon} />, act: onOrder },
    mayCreate && { label: t('Add devices'), icon: <IconPlus {...icon} />, act: () => onAsk({ action: 'new' }) },
  ].filter((verb) => verb !== false)
  const buttons = verbs.map(({ label, icon: glyph, act }) =>
    isPhone && devices.length > 0 ? (
      <IconButton key={label} variant="subtle" aria-label={label} data-tip={label} onClick={act}>
        {glyph}
      </IconButton>
    ) : (
      <Button key={label} leftSection={glyph} onClick={act}>
        {label}
      </Button>
    ),
  )
  return (
    <>
      {devices.length > 0 && <DevicesExport locationId={location.id} count={devices.length} />}
      {buttons}
    </>
  )
}

function DevicesExport({ locationId, count }: { locationId: string; count: number }) {
  const { number } = useFormat()
  return (
    <ListExport
      route={exportLocationDevices}
      params={{ location_id: locationId }}
      query={{}}
      title={t('Export devices')}
      count={number(count)}
    />
  )
}
