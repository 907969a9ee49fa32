import { Button } from '@mantine/core'
import { useState } from 'react'
import { listLocationEvents } from '@wheelhouse/contract/events/events.ts'
import type { AuditEvent } from '@wheelhouse/contract/events/events.ts'
import { EventLine } from '../../features/events/event-line.tsx'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLivePages } from '../../live/use-live.ts'
import { NoData, Skeleton } from '../../ui/frame/states.tsx'
import classes from './location-page.module.css'

/** The features that change the location itself; the Events view shows those of its devices. */
const features = ['locations', 'maintenance-messages']
const days = 365
const dayMs = 86_400_000

/** The audit of the fields of the location: who changed which value, from what to what. */
export function LocationChanges({ locationId }: { locationId: string }) {
  const [from] = useState(() => new Date((Math.floor(Date.now() / dayMs) - days) * dayMs).toISOString())
  const query = { feature: features, from, limit: 20 }
  const list = useLivePages(listLocationEvents, { params: { location_id: locationId }, query })
  return (
    <Loaded query={list} failed={listLocationEvents.says.failed} bones={<Skeleton lines={4} />}>
      {({ pages }) => (
        <div className={classes.changes}>
          <Changes events={pages.flatMap((page) => page.items)} />
          {list.hasNextPage && (
            <Button size="xs" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {t('Show older')}
            </Button>
          )}
        </div>
      )}
    </Loaded>
  )
}

function Changes({ events }: { events: readonly AuditEvent[] }) {
  if (events.length === 0) return <NoData title={t('No changes in the last 12 months')} />
  return (
    <ol>
      {events.map((event) => (
        <EventLine key={event.id} event={event} isDated />
      ))}
    </ol>
  )
}
