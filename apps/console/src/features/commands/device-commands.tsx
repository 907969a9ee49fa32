import { IconDots, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { commandGroups } from '@wheelhouse/contract/commands/command-catalogue.ts'
import type { CommandName } from '@wheelhouse/contract/commands/command-catalogue.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import type { ReactNode } from 'react'
import { t } from '../../i18n/i18n.ts'
import { ActionTiles } from '../../ui/details/action-tiles.tsx'
import type { ActionTile } from '../../ui/details/action-tiles.tsx'
import { CommandMenu } from '../../ui/frame/command-menu.tsx'
import type { Command as MenuEntry } from '../../ui/frame/command-menu.tsx'
import { offersFor, useSendable } from './command-offers.ts'
import type { Offer } from './command-offers.ts'
import { isOver, useLocationCommands } from './command-progress.ts'

interface DeviceCommandMenuProps {
  device: Device
  glyph: ReactNode
  title: string
  /** "locked for 4 d 3 h". */
  detail: string
  at: HTMLElement | null
  onClose: () => void
  onChoose: (name: CommandName) => void
  onDetails: () => void
  /** What else may be done to it, of other features; after the commands. */
  more?: readonly (readonly MenuEntry[])[]
}

/** The menu on a tile or a row: what this person may send to this device, then its details. */
export function DeviceCommandMenu({
  device,
  glyph,
  title,
  detail,
  at,
  onClose,
  onChoose,
  onDetails,
  more = [],
}: DeviceCommandMenuProps) {
  const [isWhole, setWhole] = useState(false)
  const offers = offersFor(device, useSendable()).filter(({ isUsual }) => isWhole || isUsual)
  const groupOf = (group: string) =>
    offers
      .filter((offer) => offer.group === group)
      .map(({ name, label, icon, letter, reason }) => ({
        id: name,
        label,
        icon,
        letter,
        reason,
        onChoose: () => onChoose(name),
      }))
  const moreCommands = {
    id: 'more',
    label: t('More commands'),
    icon: IconDots,
    letter: 'M',
    staysOpen: true,
    onChoose: () => setWhole(true),
  }
  const details = {
    id: 'details',
    label: t('Details and history'),
    icon: IconInfoCircle,
    letter: 'D',
    onChoose: onDetails,
  }
  return (
    <CommandMenu
      opened
      glyph={glyph}
      title={title}
      detail={detail}
      groups={[...commandGroups.map(groupOf), isWhole || offers.length === 0 ? [] : [moreCommands], ...more, [details]]}
      at={at}
      onClose={onClose}
    />
  )
}

interface CommandGridProps {
  device: Device
  onChoose: (name: CommandName) => void
  /** What else is done at the device, of other features; after the commands. */
  more?: readonly ActionTile[]
}

const likeliestFor = ({ dock_state }: Device, [first]: readonly Offer[]): CommandName | undefined =>
  dock_state === 'locked' || dock_state === 'fault' ? first?.name : 'identify'
/** The filled tile would jump under the thumb while the lock is between two states. */
const isMoving = ({ dock_state }: Device): boolean => dock_state === 'locking' || dock_state === 'unlocking'

/** All within the thumb's reach; the likeliest one is filled, what is under way is outlined. */
export function CommandGrid({ device, onChoose, more = [] }: CommandGridProps) {
  const [isWhole, setWhole] = useState(false)
  const offers = offersFor(device, useSendable())
  const running = useLocationCommands(device.location_id).filter(
    (command) => command.device_id === device.id && !isOver(command),
  )
  if (offers.length === 0 && more.length === 0) return null
  const likeliest = running.length > 0 || isMoving(device) ? undefined : likeliestFor(device, offers)
  const isShown = (offer: Offer) => isWhole || offer.isUsual === true || running.some(({ name }) => name === offer.name)
  const hidden = offers.filter((offer) => !isShown(offer))
  const commands = offers.filter(isShown).map(({ name, label, icon, reason }): ActionTile => ({
    id: name,
    label,
    icon,
    reason,
    isLikeliest: name === likeliest,
    isRunning: running.some((command) => command.name === name),
    onChoose: () => onChoose(name),
  }))
  const moreCommands = { id: 'more', label: t('More commands'), icon: IconDots, onChoose: () => setWhole(true) }
  return (
    <ActionTiles label={t('Commands')} actions={[...commands, ...(hidden.length > 0 ? [moreCommands] : []), ...more]} />
  )
}
