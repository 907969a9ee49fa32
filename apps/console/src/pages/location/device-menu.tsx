import type { CommandName } from '@wheelhouse/contract/commands/command-catalogue.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { DeviceCommandMenu } from '../../features/commands/device-commands.tsx'
import { actionsFor } from '../../features/devices/device-actions.ts'
import type { DeviceAction } from '../../features/devices/device-actions.ts'
import { bubbleOf, stateSentence } from '../../features/devices/device-styles.ts'
import type { BubbleHours } from '../../features/devices/device-styles.ts'
import { deviceName } from '../../features/devices/device-labels.ts'
import { useClock } from '../../ui/base/clock.ts'
import { DockBubble } from '../../ui/details/glyphs.tsx'
import { useHelp } from './device-help.ts'

interface DeviceMenuProps {
  device: Device
  location: BubbleHours
  at: HTMLElement | null
  allowed: readonly DeviceAction[]
  onClose: () => void
  onCommand: (name: CommandName) => void
  onAction: (action: DeviceAction) => void
  onDetails: () => void
}

/** On the tile or row: commands first, then what is changed at the device; what cannot be undone comes last. */
export function DeviceMenu({
  device,
  location,
  at,
  allowed,
  onClose,
  onCommand,
  onAction,
  onDetails,
}: DeviceMenuProps) {
  const now = useClock(1_000, (time) => time)
  const entries = actionsFor(device, allowed).map(({ name, label, icon, letter, isDanger, reason }) => ({
    id: name,
    label,
    icon,
    letter,
    isDanger,
    reason,
    onChoose: () => onAction(name),
  }))
  const help = useHelp(device)
  return (
    <DeviceCommandMenu
      device={device}
      glyph={<DockBubble kind={bubbleOf(device, location, now)} size={11} />}
      title={deviceName(device)}
      detail={stateSentence(device, now)}
      at={at}
      onClose={onClose}
      onChoose={onCommand}
      onDetails={onDetails}
      more={[
        help,
        entries.filter(({ isDanger }) => isDanger !== true),
        entries.filter(({ isDanger }) => isDanger === true),
      ]}
    />
  )
}
