import { Button } from '@mantine/core'
import { useState } from 'react'
import type { AuditEvent, listLocationEvents } from '@wheelhouse/contract/events/events.ts'
import type { InputOf, SayingRoute } from '@wheelhouse/contract/route.ts'
import { total, useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { ListExport } from '../../lists/list-export.tsx'
import { Loaded } from '../../live/loaded.tsx'
import { useLivePages } from '../../live/use-live.ts'
import { useMissingNeed } from '../../session/missing-need.ts'
import { NoData, NoPermission, Skeleton } from '../../ui/frame/states.tsx'
import { EventLine } from './event-line.tsx'
import classes from './events.module.css'

interface ThingEventListProps {
  /** Of the contract's `eventsOf`. */
  route: SayingRoute
  /** Names the thing. */
  params: Record<string, string>
  /** How far back; what changes seldom is asked for longer. */
  days?: number
  /** The same as a file. */
  exports?: SayingRoute
  /** Of many things: the page of the one of an event. Each line then names it and its location. */
  pathOf?: (event: AuditEvent) => string | undefined
}

const hourMs = 3_600_000
/** Whole hours, so that the same question finds its answer in the cache. */
const since = (days: number): string => new Date((Math.floor(Date.now() / hourMs) - days * 24) * hourMs).toISOString()
type Events = typeof listLocationEvents

/**
 * What happened to one thing, newest first, without a filter. A person who may not read it sees the first permission that
 * is missing.
 */
export function ThingEventList({ route, params, days = 365, exports, pathOf }: ThingEventListProps) {
  const missing = useMissingNeed(route.access)
  const format = useFormat()
  const [from] = useState(() => since(days))
  // All of them answer what that of a location answers; their parameters name another thing.
  const input = { params, query: { limit: 30, from } } as InputOf<Events>
  const list = useLivePages(route as Events, input, { enabled: missing === null })
  if (missing !== null) return <NoPermission {...missing} />
  return (
    <Loaded query={list} failed={route.says.failed} bones={<Skeleton lines={5} />}>
      {({ pages }) => {
        const events = pages.flatMap((page) => page.items)
        if (events.length === 0) return <NoData title={t('No events in the last {{count}} days', { count: days })} />
        return (
          <>
            {exports && (
              <div className={classes.head}>
                <span>{t('Last {{count}} days', { count: days })}</span>
                <ListExport
                  route={exports}
                  params={params}
                  query={{ from }}
                  title={t('Export events')}
                  count={pages[0] ? total(format, pages[0]) : ''}
                />
              </div>
            )}
            <ol className={`${classes.lines} ${classes.narrow}`}>
              {events.map((event) => (
                <EventLine key={event.id} event={event} isDated pathOf={pathOf} />
              ))}
            </ol>
            {list.hasNextPage && (
              <Button size="xs" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {t('Show older')}
              </Button>
            )}
          </>
        )
      }}
    </Loaded>
  )
}
