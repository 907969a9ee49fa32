import { useInfiniteQuery } from '@tanstack/react-query'
import { IconTrash } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { exportLocationEvents, listLocationEvents } from '@wheelhouse/contract/events/events.ts'
import type { AuditEvent } from '@wheelhouse/contract/events/events.ts'
import { getLocation } from '@wheelhouse/contract/locations/locations.ts'
import { currentOutages } from '@wheelhouse/contract/outages/outages.ts'
import { ThingEvents } from '../../features/events/thing-events.tsx'
import { infinite } from '../../api/api.ts'
import { useCanCall } from '../../session/can.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { notFoundText } from '../../i18n/not-found.ts'
import { dismissGroup } from '../../shell/messages.ts'
import { NoticeBar } from '../../ui/frame/bars.tsx'
import { Link } from '../../ui/details/link.tsx'
import { Page, SectionHead } from '../../ui/frame/page.tsx'
import { ErrorScreen, Skeleton } from '../../ui/frame/states.tsx'
import classes from './location-page.module.css'

const days = 365
const since = (): string => new Date(Date.now() - days * 86_400_000).toISOString()

/** The page of a missing location. People who could read a deleted location still see its history under its last name. */
export function GoneLocation({ id }: { id: string }) {
  const may = useCanCall(listLocationEvents)
  const [from] = useState(since)
  const params = { location_id: id }
  const list = useInfiniteQuery({
    ...infinite(
      listLocationEvents,
      { params, query: { from, kind: ['locations deleted'], limit: 1 } },
      { isQuiet: true },
    ),
    enabled: may,
  })
  if (may && list.isPending)
    return (
      <Page title={t('Location')}>
        <Skeleton lines={12} />
      </Page>
    )
  const [deletion] = list.data?.pages[0]?.items ?? []
  if (deletion !== undefined) return <Deleted deletion={deletion} id={id} />
  return (
    <ErrorScreen
      code="404"
      title={notFoundText(t('location'))}
      action={<Link href="/locations">{t('Go to locations')}</Link>}
    />
  )
}

function Deleted({ deletion, id }: { deletion: AuditEvent; id: string }) {
  const { dateTime } = useFormat()
  const name = [deletion.before?.code, deletion.resource_name].filter(Boolean).join(' ')
  useDocumentTitle(name)
  // That it is not there is no failure here.
  useEffect(() => {
    for (const { says } of [getLocation, currentOutages]) dismissGroup(says.failed)
  }, [])
  return (
    <Page title={name}>
      <NoticeBar icon={<IconTrash size={16} aria-hidden />}>
        {deletion.actor_name === null
          ? t('This location was deleted {{time}}. Its history stays.', { time: dateTime(deletion.at) })
          : t('{{name}} deleted this location {{time}}. Its history stays.', {
              name: deletion.actor_name,
              time: dateTime(deletion.at),
            })}
      </NoticeBar>
      <SectionHead title={t('Event history')} actions={<Link href="/locations">{t('Go to locations')}</Link>} />
      <div className={classes.changes}>
        <ThingEvents
          route={listLocationEvents}
          exports={exportLocationEvents}
          params={{ location_id: id }}
          days={days}
        />
      </div>
    </Page>
  )
}
