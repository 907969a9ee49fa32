import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import type { AuditEvent } from '@wheelhouse/contract/events/events.ts'
import { deviceEventFeatures, locationEventFeatures } from '@wheelhouse/contract/events/event-kinds.ts'
import type { EventFeature } from '@wheelhouse/contract/events/event-kinds.ts'
import {
  deviceEvents,
  eventFeatureLevels,
  listDeviceEventPeople,
  listLocationEventPeople,
  locationEvents,
} from '@wheelhouse/contract/events/events.ts'
import { read } from '../../api/api.ts'
import { can } from '../../session/can.ts'
import { useFormat, useZoneToSay } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useList } from '../../lists/list.ts'
import type { List } from '../../lists/list.ts'
import { ListExport } from '../../lists/list-export.tsx'
import { useUser } from '../../stores/user-store.ts'
import { FilterBar } from '../../ui/list-parts/filter-bar.tsx'
import type { Filter } from '../../ui/list-parts/filter-chip.tsx'
import { MoreFailed } from '../../ui/list-parts/list-footer.tsx'
import { ErrorState, NoData, NoMatch, Skeleton } from '../../ui/frame/states.tsx'
import { filtersOf, queryOf, rangeOf } from './event-filters.tsx'
import type { EventFilter } from './event-filters.tsx'
import { actsOf } from './event-acts.ts'
import { ActLine } from './event-line.tsx'
import type { EventPlace } from './event-line.tsx'
import classes from './events.module.css'

export type { EventFilter, EventPeriod } from './event-filters.tsx'

const pageSize = 50

/** Whose history it is: its calls, what names it in them, and what there can be in it. */
interface Source {
  events: typeof locationEvents
  people: typeof listLocationEventPeople
  params: Record<string, string>
  features: readonly EventFeature[]
  place: EventPlace & { locationId: string }
  isNarrow?: boolean
}

/** Newest first: what comes in is asked for at the top, what was loaded below stays. */
const useEvents = ({ events, params, place }: Source, filter: EventFilter, zone: string) =>
  useList(
    events.route,
    { ...queryOf(filter, zone), limit: pageSize },
    {
      // Named as the call of the source names them.
      params: params as { location_id: string },
      isLive: true,
      isRelevant: ({ location_id }) => location_id === place.locationId,
    },
  )

interface EventHistoryProps {
  locationId: string
  /** Of the location; said where it is not the reader's. */
  timeZone: string
  filter: EventFilter
  onFilter: (filter: EventFilter) => void
}

/** Everything that happened at a location, by kind, person and time, with what was before and after. */
export const EventHistory = ({ locationId, ...props }: EventHistoryProps) => (
  <History
    {...props}
    source={{
      events: locationEvents,
      people: listLocationEventPeople,
      params: { location_id: locationId },
      features: locationEventFeatures,
      place: { locationId },
    }}
  />
)

/** What happened at one device, in its drawer: its own events, its sessions and its photos. */
export const DeviceEventHistory = ({ deviceId, locationId, ...props }: EventHistoryProps & { deviceId: string }) => (
  <History
    {...props}
    source={{
      // They answer what those of a location answer; their parameters name a device.
      ...({
        events: deviceEvents,
        people: listDeviceEventPeople,
      } as unknown as Source),
      params: { device_id: deviceId },
      features: deviceEventFeatures,
      place: {
        locationId,
        deviceId,
      },
      isNarrow: true,
    }}
  />
)

/** What is left out of the answers for want of a right is not offered as a filter. */
function useReadable(features: readonly EventFeature[]): EventFeature[] {
  const held = useUser((state) => state.userPermissions)
  return features.filter((feature) => {
    const level = eventFeatureLevels[feature]
    return level === undefined || can(held, { [level[0]]: [level[1]] })
  })
}

function History({ source, timeZone, filter, onFilter }: Omit<EventHistoryProps, 'locationId'> & { source: Source }) {
  const own = useUser((state) => state.userPreferences.timezone)
  const zone = useZoneToSay(timeZone)
  const list = useEvents(source, filter, own)
  const people = usePeople(source, filter, own)
  const features = useReadable(source.features)
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <section className={classes.history} data-narrow={source.isNarrow || undefined} aria-label={t('Event history')}>
      <FilterBar
        filters={filtersOf({
          filter,
          features,
          onFilter,
          people,
          format: useFormat(),
        })}
        onClear={() => onFilter({})}
      >
        {list.count !== undefined && (
          <span>{list.count === '1' ? t('1 event') : t('{{count}} events', { count: list.count })}</span>
        )}
        <ListExport
          route={source.events.csv}
          params={source.params}
          query={queryOf(filter, own)}
          title={t('Export events')}
          count={list.count ?? ''}
        />
      </FilterBar>
      {list.rows.length === 0 && <NoEvents list={list} isFiltered={isFiltered} onClear={() => onFilter({})} />}
      {list.rows.length > 0 && <Days events={list.rows} zone={zone} source={source} />}
      {list.error !== null && list.rows.length > 0 && (
        <MoreFailed title={source.events.says.failed} isBusy={list.isLoadingMore} onRetry={list.retry} />
      )}
      {list.error === null && list.hasMore && <More isFetching={list.isLoadingMore} onMore={list.loadMore} />}
    </section>
  )
}

function NoEvents({ list, isFiltered, onClear }: { list: List<AuditEvent>; isFiltered: boolean; onClear: () => void }) {
  if (list.error !== null)
    return <ErrorState title={locationEvents.says.failed} detail={list.error.message} onRetry={list.retry} />
  if (list.isLoading) return <Skeleton lines={10} />
  if (isFiltered) return <NoMatch title={t('No event matches')} onClear={onClear} />
  return <NoData title={t('No events in the last 30 days')} />
}

/** Those who did something here within the time of the filter, by name; the chosen one always. */
function usePeople(
  { people: route, params }: Source,
  { actor_id: chosen, period }: EventFilter,
  zone: string,
): Filter['choices'] {
  // As above: the parameters are those of the call.
  const { data = [] } = useQuery(
    read(route, { params: params as { location_id: string }, query: rangeOf(period, zone) }),
  )
  const people = data.map(({ id, name }) => ({ value: id, label: name }))
  if (chosen === undefined || people.some(({ value }) => value === chosen)) return people
  return [...people, { value: chosen, label: t('Chosen person') }]
}

/** A heading a day, in the reader's time zone. */
function Days({ events, zone, source }: { events: readonly AuditEvent[]; zone: string | null; source: Source }) {
  const { date } = useFormat()
  const days = new Map<string, AuditEvent[]>()
  for (const event of events) {
    const day = date(event.at)
    const known = days.get(day)
    if (known) known.push(event)
    else days.set(day, [event])
  }
  return [...days].map(([day, ofDay]) => (
    <section key={day}>
      <h2 className={classes.day}>
        {day}
        {zone !== null && <span>{t('{{zone}} time', { zone })}</span>}
      </h2>
      <ol className={source.isNarrow ? `${classes.lines} ${classes.narrow}` : classes.lines}>
        {actsOf(ofDay).map((act) => (
          <ActLine key={act.steps.at(-1)?.id} act={act} place={source.place} />
        ))}
      </ol>
    </section>
  ))
}

function More({ isFetching, onMore }: { isFetching: boolean; onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  useSight(end, onMore)
  return (
    <div ref={end} className={classes.older}>
      <Button size="xs" loading={isFetching} onClick={onMore}>
        {t('Show older')}
      </Button>
    </div>
  )
}

/** Calls when the end comes into view. */
function useSight(end: RefObject<HTMLElement | null>, onSight: () => void): void {
  const latest = useRef(onSight)
  useEffect(() => {
    latest.current = onSight
  })
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && latest.current(),
      {
        rootMargin: '400px',
      },
    )
    if (end.current) observer.observe(end.current)
    return () => observer.disconnect()
  }, [end])
}
