import { Button } from '@mantine/core'
import { createLogEntry } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import type { Outage } from '@wheelhouse/contract/outages/outages.ts'
import { outages } from '@wheelhouse/contract/outages/outages.ts'
import { useCanCall } from '../../session/can.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useList } from '../../lists/list.ts'
import type { List } from '../../lists/list.ts'
import { ListExport } from '../../lists/list-export.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
import { ErrorState, NoData, Skeleton } from '../../ui/frame/states.tsx'
import { Link } from '../../ui/details/link.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { Duration, durationLabel } from '../../ui/details/time.tsx'
import { openOf } from './outage-address.ts'
import { clearingWord, outageName } from './outage-labels.ts'
import classes from './outages.module.css'

const linesAtOnce = 20

/** Every outage of a location, newest first: how long, how far it came, and what it was a part of. */
export function OutagesPanel({ locationId }: { locationId: string }) {
  const may = useCanCall(outages.route)
  const list = useList(
    outages.route,
    { location_id: [locationId], limit: linesAtOnce },
    {
      enabled: may,
      isLive: true,
    },
  )
  if (!may) return null
  return (
    <section className={classes.outages}>
      <SectionHead
        title={t('Outages')}
        count={list.total?.total}
        actions={
          list.rows.length > 0 && (
            <ListExport
              route={outages.csv}
              query={{ location_id: [locationId] }}
              title={t('Export outages')}
              count={list.count ?? ''}
            />
          )
        }
      />
      {list.rows.length === 0 && <NoOutages list={list} />}
      {list.rows.length > 0 && (
        <ol className={classes.list}>
          {list.rows.map((outage) => (
            <Line key={outage.id} outage={outage} />
          ))}
        </ol>
      )}
      {list.hasMore && (
        <Button size="xs" loading={list.isLoadingMore} onClick={list.loadMore}>
          {t('Show older')}
        </Button>
      )}
    </section>
  )
}

function NoOutages({ list }: { list: List<Outage> }) {
  if (list.error !== null)
    return <ErrorState title={outages.says.failed} detail={list.error.message} onRetry={list.retry} />
  return list.isLoading ? <Skeleton lines={4} /> : <NoData title={t('No outages yet')} />
}

function Line({ outage }: { outage: Outage }) {
  const { moment } = useFormat()
  const { status, began_at, ended_at, confirmed_at, repeats, folded_into, well_since } = outage
  const { acknowledged_by_name, assignee_name, muted_until, note } = outage
  const facts = [
    t('since {{time}}', { time: moment(began_at) }),
    ended_at !== null && t('until {{time}}', { time: moment(ended_at) }),
    confirmed_at !== null && t('confirmed {{time}}', { time: moment(confirmed_at) }),
    repeats > 0 && (repeats === 1 ? t('1 reminder sent') : t('{{count}} reminders sent', { count: repeats })),
    ended_at === null && well_since !== null && t('in contact again since {{time}}', { time: moment(well_since) }),
    ended_at === null && folded_into !== null && t('part of a larger outage'),
    clearingWord(outage),
    acknowledged_by_name !== null && t('acknowledged by {{name}}', { name: acknowledged_by_name }),
    assignee_name !== null && t('assigned to {{name}}', { name: assignee_name }),
    muted_until !== null && t('muted until {{time}}', { time: moment(muted_until) }),
    note !== '' && `“${note}”`,
  ]
  return (
    <li>
      <span className={classes.head}>
        <StatusText of="incident" value={status} />
        <strong>
          <Link href={`/outages?open=${openOf(outage)}&view=all`} className={classes.rowLink}>
            {outageName(outage)}
          </Link>
        </strong>
        <span className={classes.span}>
          {ended_at === null ? (
            <Duration since={began_at} />
          ) : (
            durationLabel(Date.parse(ended_at) - Date.parse(began_at))
          )}
        </span>
      </span>
      <span className={classes.facts}>{facts.filter(Boolean).join(' · ')}</span>
      {ended_at === null && folded_into === null && <NewEntryLink outage={outage} />}
    </li>
  )
}

/** A technician who sees what is out of contact plans the visit from here: place and device are filled in. */
function NewEntryLink({ outage: { location_id, device_id } }: { outage: Outage }) {
  const may = useCanCall(createLogEntry)
  if (!may) return null
  const device = device_id === null ? '' : `&device=${device_id}`
  return (
    <Link className={classes.entry} href={`/maintenance-log?open=new&place=${location_id}${device}`}>
      {t('New log entry')}
    </Link>
  )
}
