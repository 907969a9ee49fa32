import { Button, Menu } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { CommandCards } from '../../features/commands/command-cards.tsx'
import { CommandDialog } from '../../features/commands/command-dialog.tsx'
import type { CommandAsked } from '../../features/commands/command-dialog.tsx'
import { useSendable } from '../../features/commands/command-offers.ts'
import { SecurityPhotosPanel } from '../../features/security-photos/security-photos-panel.tsx'
import { read } from '../../api/api.ts'
import { useCanCall } from '../../session/can.ts'
import { deviceWithin } from '../../features/devices/device-labels.ts'
import { t } from '../../i18n/i18n.ts'
import { camerasOf } from './cameras.ts'
import { usePhotoHistory } from './photo-history.tsx'

interface LocationPhotosProps {
  locationId: string
  timeZone: string
  /** Undefined where the reader may not know. */
  hasCamera: boolean | undefined
}

/** The photos of a place, with the command that takes one and the history of who looked. */
export function LocationPhotos({ locationId, timeZone, hasCamera }: LocationPhotosProps) {
  const [asked, setAsked] = useState<CommandAsked | null>(null)
  const history = usePhotoHistory()
  const cameras = useCameras(locationId, hasCamera !== false)
  return (
    <>
      <SecurityPhotosPanel
        locationId={locationId}
        timeZone={timeZone}
        take={
          cameras.length > 0 ? (
            <TakePhoto cameras={cameras} onAsk={(device) => setAsked({ device, name: 'take_photo' })} />
          ) : undefined
        }
        progress={cameras.map(({ id }) => (
          <CommandCards key={id} locationId={locationId} deviceId={id} />
        ))}
        history={history}
      />
      <CommandDialog
        opened={asked !== null}
        asked={asked}
        onClose={() => setAsked(null)}
        onSent={() => setAsked(null)}
      />
    </>
  )
}

/** Devices that can take a photo, for those who may ask them to. */
function useCameras(locationId: string, isCamera: boolean): readonly Device[] {
  const may = useSendable().includes('take_photo')
  const maySee = useCanCall(listLocationDevices)
  const { data } = useQuery({
    ...read(listLocationDevices, { params: { location_id: locationId } }, { isQuiet: true }),
    enabled: may && maySee && isCamera,
  })
  return camerasOf(data ?? [])
}

function TakePhoto({ cameras, onAsk }: { cameras: readonly Device[]; onAsk: (camera: Device) => void }) {
  const button = (onClick?: () => void) => (
    <Button leftSection={<IconCamera size={16} />} onClick={onClick}>
      {t('Take photo')}
    </Button>
  )
  const [only] = cameras
  if (cameras.length === 1 && only) return button(() => onAsk(only))
  return (
    <Menu>
      <Menu.Target>{button()}</Menu.Target>
      <Menu.Dropdown>
        {cameras.map((camera) => (
          <Menu.Item key={camera.id} onClick={() => onAsk(camera)}>
            {deviceWithin(camera)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
