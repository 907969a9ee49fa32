import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { CommandCards } from '../../features/commands/command-cards.tsx'
import type { CommandAsked } from '../../features/commands/command-dialog.tsx'
import { againOf, useSendable } from '../../features/commands/command-offers.ts'
import { useDeviceActions } from '../../features/devices/device-actions.ts'
import type { DeviceAction } from '../../features/devices/device-actions.ts'
import { deviceName } from '../../features/devices/device-labels.ts'
import { DevicesPanel, useLocationDevices } from '../../features/devices/devices-panel.tsx'
import { noEventFilter } from '../../features/events/event-address.ts'
import { withoutAsk } from './location-search.ts'
import type { LocationSearch } from './location-search.ts'
import { useCan } from '../../session/can.ts'
import { t } from '../../i18n/i18n.ts'
import type { OnSearch } from '../../lists/list-address.ts'
import { isObsolete, isRentalPlace } from '../../features/locations/location-labels.ts'
import { usePhone, useWide } from '../../ui/frame/app-frame.tsx'
import { DetailsBody } from '../../ui/details/details.tsx'
import { lazyDialog, lazyComponent, useOnceTrue } from '../../ui/base/lazy.tsx'
import type { DeviceAsked } from './device-dialogs.tsx'
import { DevicesActions, useDevicesRights } from './devices-actions.tsx'
import { linkedCommand, linkedDialog } from './linked-dialog.ts'
import classes from './location-page.module.css'

// The plan and the table come first; what is done to a device comes with its first use, or when the window has come to rest.
const LiveEvents = lazyComponent(() =>
  import('../../features/events/live-events.tsx').then((module) => module.LiveEvents),
)
const DeviceMenu = lazyComponent(() => import('./device-menu.tsx').then((module) => module.DeviceMenu))
const DockedDevice = lazyComponent(() => import('./docked-device.tsx').then((module) => module.DockedDevice))
const DeviceDrawer = lazyDialog(() => import('./device-drawer.tsx').then((module) => module.DeviceDrawer))
const CommandDialog = lazyDialog(() =>
  import('../../features/commands/command-dialog.tsx').then((module) => module.CommandDialog),
)
const DeviceDialogs = lazyComponent(() => import('./device-dialogs.tsx').then((module) => module.DeviceDialogs))
const DevicesBulkBar = lazyComponent(() =>
  import('../../features/devices/devices-bulk-bar.tsx').then((module) => module.DevicesBulkBar),
)
const DeviceOrder = lazyComponent(() =>
  import('../../features/devices/device-order.tsx').then((module) => module.DeviceOrder),
)
const UrgentEntries = lazyComponent(() =>
  import('../../features/outages/urgent-entries.tsx').then((module) => module.UrgentEntries),
)
const ActiveHere = lazyComponent(() => import('./active-here.tsx').then((module) => module.ActiveHere))
const SeveralCommandsDialog = lazyComponent(() =>
  import('../../features/commands/several-commands-dialog.tsx').then((module) => module.SeveralCommandsDialog),
)

interface StandardProps {
  location: Location
  /** Which device is open is in the address. */
  search: LocationSearch
  onSearch: OnSearch<LocationSearch>
  hasEvents: boolean
  /** The message to app users, shown above the plan. */
  message: ReactNode
}

const none: ReadonlySet<string> = new Set()
const noDevices: readonly Device[] = []

/** Devices in their physical order, live: commanded, chosen, made, put in order, deleted; what happens beside them. */
export function LocationStandard({ location, search, onSearch, hasEvents, message }: StandardProps) {
  const { data: devices = noDevices } = useLocationDevices(location.id)
  const [menu, setMenu] = useState<{ id: string; at: HTMLElement } | null>(null)
  const [chosenCommand, setCommand] = useState<CommandAsked | null>(null)
  const [chosenDialog, setAsked] = useState<DeviceAsked | null>(null)
  const [selection, setSelection] = useState(none)
  const [isOrdering, setOrdering] = useState(false)
  const sendable = useSendable()
  const allowed = useDeviceActions(location)
  const [isPhone, isWide] = [usePhone(), useWide()]
  const deviceOf = (id: string | null | undefined): Device | undefined => devices.find((device) => device.id === id)
  const may = { actions: allowed, ...useDevicesRights(location) }
  const command = chosenCommand ?? linkedCommand(search, deviceOf(search.device), sendable)
  const asked = chosenDialog ?? linkedDialog(search, deviceOf(search.device), devices, may)
  // Back must not ask again.
  const closeLinked = () => search.ask !== undefined && onSearch(withoutAsk(search), { replace: true })
  const closeCommand = () => (setCommand(null), closeLinked())
  const closeDialog = () => (setAsked(null), closeLinked())
  // The filter of its events is that device's.
  const openDevice = (id: string | undefined) =>
    onSearch({ ...search, ...noEventFilter, device: id, history: id === undefined ? undefined : search.history })
  const again =
    sendable.length === 0 ? undefined : (sent: Command) => setCommand(againOf(sent, deviceOf(sent.device_id)))
  const hasMenu = sendable.length > 0 || allowed.length > 0
  const menuDevice = deviceOf(menu?.id)
  // Back to the tile or row: the menu's own target cannot take the focus.
  const closeMenu = () => (menu?.at.focus(), setMenu(null))
  // The panel of the QR code replaces the panel of the device.
  const opened = asked?.action === 'qr' ? undefined : deviceOf(search.device)
  const chosen = [...selection].some((id) => deviceOf(id) !== undefined) ? selection : none
  const hasChosen = useOnceTrue(chosen.size > 0)
  const actions = <DevicesActions {...{ location, devices, may }} onAsk={setAsked} onOrder={() => setOrdering(true)} />
  const ofDevice = {
    location,
    hasEvents,
    search,
    onSearch,
    onClose: () => openDevice(undefined),
    onAsk: setCommand,
    onSendAgain: again,
    allowed,
    onAction: (action: DeviceAction, device: Device) => setAsked({ action, id: device.id }),
    isUnder: command !== null || asked !== null,
  }
  const isDocked = isWide && opened !== undefined
  // Of a link that asks, the question comes first: whichever of the two is loaded last would lie on top.
  const isOver = !isWide && opened !== undefined && search.ask === undefined
  return (
    <>
      <Frame
        location={location}
        hasEvents={hasEvents}
        hasCommands={sendable.length > 0}
        onSendAgain={again}
        message={message}
        panel={
          isDocked && {
            label: deviceName(opened),
            content: <DockedDevice device={opened} devices={devices} onOpen={openDevice} {...ofDevice} />,
          }
        }
      >
        {search.devices === 'issues' && <UrgentEntries location={location} />}
        {isOrdering ? (
          <DeviceOrder locationId={location.id} devices={devices} onClose={() => setOrdering(false)} />
        ) : (
          <DevicesPanel
            location={location}
            message=""
            onAll={search.devices === 'issues' ? () => onSearch({ ...search, devices: undefined }) : undefined}
            openId={menu?.id ?? (isDocked ? opened.id : null)}
            hasMenu={hasMenu}
            onMenu={(id, at) => (!hasMenu || isPhone || isDocked ? openDevice(id) : setMenu({ id, at }))}
            onOpen={(device) => openDevice(device.id)}
            {...(hasMenu ? { selection: chosen, onSelection: setSelection } : {})}
            actions={actions}
            firstAction={actions}
            bulk={
              hasMenu &&
              hasChosen && (
                <DevicesBulkBar
                  devices={devices}
                  selected={chosen}
                  allowed={allowed}
                  hasNewCodes={!isObsolete(location)}
                  onSelect={setSelection}
                  commandDialog={sendable.length > 0 ? SeveralCommandsDialog : undefined}
                  onAsk={setAsked}
                />
              )
            }
          />
        )}
      </Frame>
      {menuDevice && (
        <DeviceMenu
          device={menuDevice}
          location={location}
          at={menu?.at ?? null}
          allowed={allowed}
          onClose={closeMenu}
          onCommand={(name) => setCommand({ device: menuDevice, name })}
          onAction={(action) => setAsked({ action, id: menuDevice.id })}
          onDetails={() => openDevice(menuDevice.id)}
        />
      )}
      <DeviceDrawer opened={isOver} device={opened} {...ofDevice} />
      <CommandDialog opened={command !== null} asked={command} onClose={closeCommand} onSent={closeCommand} />
      {asked !== null && (
        <DeviceDialogs
          asked={asked}
          location={location}
          devices={devices}
          onClose={closeDialog}
          onMade={(made) => (closeDialog(), setSelection(new Set(made.map(({ id }) => id))))}
        />
      )}
    </>
  )
}

/** Its place is kept while its code loads. The needs are those of its lists, whose contracts are loaded with it. */
function Active({ location }: Pick<StandardProps, 'location'>) {
  const [seesSessions, seesVehicles] = [useCan({ session: ['GET'] }), useCan({ rental_device: ['GET'] })]
  const seesPhotos = useCan({ location: ['GETSECURITYPHOTOS'] }) && location.has_camera !== false
  if (!seesSessions && !seesPhotos && !(seesVehicles && isRentalPlace(location))) return null
  return (
    <div className={classes.active}>
      <ActiveHere location={location} />
    </div>
  )
}

type FrameProps = Pick<StandardProps, 'location' | 'hasEvents' | 'message'> & {
  children: ReactNode
  hasCommands: boolean
  onSendAgain: ((command: Command) => void) | undefined
  /** The device that is open, where there is room beside the plan. */
  panel: { label: string; content: ReactNode } | false
}

/** Live events are at the right, where there is room. */
function Frame({ location, hasEvents, hasCommands, onSendAgain, message, panel, children }: FrameProps) {
  const isWide = useWide()
  const cards = <CommandCards locationId={location.id} onSendAgain={onSendAgain} />
  const aside = (
    <>
      {cards}
      {hasEvents && (
        <LiveEvents locationId={location.id} code={location.code} allHref={`/locations/${location.id}?tab=events`} />
      )}
    </>
  )
  return (
    <DetailsBody
      asideLabel={panel ? panel.label : t('What happens now')}
      aside={panel ? panel.content : isWide && (hasEvents || hasCommands) && aside}
      hasPanel={panel !== false}
    >
      {!isWide && <div className={classes.narrowCards}>{cards}</div>}
      {message}
      <Active location={location} />
      {children}
    </DetailsBody>
  )
}
