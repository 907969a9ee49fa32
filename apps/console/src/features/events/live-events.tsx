import type { AuditEvent } from '@wheelhouse/contract/events/events.ts'
import { listLocationEvents } from '@wheelhouse/contract/events/events.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useLivePages } from '../../live/use-live.ts'
import { Link } from '../../ui/details/link.tsx'
import { ErrorState, NoData, Skeleton } from '../../ui/frame/states.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { EventList } from '../../ui/details/timeline.tsx'
import { EventDetail, useEventHref } from './event-line.tsx'
import { isPassing, sentenceOf } from './event-sentences.ts'
import classes from './events.module.css'

const asked = 100
const shown = 30

/** What happens here, as it happens: the newest events of a location, in the right column. */
export function LiveEvents({ locationId, code, allHref }: { locationId: string; code: string; allHref: string }) {
  const { exact } = useFormat()
  const place = { locationId }
  const pathOf = useEventHref(place)
  const hrefOf = (event: AuditEvent) => {
    const href = pathOf(event)
    return href === undefined ? {} : { href }
  }
  const list = useLivePages(listLocationEvents, { params: { location_id: locationId }, query: { limit: asked } })
  const events = list.data?.pages[0]?.items.filter((event) => !isPassing(event)).slice(0, shown)
  return (
    <section className={classes.live} aria-label={t('Events')}>
      <h2>{t('Events')}</h2>
      {events === undefined &&
        (list.error ? (
          <ErrorState
            title={listLocationEvents.says.failed}
            detail={list.error.message}
            onRetry={() => void list.refetch()}
          />
        ) : (
          <Skeleton lines={8} />
        ))}
      {events?.length === 0 && <NoData title={t('No events in the last 30 days')} />}
      {events !== undefined && (
        <EventList
          events={events.map((event) => ({
            ...sentenceOf(event),
            ...hrefOf(event),
            id: event.id,
            detail: <EventDetail event={event} place={place} />,
            time: <RelativeTime at={event.at} isShort exact={exact(event.at)} />,
          }))}
        />
      )}
      <p className={classes.all}>
        <Link href={allHref}>{t('All events at {{code}}', { code })}</Link>
      </p>
    </section>
  )
}
