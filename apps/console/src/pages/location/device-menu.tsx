import { IconLifebuoy } from '@tabler/icons-react'
import type { CommandName } from '@wheelhouse/contract/commands/command-catalogue.ts'
import { findUsers } from '@wheelhouse/contract/find-user/find-user.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { DeviceCommandMenu } from '../../features/commands/device-commands.tsx'
import { actionsFor } from '../../features/devices/device-actions.ts'
import type { DeviceAction } from '../../features/devices/device-actions.ts'
import { bubbleOf, stateSentence } from '../../features/devices/device-styles.ts'
import type { BubbleHours } from '../../features/devices/device-styles.ts'
import { deviceName } from '../../features/devices/device-labels.ts'
import { supportPath } from '../../features/support/support-address.ts'
import { t } from '../../i18n/i18n.ts'
import { useCanCall } from '../../session/can.ts'
import { useClock } from '../../ui/base/clock.ts'
import { DockBubble } from '../../ui/details/glyphs.tsx'
import { useNavigateTo } from '../../ui/details/link.tsx'
import type { Command as MenuEntry } from '../../ui/frame/command-menu-content.tsx'

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

/** To the page of a caller at this device: who is in it, and why it stays shut. */
function useHelp({ id, type, session }: Device): MenuEntry[] {
  const may = useCanCall(findUsers)
  const go = useNavigateTo()
  if (!may || type === 'controller' || type === 'guard') return []
  const path = supportPath({ device: id, user: session?.user_id ?? undefined })
  return [
    {
      id: 'support',
      label: t('Why does it not open?'),
      icon: IconLifebuoy,
      letter: 'W',
      onChoose: () => go?.(path),
    },
  ]
}
