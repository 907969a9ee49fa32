import { ActionIcon, Drawer } from '@mantine/core'
import { IconArrowLeft, IconDots, IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { listDeviceCommands } from '@wheelhouse/contract/commands/commands.ts'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { CommandCards } from '../../features/commands/command-cards.tsx'
import type { CommandAsked } from '../../features/commands/command-dialog.tsx'
import { CommandGrid } from '../../features/commands/device-commands.tsx'
import { CommandHistory } from '../../features/commands/command-history.tsx'
import { actionsFor } from '../../features/devices/device-actions.ts'
import type { DeviceAction, DeviceActionOffer } from '../../features/devices/device-actions.ts'
import { DeviceFacts, DeviceLead, DeviceStrip } from '../../features/devices/device-facts.tsx'
import { eventFilterOf, noEventFilter } from './location-search.ts'
import type { LocationSearch } from './location-search.ts'
import { useCanCall } from '../../session/can.ts'
import { deviceName, deviceWithin } from '../../features/devices/device-labels.ts'
import { t } from '../../i18n/i18n.ts'
import { useLiveBadge } from '../../live/live-badge.ts'
import { useFocusReturn } from '../../ui/base/focus-return.ts'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { CommandMenu } from '../../ui/frame/command-menu.tsx'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { LiveBadge } from '../../ui/frame/live-badge.tsx'
import classes from './location-page.module.css'

const DeviceEventHistory = lazyComponent(() =>
  import('../../features/events/event-history.tsx').then((module) => module.DeviceEventHistory),
)

interface DeviceDrawerProps {
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
/** In the grid of commands, within the thumb's reach; the rest is in the menu of the head. */
const onTiles: readonly DeviceAction[] = ['hardware', 'qr', 'edit', 'keep']

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
      {last && <Content {...props} device={last} isPhone={isPhone} />}
    </Drawer>
  )
}

/**
 * From 1280 px on the device is beside the plan instead of over it: the tiles stay in view, and a click on another one shows
 * that device here.
 */
export function DockedDevice({ device, ...props }: DeviceDrawerProps & { device: Device }) {
  const { onClose, isUnder = false } = props
  const panel = useRef<HTMLDivElement>(null)
  useFocusReturn(true, panel)
  const takeFocus = useEffectEvent(() => {
    // A link asks its question at once, and the question may be here first: the focus is its own.
    if (!isUnder) panel.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
  })
  useEffect(() => takeFocus(), [])
  useEffect(() => {
    const pressed = ({ key, target }: KeyboardEvent) => {
      // A menu or a question has the focus while it is open, and the key is its own.
      const box = target instanceof Element ? target.closest('[role=menu], [role=listbox], [role=dialog]') : null
      if (key === 'Escape' && (box === null || box === panel.current)) onClose()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [onClose])
  return (
    <div ref={panel} role="dialog" aria-label={deviceName(device)} tabIndex={-1}>
      <Content {...props} device={device} isPhone={false} />
    </div>
  )
}

function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

function Content({
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
}: DeviceDrawerProps & { device: Device; isPhone: boolean }) {
  const { live, onLive } = useLiveBadge()
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
            <IconArrowLeft size={22} stroke={1.75} />
          </ActionIcon>
        )}
        <h2>{deviceName(device)}</h2>
        <span className={classes.deviceOf}>{location.label}</span>
        {live && <LiveBadge live={live} onToggle={onLive} />}
        {offers.length > 0 && <More device={device} offers={offers} onAction={(name) => onAction?.(name, device)} />}
        {!isPhone && (
          <ActionIcon variant="subtle" aria-label={t('Close')} data-autofocus onClick={onClose}>
            <IconX size={16} stroke={1.75} />
          </ActionIcon>
        )}
      </div>
      <div className={classes.deviceBody}>
        <DeviceLead device={device} hours={location} />
        <DeviceStrip device={device} />
        <CommandGrid device={device} onChoose={(name) => onAsk({ device, name })} more={tiles} />
        <CommandCards locationId={location.id} deviceId={device.id} onSendAgain={onSendAgain} />
        <DeviceFacts device={device} />
        <Histories key={device.id} device={device} timeZone={location.time_zone} {...{ hasEvents, search, onSearch }} />
      </div>
    </div>
  )
}

/** All that may be changed at it, with the reason of what cannot be done now. */
function More({
  device,
  offers,
  onAction,
}: {
  device: Device
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
        entries.filter(({ isDanger }) => isDanger === true),
      ]}
    >
      <ActionIcon
        variant="subtle"
        aria-label={t('Change {{device}}', { device: deviceWithin(device) })}
        aria-haspopup="menu"
        onClick={() => setOpen(!isOpen)}
      >
        <IconDots size={18} stroke={1.75} />
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
