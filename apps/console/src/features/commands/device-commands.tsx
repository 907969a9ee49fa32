import { IconDots, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { commandGroups } from '@wheelhouse/contract/commands/command-catalogue.ts'
import type { CommandName } from '@wheelhouse/contract/commands/command-catalogue.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import type { ReactNode } from 'react'
import { t } from '../../i18n/i18n.ts'
import { useUser } from '../../stores/user-store.ts'
import { useClock } from '../../ui/base/clock.ts'
import { ActionTiles } from '../../ui/details/action-tiles.tsx'
import type { ActionTile } from '../../ui/details/action-tiles.tsx'
import { CommandMenu } from '../../ui/frame/command-menu.tsx'
import type { Command as MenuEntry } from '../../ui/frame/command-menu-content.tsx'
import { offersFor, useSendable } from './command-offers.ts'
import type { Offer } from './command-offers.ts'
import { isOver, isWorthShowing, useLocationCommands } from './command-progress.ts'

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
  /** What else is done at the device, of other features: on the places that commands leave free. */
  more?: readonly ActionTile[]
  /** Beside the dock plan, for a mouse. */
  isCompact?: boolean
}

/** Two rows of three. What has no place here is in the menu of the device. */
const places = 6

const likeliestFor = ({ dock_state }: Device, [first]: readonly Offer[]): CommandName | undefined =>
  dock_state === 'locked' || dock_state === 'fault' ? first?.name : 'identify'
/** The filled tile would jump under the thumb while the lock is between two states. */
const isMoving = ({ dock_state }: Device): boolean => dock_state === 'locking' || dock_state === 'unlocking'

/** All within the thumb's reach, each on its own place; the likeliest one is filled, what is under way turns. */
export function CommandGrid({ device, onChoose, more = [], isCompact = false }: CommandGridProps) {
  const me = useUser((state) => state.subId)
  const now = useClock(5_000, (at) => at - (at % 5_000))
  const offers = offersFor(device, useSendable()).filter(({ isUsual }) => isUsual)
  const sent = useLocationCommands(device.location_id).filter((command) => command.device_id === device.id)
  const running = sent.filter((command) => !isOver(command))
  if (offers.length === 0 && more.length === 0) return null
  // After a success nothing asks to be pressed next.
  const isDone = sent.some((command) => command.status === 'success' && isWorthShowing(command, me, now))
  const likeliest = running.length > 0 || isDone || isMoving(device) ? undefined : likeliestFor(device, offers)
  const commands = offers.map(({ name, label, short, icon, reason }): ActionTile => ({
    id: name,
    label: short ?? label,
    icon,
    reason,
    isLikeliest: name === likeliest,
    isRunning: running.some((command) => command.name === name),
    onChoose: () => onChoose(name),
  }))
  return <ActionTiles label={t('Commands')} actions={[...commands, ...more].slice(0, places)} isCompact={isCompact} />
}

/** What is sent seldom, for the menu of the device. */
export function useRareCommands(device: Device, onChoose: (name: CommandName) => void): MenuEntry[] {
  return offersFor(device, useSendable())
    .filter(({ isUsual }) => !isUsual)
    .map(({ name, label, icon, reason }) => ({ id: name, label, icon, reason, onChoose: () => onChoose(name) }))
}
