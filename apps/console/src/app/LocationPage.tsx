import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Command } from '@wheelhouse/contract/commands.ts'
import type { Device } from '@wheelhouse/contract/devices.ts'
import { listLocationEvents } from '@wheelhouse/contract/events.ts'
import type { Location } from '@wheelhouse/contract/locations.ts'
import { locationStatistics } from '@wheelhouse/contract/location-statistics.ts'
import { getLocation } from '@wheelhouse/contract/locations.ts'
import { CommandCards } from '../features/commands/CommandCards.tsx'
import { CommandDialog } from '../features/commands/CommandDialog.tsx'
import type { CommandAsked } from '../features/commands/CommandDialog.tsx'
import { DeviceCommandMenu } from '../features/commands/DeviceCommandMenu.tsx'
import { isCommandName, useSendable } from '../features/commands/command-offers.ts'
import { bubbleOf, stateSentence } from '../features/devices/device-looks.ts'
import { DevicesPanel, useLocationDevices } from '../features/devices/DevicesPanel.tsx'
import { EventHistory } from '../features/events/EventHistory.tsx'
import type { EventFilter } from '../features/events/EventHistory.tsx'
import { LiveEvents } from '../features/events/LiveEvents.tsx'
import { LocationHeader } from '../features/locations/LocationHeader.tsx'
import type { LocationSearch } from '../features/locations/location-search.ts'
import { read } from '../lib/api.ts'
import { ApiError } from '../lib/api-error.ts'
import { useCan, useMayCall } from '../lib/can.ts'
import { deviceName } from '../lib/device-words.ts'
import { useDocumentTitle } from '../lib/document-title.ts'
import { fetchFailures } from '../lib/failures.ts'
import { t } from '../lib/i18n.ts'
import { queryClient } from '../lib/query-client.ts'
import { rememberPlace } from '../lib/recent-places.ts'
import { onChanges } from '../lib/stream.ts'
import { useUser } from '../lib/user-store.ts'
import { usePhone, useWide } from '../ui/app-frame.tsx'
import { useClock } from '../ui/clock.ts'
import { DetailsBody } from '../ui/details.tsx'
import { DockBubble } from '../ui/glyphs.tsx'
import { Link } from '../ui/link.tsx'
import { Page, Tabs } from '../ui/page.tsx'
import { ErrorScreen, ErrorState, NoPermission, Skeleton } from '../ui/states.tsx'
import { DeviceDrawer } from './DeviceDrawer.tsx'
import { LocationStatistics } from './LocationStatistics.tsx'
import classes from './location-page.module.css'

interface LocationPageProps {
  id: string
  /** The address is the state: which tab, which device, which events. */
  search: LocationSearch
  onSearch: (search: LocationSearch) => void
}

/** One location. Of the view modes the standard one and the beginning of `info` exist; an address with another one shows the standard one. */
export function LocationPage(props: LocationPageProps) {
  const may = useMayCall(getLocation)
  const {
    data: location,
    error,
    refetch,
  } = useQuery({ ...read(getLocation, { params: { location_id: props.id } }, fetchFailures.location), enabled: may })
  useFreshLocation(props.id)
  useRemembered(location)
  if (!may)
    return (
      <Page title={t('Location')}>
        <NoPermission action="GET" resource="location" />
      </Page>
    )
  if (location !== undefined) return <Details {...props} location={location} />
  if (error === null)
    return (
      <Page title={t('Location')}>
        <Skeleton lines={12} />
      </Page>
    )
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return (
      <ErrorScreen
        code="404"
        title={t('This location does not exist')}
        detail={t('Or it is not one of those that you may see.')}
        action={<Link href="/locations">{t('To the locations')}</Link>}
      />
    )
  }
  return (
    <Page title={t('Location')}>
      <ErrorState title={fetchFailures.location} detail={error.message} onRetry={() => void refetch()} />
    </Page>
  )
}

const freshEveryMs = 2_000

/** The location alone: its devices, commands and events have their own pace. */
function useFreshLocation(id: string): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      timer = undefined
      void queryClient.invalidateQueries({ queryKey: [`/location/v1/locations/${id}`], exact: true })
    }
    const stop = onChanges((changes) => {
      if (changes.some((change) => change.type === 'location' && change.id === id)) timer ??= setTimeout(ask, freshEveryMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [id])
}

/** For the landing view and the window's title. */
function useRemembered(location: Location | undefined): void {
  const sub = useUser((state) => state.subId)
  const title = location && `${location.code} ${location.label}`
  useDocumentTitle(title ?? t('Location'))
  const id = location?.id
  useEffect(() => {
    if (id !== undefined && title !== undefined) rememberPlace(sub, { path: `/locations/${id}`, title })
  }, [sub, id, title])
}

function Details({ location, search, onSearch }: LocationPageProps & { location: Location }) {
  const hasEvents = useMayCall(listLocationEvents)
  const mayDevices = useCan({ device: ['GET'] })
  const isEvents = search.tab === 'events' && hasEvents
  const hasInfo = useMayCall(locationStatistics)
  const isInfo = search.view === 'info' && hasInfo && !isEvents
  const path = `/locations/${location.id}`
  const tabs = [
    { id: 'standard', label: t('Standard'), href: path, isActive: !isEvents && !isInfo },
    ...(hasInfo ? [{ id: 'info', label: t('Info'), href: `${path}?view=info`, isActive: isInfo }] : []),
    ...(hasEvents ? [{ id: 'events', label: t('Events'), href: `${path}?tab=events`, isActive: isEvents }] : []),
  ]
  return (
    <>
      <LocationHeader location={location} tabs={tabs.length > 1 ? <Tabs label={t('Views of this location')} tabs={tabs} /> : undefined} />
      {isEvents ? (
        <DetailsBody>
          <EventHistory
            locationId={location.id}
            timeZone={location.time_zone}
            filter={eventFilterOf(search)}
            onFilter={(filter) => onSearch({ view: search.view, tab: 'events', ...filter })}
          />
        </DetailsBody>
      ) : isInfo ? (
        <DetailsBody>
          <LocationStatistics locationId={location.id} />
        </DetailsBody>
      ) : mayDevices ? (
        <Standard location={location} search={search} onSearch={onSearch} hasEvents={hasEvents} />
      ) : (
        <NoPermission action="GET" resource="device" />
      )}
    </>
  )
}

const eventFilterOf = ({ feature, actor_kind, actor_id, period }: LocationSearch): EventFilter => ({
  feature,
  actor_kind,
  actor_id,
  period,
})

type StandardProps = Pick<LocationPageProps, 'search' | 'onSearch'> & { location: Location; hasEvents: boolean }

function Standard({ location, search, onSearch, hasEvents }: StandardProps) {
  const { data: devices = [] } = useLocationDevices(location.id)
  const [menu, setMenu] = useState<{ id: string; at: HTMLElement } | null>(null)
  const [asked, setAsked] = useState<CommandAsked | null>(null)
  const sendable = useSendable()
  const isPhone = usePhone()
  const isWide = useWide()
  const deviceOf = (id: string | null | undefined): Device | undefined => devices.find((device) => device.id === id)
  const openDevice = (id: string | undefined) => onSearch({ ...search, device: id })
  const again = sendable.length === 0 ? undefined : (command: Command) => sendAgain(command, deviceOf(command.device_id), setAsked)
  const menuDevice = deviceOf(menu?.id)
  // Back to the tile or row: the menu's own target cannot take the focus.
  const closeMenu = () => {
    menu?.at.focus()
    setMenu(null)
  }
  const cards = <CommandCards locationId={location.id} onSendAgain={again} />
  return (
    <>
      <DetailsBody
        asideLabel={t('What happens now')}
        aside={
          isWide && (hasEvents || sendable.length > 0) ? (
            <>
              {cards}
              {hasEvents && <LiveEvents locationId={location.id} code={location.code} allHref={`/locations/${location.id}?tab=events`} />}
            </>
          ) : undefined
        }
      >
        {!isWide && <div className={classes.narrowCards}>{cards}</div>}
        <DevicesPanel
          locationId={location.id}
          hours={location}
          message={location.maintenance_message}
          openId={menu?.id ?? null}
          hasMenu={sendable.length > 0}
          onMenu={(id, at) => (sendable.length === 0 || isPhone ? openDevice(id) : setMenu({ id, at }))}
          onOpen={(device) => openDevice(device.id)}
        />
      </DetailsBody>
      {menuDevice && (
        <Menu
          device={menuDevice}
          location={location}
          at={menu?.at ?? null}
          onClose={closeMenu}
          onAsk={setAsked}
          onDetails={() => openDevice(menuDevice.id)}
        />
      )}
      <DeviceDrawer
        device={deviceOf(search.device)}
        location={location}
        hasEvents={hasEvents}
        onClose={() => openDevice(undefined)}
        onAsk={setAsked}
        onSendAgain={again}
      />
      <CommandDialog asked={asked} onClose={() => setAsked(null)} onSent={() => setAsked(null)} />
    </>
  )
}

/** The same command with the same words, asked once more. */
function sendAgain({ name, reason, comment }: Command, device: Device | undefined, ask: (asked: CommandAsked) => void): void {
  if (device !== undefined && isCommandName(name)) ask({ device, name, reason: reason ?? undefined, comment: comment ?? undefined })
}

interface MenuProps {
  device: Device
  location: Location
  at: HTMLElement | null
  onClose: () => void
  onAsk: (asked: CommandAsked) => void
  onDetails: () => void
}

function Menu({ device, location, at, onClose, onAsk, onDetails }: MenuProps) {
  const now = useClock(1_000, (time) => time)
  return (
    <DeviceCommandMenu
      device={device}
      glyph={<DockBubble kind={bubbleOf(device, location, now)} size={11} />}
      title={deviceName(device)}
      detail={stateSentence(device, now)}
      at={at}
      onClose={onClose}
      onChoose={(name) => onAsk({ device, name })}
      onDetails={onDetails}
    />
  )
}
