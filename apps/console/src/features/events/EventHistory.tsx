import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCalendar, IconCategory, IconUser, IconUsers } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import type { AuditEvent } from '@wheelhouse/contract/events.ts'
import { actorKinds, exportLocationEvents, listLocationEvents } from '@wheelhouse/contract/events.ts'
import { read } from '../../lib/api.ts'
import { fetchFailures } from '../../lib/failures.ts'
import { useFormat } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useList } from '../../lib/list.ts'
import type { List } from '../../lib/list.ts'
import { ListExport } from '../../lib/list-export.tsx'
import { useUser } from '../../lib/user-store.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import type { Filter } from '../../ui/filter-chip.tsx'
import { MoreFailed } from '../../ui/list-foot.tsx'
import { ErrorState, NoData, NoMatch, Skeleton } from '../../ui/states.tsx'
import { eventKinds } from './event-words.ts'
import { EventLine } from './EventLine.tsx'
import classes from './events.module.css'

export type EventPeriod = 'day' | 'week' | 'quarter' | 'year'

/** Part of the address: the same link shows the same events. */
export interface EventFilter {
  feature?: string[]
  actor_kind?: AuditEvent['actor_kind'][]
  actor_id?: string
  period?: EventPeriod
}

const hourMs = 3_600_000
const periodDays: Record<EventPeriod, number> = { day: 1, week: 7, quarter: 90, year: 365 }
const periodWords: Record<EventPeriod, string> = { day: 'Last 24 hours', week: 'Last 7 days', quarter: 'Last 90 days', year: 'Last year' }

/** Whole hours, so that the same filter is the same question. */
const fromOf = (period: EventPeriod | undefined): string | undefined =>
  period === undefined ? undefined : new Date((Math.floor(Date.now() / hourMs) - periodDays[period] * 24) * hourMs).toISOString()

const pageSize = 50

const queryOf = ({ period, ...filter }: EventFilter) => ({ ...filter, from: fromOf(period) })

/** Newest first: what comes in is asked for at the top, what was loaded below stays. */
const useEvents = (locationId: string, filter: EventFilter) =>
  useList(
    listLocationEvents,
    { ...queryOf(filter), limit: pageSize },
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
  const list = useEvents(locationId, filter)
  const people = usePeople(locationId, filter.actor_id)
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <section className={classes.history} aria-label={t('Event history')}>
      <FilterBar filters={filtersOf(filter, onFilter, people)} onClear={() => onFilter({})}>
        {list.count !== undefined && <span>{t('{{count}} events', { count: list.count })}</span>}
        <ListExport
          isSmall
          route={exportLocationEvents}
          params={{ location_id: locationId }}
          query={queryOf(filter)}
          title={t('Export events')}
          count={list.count ?? ''}
        />
      </FilterBar>
      {list.rows.length === 0 && <NoEvents list={list} isFiltered={isFiltered} onClear={() => onFilter({})} />}
      {list.rows.length > 0 && <Days events={list.rows} zone={zone} />}
      {list.error !== null && list.rows.length > 0 && (
        <MoreFailed title={fetchFailures.events} isBusy={list.isLoadingMore} onRetry={list.retry} />
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

const is = (label = t('is')) => [{ value: 'is', label }]

function filtersOf(filter: EventFilter, onFilter: (filter: EventFilter) => void, people: Filter['choices']): Filter[] {
  const one = (selected: string[]) => selected.at(-1)
  const list = <T extends string>(selected: string[]) => (selected.length > 0 ? (selected as T[]) : undefined)
  return [
    {
      id: 'kind',
      label: t('Kind'),
      icon: IconCategory,
      operators: is(),
      operator: 'is',
      isOffered: true,
      choices: eventKinds.map(({ value, label }) => ({ value, label: t(label) })),
      selected: filter.feature ?? [],
      onChange: ({ selected }) => onFilter({ ...filter, feature: list(selected) }),
    },
    {
      id: 'by',
      label: t('By'),
      icon: IconUsers,
      operators: is(),
      operator: 'is',
      isOffered: true,
      choices: actorKinds.map((kind) => ({ value: kind, label: t(kind) })),
      selected: filter.actor_kind ?? [],
      onChange: ({ selected }) => onFilter({ ...filter, actor_kind: list(selected) }),
    },
    {
      id: 'person',
      label: t('Person'),
      icon: IconUser,
      operators: is(),
      operator: 'is',
      isOffered: true,
      choices: people,
      selected: filter.actor_id === undefined ? [] : [filter.actor_id],
      onChange: ({ selected }) => onFilter({ ...filter, actor_id: one(selected) }),
    },
    {
      id: 'time',
      label: t('Time'),
      icon: IconCalendar,
      operators: is(t('in')),
      operator: 'is',
      isOffered: true,
      choices: Object.entries(periodWords).map(([value, label]) => ({ value, label: t(label) })),
      selected: filter.period === undefined ? [] : [filter.period],
      onChange: ({ selected }) => onFilter({ ...filter, period: one(selected) as EventPeriod | undefined }),
    },
  ]
}

/** Those who did something here within a year, by name; the chosen one always. */
function usePeople(locationId: string, chosen: string | undefined): { value: string; label: string }[] {
  const query = { actor_kind: ['person' as const], from: fromOf('year'), limit: 500 }
  const { data } = useQuery(read(listLocationEvents, { params: { location_id: locationId }, query }))
  const people = new Map<string, string>()
  if (chosen !== undefined) people.set(chosen, t('Chosen person'))
  for (const { actor_id, actor_name } of data?.items ?? []) if (actor_id !== null) people.set(actor_id, actor_name ?? actor_id)
  return [...people].map(([value, label]) => ({ value, label })).sort((one, other) => one.label.localeCompare(other.label))
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
    <div ref={end} className={classes.more}>
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
