import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { deviceName } from '../../features/devices/device-labels.ts'
import { t } from '../../i18n/i18n.ts'
import { useBeside } from '../../ui/dialogs/beside.ts'
import { DeviceContent } from './device-drawer.tsx'
import type { DeviceDrawerProps } from './device-drawer.tsx'

interface DockedDeviceProps extends Omit<DeviceDrawerProps, 'opened'> {
  device: Device
  /** Its neighbours, in the order of the table. */
  devices: readonly Device[]
  onOpen: (id: string) => void
}

/**
 * From 1280 px on the device is beside the plan instead of over it: the tiles stay in view, and a click on another one shows
 * that device here.
 */
export function DockedDevice({ device, devices, onOpen, ...props }: DockedDeviceProps) {
  const { onClose, isUnder = false } = props
  const place = devices.findIndex(({ id }) => id === device.id)
  const open = (to: Device | undefined) => to !== undefined && onOpen(to.id)
  useArrows((by, isOnTile) => {
    const to = devices[place + by]
    open(to)
    if (to !== undefined && isOnTile) document.querySelector<HTMLElement>(`[data-dock="${to.id}"]`)?.focus()
  })
  const panel = useRef<HTMLDivElement>(null)
  // A link asks its question at once, and the question may be here first.
  useBeside(panel, onClose, isUnder)
  return (
    <div ref={panel} tabIndex={-1} data-beside>
      <DeviceContent
        {...props}
        device={device}
        isPhone={false}
        steps={
          <>
            <Step icon={IconChevronUp} label={t('Previous device')} to={devices[place - 1]} onOpen={open} />
            <Step icon={IconChevronDown} label={t('Next device')} to={devices[place + 1]} onOpen={open} />
          </>
        }
      />
    </div>
  )
}

interface StepProps {
  icon: TablerIcon
  label: string
  to: Device | undefined
  onOpen: (to: Device | undefined) => void
}

/** At an end of the list it keeps the focus, so that the way back is one key. */
const Step = ({ icon: Icon, label, to, onOpen }: StepProps) => (
  <ActionIcon
    variant="subtle"
    aria-label={label}
    data-tip={to === undefined ? label : `${label}: ${deviceName(to)}`}
    aria-disabled={to === undefined}
    data-disabled={to === undefined || undefined}
    onClick={() => onOpen(to)}
  >
    <Icon size={16} />
  </ActionIcon>
)

/** Left and right open the neighbour, from the panel and from the tiles of the plan; what has its own arrows keeps them. */
function useArrows(onStep: (by: 1 | -1, isOnTile: boolean) => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    const by = key === 'ArrowRight' ? 1 : -1
    const isOther = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented
    if (isOther || (key !== 'ArrowLeft' && by === -1) || !(target instanceof Element)) return
    const isFree = target === document.body || target.closest('[data-beside], [data-dock]') !== null
    if (!isFree || target.closest(ownArrows) !== null) return
    event.preventDefault()
    onStep(by, target.closest('[data-dock]') !== null)
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => pressed(event)
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
const ownArrows = 'input, textarea, select, [role=menu], [role=listbox], [role=grid], [role=radiogroup]'
