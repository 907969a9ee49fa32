import { ActionIcon, Drawer } from '@mantine/core'
import { IconArrowLeft, IconDots, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { listDeviceCommands } from '@wheelhouse/contract/commands/commands.ts'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { CommandCards } from '../../features/commands/command-cards.tsx'
import type { CommandAsked } from '../../features/commands/command-dialog.tsx'
import { CommandGrid, useRareCommands } from '../../features/commands/device-commands.tsx'
import { CommandHistory } from '../../features/commands/command-history.tsx'
import { actionsFor } from '../../features/devices/device-actions.ts'
import type { DeviceAction, DeviceActionOffer } from '../../features/devices/device-actions.ts'
import { DeviceFacts, DeviceLead, DeviceStrip } from '../../features/devices/device-facts.tsx'
import { useHelp } from './device-help.ts'
import type { LocationSearch } from './location-search.ts'
import { eventFilterOf, noEventFilter } from '../../features/events/event-address.ts'
import { useCanCall } from '../../session/can.ts'
import { deviceName, deviceWithin } from '../../features/devices/device-labels.ts'
import { t } from '../../i18n/i18n.ts'
import { useLiveBadge } from '../../live/live-badge.ts'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { CommandMenu } from '../../ui/frame/command-menu.tsx'
import type { Command as MenuEntry } from '../../ui/frame/command-menu-content.tsx'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { LiveBadge } from '../../ui/frame/live-badge.tsx'
import classes from './location-page.module.css'

const DeviceEventHistory = lazyComponent(() =>
  import('../../features/events/event-history.tsx').then((module) => module.DeviceEventHistory),
)

export interface DeviceDrawerProps {
  opened: boolean
  device: Device | undefined
  location: Location
  hasEvents: boolean
  /** Which of its histories, and the filter of its events: part of the address. */
  search: LocationSearch
  onSearch: (search: LocationSearch) => void
  onClose: () => void
  onAsk: (asked: CommandAsked) => void
  onSendAgain: ((command: Command) => void) | undefined
  /** What may be changed at it, and the dialog for that. */
  allowed?: readonly DeviceAction[]
  onAction?: (action: DeviceAction, device: Device) => void
  /** A question is open above the drawer, and Escape closes that question first. */
  isUnder?: boolean
}

const noActions: readonly DeviceAction[] = []
/** On the places that commands leave free; the menu of the head has all of them. */
const onTiles: readonly DeviceAction[] = ['keep', 'hardware', 'qr', 'edit']

/** One device over its location, on a phone instead of it. */
export function DeviceDrawer(props: DeviceDrawerProps) {
  const { opened, device, onClose } = props
  const isPhone = usePhone()
  // What slides out still shows what it was.
  const last = useLast(device)
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={isPhone ? '100%' : 440}
      withCloseButton={false}
      closeOnEscape={props.isUnder !== true}
      padding={0}
      overlayProps={{ backgroundOpacity: isPhone ? 1 : 0.35 }}
      attributes={{ content: { 'aria-label': last && deviceName(last) } }}
    >
      {last && <DeviceContent {...props} device={last} isPhone={isPhone} />}
    </Drawer>
  )
}

function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

export function DeviceContent({
  device,
  location,
  hasEvents,
  search,
  onSearch,
  isPhone,
  onClose,
  onAsk,
  onSendAgain,
  allowed = noActions,
  onAction,
  steps,
}: Omit<DeviceDrawerProps, 'opened'> & { device: Device; isPhone: boolean; steps?: ReactNode }) {
  const { live, onLive } = useLiveBadge()
  const rare = useRareCommands(device, (name) => onAsk({ device, name }))
  const help = useHelp(device)
  const offers = onAction === undefined ? [] : actionsFor(device, allowed)
  const tiles = offers
    .filter(({ name }) => onTiles.includes(name))
    .map(({ name, short, icon, reason }) => ({
      id: name,
      label: short,
      icon,
      reason,
      onChoose: () => onAction?.(name, device),
    }))
  return (
    <div className={classes.device}>
      <div className={classes.deviceHead}>
        {isPhone && (
          <ActionIcon variant="subtle" aria-label={t('Back')} onClick={onClose}>
            <IconArrowLeft size={22} />
          </ActionIcon>
        )}
        <h2>{deviceName(device)}</h2>
        {/* Beside its location, which says both in its own head, only the device needs a name. */}
        <span className={classes.deviceOf}>{steps === undefined && location.label}</span>
        {steps === undefined && live && <LiveBadge live={live} onToggle={onLive} />}
        {steps}
        {offers.length + rare.length + help.length > 0 && (
          <More device={device} help={help} rare={rare} offers={offers} onAction={(name) => onAction?.(name, device)} />
        )}
        {!isPhone && (
          <ActionIcon variant="subtle" aria-label={t('Close')} data-autofocus onClick={onClose}>
            <IconX size={16} />
          </ActionIcon>
        )}
      </div>
      <div className={classes.deviceBody}>
        <DeviceLead device={device} hours={location} />
        <DeviceStrip device={device} />
        <CommandGrid
          device={device}
          onChoose={(name) => onAsk({ device, name })}
          more={tiles}
          isCompact={steps !== undefined}
        />
        <CommandCards locationId={location.id} deviceId={device.id} onSendAgain={onSendAgain} />
        <DeviceFacts device={device} />
        <Histories key={device.id} device={device} timeZone={location.time_zone} {...{ hasEvents, search, onSearch }} />
      </div>
    </div>
  )
}

/** What is sent seldom and all that may be changed at it, with the reason of what cannot be done now. */
function More({
  device,
  help,
  rare,
  offers,
  onAction,
}: {
  device: Device
  help: readonly MenuEntry[]
  rare: readonly MenuEntry[]
  offers: readonly DeviceActionOffer[]
  onAction: (name: DeviceAction) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const entries = offers.map(({ name, label, icon, isDanger, reason }) => ({
    id: name,
    label,
    icon,
    isDanger,
    reason,
    onChoose: () => onAction(name),
  }))
  return (
    <CommandMenu
      opened={isOpen}
      onClose={() => setOpen(false)}
      title={deviceName(device)}
      groups={[
        entries.filter(({ isDanger }) => isDanger !== true),
        rare,
        help,
        entries.filter(({ isDanger }) => isDanger === true),
      ]}
    >
      <ActionIcon
        variant="subtle"
        aria-label={t('More for {{device}}', { device: deviceWithin(device) })}
        aria-haspopup="menu"
        onClick={() => setOpen(!isOpen)}
      >
        <IconDots size={18} />
      </ActionIcon>
    </CommandMenu>
  )
}

type HistoriesProps = Pick<DeviceDrawerProps, 'hasEvents' | 'search' | 'onSearch'> & {
  device: Device
  timeZone: string
}

/** What was sent to it and what happened to it; only what the person may see. */
function Histories({ device, timeZone, hasEvents, search, onSearch }: HistoriesProps) {
  const hasCommands = useCanCall(listDeviceCommands)
  const wanted = search.history ?? 'commands'
  if (!hasCommands && !hasEvents) return null
  const allowed = hasCommands ? 'commands' : 'events'
  const shown = hasCommands && hasEvents ? wanted : allowed
  const choices = [
    hasCommands && { id: 'commands' as const, label: t('Commands') },
    hasEvents && { id: 'events' as const, label: t('Events') },
  ].filter((choice) => choice !== false)
  return (
    <section>
      <div className={classes.histories} role="tablist" aria-label={t('History')}>
        {choices.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            role="tab"
            aria-selected={shown === id}
            onClick={() => onSearch({ ...search, history: id === 'commands' ? undefined : id })}
          >
            {label}
          </button>
        ))}
      </div>
      {shown === 'commands' ? (
        <CommandHistory deviceId={device.id} />
      ) : (
        <DeviceEventHistory
          deviceId={device.id}
          locationId={device.location_id}
          timeZone={timeZone}
          filter={eventFilterOf(search)}
          onFilter={(filter) => onSearch({ ...search, ...noEventFilter, ...filter })}
        />
      )}
    </section>
  )
}
