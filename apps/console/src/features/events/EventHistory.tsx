import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { AuditEvent } from '@wheelhouse/contract/events.ts'
import { exportLocationEvents, listLocationEventPeople, listLocationEvents } from '@wheelhouse/contract/events.ts'
import { read } from '../../lib/api.ts'
import { fetchFailures } from '../../lib/failures.ts'
import { useFormat } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useList } from '../../lib/list.ts'
import type { List } from '../../lib/list.ts'
import { ListExport } from '../../lib/list-export.tsx'
import { useUser } from '../../lib/user-store.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { MoreFailed } from '../../ui/list-foot.tsx'
import { ErrorState, NoData, NoMatch, Skeleton } from '../../ui/states.tsx'
import { DaysDialog, filtersOf, queryOf, rangeOf } from './event-filters.tsx'
import type { EventFilter } from './event-filters.tsx'
import { EventLine } from './EventLine.tsx'
import classes from './events.module.css'

export type { EventFilter, EventPeriod } from './event-filters.tsx'

const pageSize = 50

/** Newest first: what comes in is asked for at the top, what was loaded below stays. */
const useEvents = (locationId: string, filter: EventFilter, zone: string) =>
  useList(
    listLocationEvents,
    { ...queryOf(filter, zone), limit: pageSize },
    {
      failed: fetchFailures.events,
      params: { location_id: locationId },
      live: (change) => change.type === 'event' && change.location_id === locationId,
      everyMs: 3_000,
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
export function EventHistory({ locationId, timeZone, filter, onFilter }: EventHistoryProps) {
  const own = useUser((state) => state.userPreferences.timezone)
  const zone = own === timeZone ? null : own
  const list = useEvents(locationId, filter, own)
  const people = usePeople(locationId, filter, own)
  const [isChoosing, setChoosing] = useState(false)
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <section className={classes.history} aria-label={t('Event history')}>
      {/* A new one when days are chosen: the list of times that led there is shut with the old one. */}
      <FilterBar
        key={String(isChoosing)}
        filters={filtersOf({ filter, onFilter, people, onDays: () => setChoosing(true) })}
        onClear={() => onFilter({})}
      >
        {list.count !== undefined && <span>{list.count === '1' ? t('1 event') : t('{{count}} events', { count: list.count })}</span>}
        <ListExport
          isSmall
          route={exportLocationEvents}
          params={{ location_id: locationId }}
          query={queryOf(filter, own)}
          title={t('Export events')}
          count={list.count ?? ''}
        />
      </FilterBar>
      {list.rows.length === 0 && <NoEvents list={list} isFiltered={isFiltered} onClear={() => onFilter({})} />}
      {list.rows.length > 0 && <Days events={list.rows} zone={zone} />}
      {list.error !== null && list.rows.length > 0 && (
        <MoreFailed title={fetchFailures.events} isBusy={list.isLoadingMore} onRetry={list.retry} />
      )}
      {isChoosing && (
        <DaysDialog
          period={filter.period}
          onChoose={(period) => (setChoosing(false), onFilter({ ...filter, period }))}
          onClose={() => setChoosing(false)}
        />
      )}
      {list.error === null && list.hasMore && <More isFetching={list.isLoadingMore} onMore={list.loadMore} />}
    </section>
  )
}

function NoEvents({ list, isFiltered, onClear }: { list: List<AuditEvent>; isFiltered: boolean; onClear: () => void }) {
  if (list.error !== null) return <ErrorState title={fetchFailures.events} detail={list.error.message} onRetry={list.retry} />
  if (list.isLoading) return <Skeleton lines={10} />
  if (isFiltered) return <NoMatch title={t('No event matches')} onClear={onClear} />
  return <NoData title={t('Nothing happened in the last 30 days')} />
}

/** Those who did something here within the time of the filter, by name; the chosen one always. */
function usePeople(locationId: string, { actor_id: chosen, period }: EventFilter, zone: string): { value: string; label: string }[] {
  const { data = [] } = useQuery(read(listLocationEventPeople, { params: { location_id: locationId }, query: rangeOf(period, zone) }))
  const people = data.map(({ id, name }) => ({ value: id, label: name }))
  if (chosen === undefined || people.some(({ value }) => value === chosen)) return people
  return [...people, { value: chosen, label: t('Chosen person') }]
}

/** A heading a day, in the reader's time zone. */
function Days({ events, zone }: { events: readonly AuditEvent[]; zone: string | null }) {
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
        {zone !== null && <span>{t('times of {{zone}}', { zone })}</span>}
      </h2>
      <ol className={classes.lines}>
        {ofDay.map((event) => (
          <EventLine key={event.id} event={event} />
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
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && latest.current(), {
      rootMargin: '400px',
    })
    if (end.current) observer.observe(end.current)
    return () => observer.disconnect()
  }, [end])
}
