import { useMemo } from 'react'
import type { AuditEvent } from '@wheelhouse/contract/events/events.ts'
import { listLocationEvents } from '@wheelhouse/contract/events/events.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLivePages } from '../../live/use-live.ts'
import { Link } from '../../ui/details/link.tsx'
import { NoData } from '../../ui/frame/states.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { EventList } from '../../ui/details/timeline.tsx'
import { numbersOf, sentenceOfAct } from './act-sentences.ts'
import { actsOf } from './event-acts.ts'
import type { Act } from './event-acts.ts'
import { EventDetail, useEventHref } from './event-line.tsx'
import { isPassing } from './event-sentences.ts'
import classes from './live-events.module.css'

const asked = 100
const shown = 30

/** One line for each act; a lock that only began to move is not one yet. */
const watched = (events: readonly AuditEvent[]): Act[] =>
  actsOf(events)
    .filter(({ steps }) => !steps.every(isPassing))
    .slice(0, shown)

/** What happens here, as it happens: the newest events of a location, in the right column. */
export function LiveEvents({ locationId, code, allHref }: { locationId: string; code: string; allHref: string }) {
  const place = { locationId }
  const pathOf = useEventHref(place)
  const rowOf = (act: Act) => {
    const { head, cause, steps, affected } = act
    // Several devices have no page in common.
    const href = affected.length === 0 ? pathOf(head) : undefined
    return {
      ...sentenceOfAct(act),
      ...(href === undefined ? {} : { href }),
      // The oldest step keeps its line in place while later ones arrive.
      id: steps.at(-1)?.id ?? head.id,
      detail: <EventDetail event={head} cause={cause} place={place} which={numbersOf(act)} isPlain />,
      time: <RelativeTime at={head.at} isShort />,
    }
  }
  const list = useLivePages(listLocationEvents, { params: { location_id: locationId }, query: { limit: asked } })
  const events = list.data?.pages[0]?.items
  const acts = useMemo(() => (events === undefined ? undefined : watched(events)), [events])
  return (
    <section className={classes.live} aria-label={t('Events')}>
      <h2>{t('Events')}</h2>
      <Loaded query={{ ...list, data: acts }} failed={listLocationEvents.says.failed}>
        {(shown) =>
          shown.length === 0 ? (
            <NoData title={t('No events in the last 30 days')} />
          ) : (
            <EventList events={shown.map(rowOf)} />
          )
        }
      </Loaded>
      <p className={classes.all}>
        <Link href={allHref}>{t('All events at {{code}}', { code })}</Link>
      </p>
    </section>
  )
}
