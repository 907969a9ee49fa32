import { IconArchive } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { listLocationEvents } from '@wheelhouse/contract/events/events.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { getLocation } from '@wheelhouse/contract/locations/locations.ts'
import { setMaintenanceMessage } from '@wheelhouse/contract/maintenance-messages/maintenance-messages.ts'
import { LocationHeader } from '../../features/locations/location-header.tsx'
import type { OnSearch } from '../../lists/list-address.ts'
import { withoutAsk } from './location-search.ts'
import type { LocationSearch } from './location-search.ts'
import { locationPath } from '../../features/locations/location-link.tsx'
import { OutageLine } from '../../features/outages/outage-line.tsx'
import { MessageLine } from '../../features/maintenance-messages/message-line.tsx'
import { isForbidden, isUnknown } from '../../http/api-error.ts'
import { useCanCall } from '../../session/can.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { t } from '../../i18n/i18n.ts'
import { isObsolete } from '../../features/locations/location-labels.ts'
import { rememberPlace } from '../../shell/recent-places.ts'
import { useLive } from '../../live/use-live.ts'
import { useUser } from '../../stores/user-store.ts'
import classes from './location-page.module.css'
import { DetailsBody } from '../../ui/details/details.tsx'
import { useWide } from '../../ui/frame/app-frame.tsx'
import { NoticeBar } from '../../ui/frame/bars.tsx'
import { lazyDialog, lazyComponent } from '../../ui/base/lazy.tsx'
import { Page, Tabs } from '../../ui/frame/page.tsx'
import { ErrorState, NoPermission } from '../../ui/frame/states.tsx'
import { LocationSkeleton } from './location-skeleton.tsx'
import { LocationStandard } from './location-standard.tsx'
import { LocationView } from './location-view-tabs.tsx'
import { tabsOf } from './location-tabs.ts'
import { useHasHardwareTable, useViews, viewOf } from './location-views.ts'

interface LocationPageProps {
  id: string
  /** The address is the state: which view or tab, which device, which events, which part of the form. */
  search: LocationSearch
  onSearch: OnSearch<LocationSearch>
  /** It is no more: back to the list. */
  onGone: () => void
}

const HeadActions = lazyComponent(() =>
  import('./location-head-actions.tsx').then((module) => module.LocationHeadActions),
)
const HeadUptime = lazyComponent(() => import('./head-uptime.tsx').then((module) => module.HeadUptime))
const LocationOverstayLine = lazyComponent(() =>
  import('../../features/overstays/overstay-line.tsx').then((module) => module.LocationOverstayLine),
)
const GoneLocation = lazyComponent(() => import('./gone-location.tsx').then((module) => module.GoneLocation))
const MessageDialog = lazyDialog(() =>
  import('../../features/maintenance-messages/message-dialog.tsx').then((module) => module.MessageDialog),
)
const EditLocationForm = lazyComponent(() =>
  import('../../features/locations/location-form.tsx').then((module) => module.EditLocationForm),
)

/** One location in its view modes and tabs; each is an address and comes with its right. */
export function LocationPage(props: LocationPageProps) {
  const { tab, view } = props.search
  const may = useCanCall(getLocation)
  const {
    data: location,
    error,
    refetch,
  } = useLive(getLocation, { params: { location_id: props.id } }, { enabled: may })
  useRemembered(location)
  // What was read before is not shown to those who may no longer see it.
  if (!may || isForbidden(error))
    return (
      <Page title={t('Location')}>
        <NoPermission action="GET" resource="location" />
      </Page>
    )
  if (isUnknown(error)) return <GoneLocation id={props.id} />
  if (location !== undefined) return <Details {...props} location={location} />
  if (error === null) return <LocationSkeleton id={props.id} hasPlan={(tab ?? view ?? 'standard') === 'standard'} />
  return (
    <Page title={t('Location')}>
      <ErrorState title={getLocation.says.failed} detail={error.message} onRetry={() => void refetch()} />
    </Page>
  )
}

/** For the landing view and the window's title. */
function useRemembered(location: Location | undefined): void {
  const sub = useUser((state) => state.subId)
  const title = location && `${location.code} ${location.label}`
  useDocumentTitle(title ?? t('Location'))
  const id = location?.id
  useEffect(() => {
    if (id !== undefined && title !== undefined) rememberPlace(sub, { path: locationPath(id), title })
  }, [sub, id, title])
}

function Details({ location, search, onSearch, onGone }: LocationPageProps & { location: Location }) {
  const [isWriting, setWriting] = useState(false)
  const isWide = useWide()
  const views = useViews()
  const hasEvents = useCanCall(listLocationEvents)
  const hasDevices = useHasHardwareTable()
  const view = viewOf(search, views)
  const editMessage = () => setWriting(true)
  const closeLinked = () => search.ask !== undefined && onSearch(withoutAsk(search), { replace: true })
  const mayWrite = useCanCall(setMaintenanceMessage) && !isObsolete(location)
  const hasMessage = isWriting || (search.ask === 'message' && mayWrite)
  const actions = (
    <HeadActions
      location={location}
      ask={search.ask}
      onAsked={closeLinked}
      onEdit={() => onSearch({ ...search, edit: 'identity' })}
      onMessage={editMessage}
      onGone={onGone}
    />
  )
  const tabs = views.length > 1
  const message = (
    <div className={classes.notices}>
      <OutageLine location={location} />
      <LocationOverstayLine locationId={location.id} />
      <MessageLine location={location} onEdit={editMessage} />
    </div>
  )
  return (
    <>
      <LocationHeader
        location={location}
        actions={search.edit === undefined ? actions : undefined}
        // It comes after the rest of the head: only a wide one has a place where nothing moves for it.
        uptime={isWide && <HeadUptime locationId={location.id} />}
        tabs={
          tabs ? (
            <Tabs
              label={t('Views of this location')}
              tabs={tabsOf(location, { views, active: search.edit === undefined ? view : 'info', hasDevices })}
            />
          ) : undefined
        }
      />
      {isObsolete(location) && <ObsoleteLine />}
      {search.edit !== undefined && (
        <EditLocationForm
          location={location}
          group={search.edit}
          onClose={() => onSearch({ ...search, edit: undefined })}
        />
      )}
      {search.edit === undefined && view === 'standard' && (
        <StandardOrNot missing={views.find(({ id }) => id === 'standard') === undefined}>
          <LocationStandard
            location={location}
            search={search}
            onSearch={onSearch}
            hasEvents={hasEvents}
            message={message}
          />
        </StandardOrNot>
      )}
      {search.edit === undefined && view !== 'standard' && (
        <LocationView of={view} location={location} search={search} onSearch={onSearch} message={message} />
      )}
      <MessageDialog location={location} opened={hasMessage} onClose={() => (setWriting(false), closeLinked())} />
    </>
  )
}

/** Explains why an obsolete location offers so few actions. */
const ObsoleteLine = () => (
  <NoticeBar icon={<IconArchive size={16} aria-hidden />} tone="grey">
    {t('Obsolete. You can only remove what is left; its history stays.')}
  </NoticeBar>
)

const StandardOrNot = ({ missing, children }: { missing: boolean; children: ReactNode }) =>
  missing ? (
    <DetailsBody>
      <NoPermission action="GET" resource="device" />
    </DetailsBody>
  ) : (
    children
  )
