import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listLocationEvents } from '@wheelhouse/contract/events/events.ts'
import { EventLine } from '../../features/events/event-line.tsx'
import { infinite } from '../../api/api.ts'
import { fetchFailures } from '../../shell/failures.ts'
import { t } from '../../i18n/i18n.ts'
import { useRefetchOnChanges } from '../../live/stream.ts'
import { ErrorState, NoData, Skeleton } from '../../ui/frame/states.tsx'
import classes from './location-page.module.css'

/** What writes on the location itself; what its devices do stands under Events. */
const features = ['locations', 'maintenance-messages']
const days = 365
const dayMs = 86_400_000

/** Who changed the location, what was there before and what after: the audit of its own fields. */
export function LocationChanges({ locationId }: { locationId: string }) {
  const [from] = useState(() => new Date((Math.floor(Date.now() / dayMs) - days) * dayMs).toISOString())
  const query = { feature: features, from, limit: 20 }
  const list = useInfiniteQuery(
    infinite(listLocationEvents, { params: { location_id: locationId }, query }, fetchFailures.events),
  )
  useRefetchOnChanges(
    [`/location/v1/locations/${locationId}/events`],
    ({ type, location_id }) => type === 'event' && location_id === locationId,
    3_000,
  )
  const events = list.data?.pages.flatMap((page) => page.items)
  if (events === undefined)
    return list.error ? (
      <ErrorState title={fetchFailures.events} detail={list.error.message} onRetry={() => void list.refetch()} />
    ) : (
      <Skeleton lines={4} />
    )
  if (events.length === 0) return <NoData title={t('Nothing was changed in the last year')} />
  return (
    <div className={classes.changes}>
      <ol>
        {events.map((event) => (
          <EventLine key={event.id} event={event} isDated />
        ))}
      </ol>
      {list.hasNextPage && (
        <Button size="xs" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('Show older')}
        </Button>
      )}
    </div>
  )
}
