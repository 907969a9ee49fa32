import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { logEntryName, urgentPriorities } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import { logEntries } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import type { LogEntry } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import { t } from '../../i18n/i18n.ts'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { Link } from '../../ui/details/link.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
import classes from './device-issues.module.css'
import { entryPath } from '../maintenance-log/entry-address.ts'

/** As many as fit beside the devices; the maintenance log has them all. */
const most = 10

/** For those who may not see the maintenance log. */
const noEntries = { items: [], total: 0 }

/** The open log entries of a location that count among its issues, the first to be due first. */
export function useUrgentEntries(locationId: string) {
  const may = useCanCall(logEntries.route)
  const query = {
    location_id: [locationId],
    priority: [...urgentPriorities],
    state: 'open',
    sort: 'due_at',
    limit: most,
  } as const
  const { data, error, refetch } = useLive(
    logEntries.route,
    { query },
    { enabled: may, isQuiet: true, isRelevant: ({ location_id }) => location_id === locationId },
  )
  return { data: may ? data : noEntries, error, refetch }
}

export const urgentEntriesPath = (locationId: string): string =>
  `/maintenance-log?location_id=${locationId}&${urgentPriorities.map((priority) => `priority=${priority}`).join('&')}`

/** "M-2291", then its priority and what it is about. */
export const UrgentEntryLink = ({ entry }: { entry: LogEntry }) => (
  <Link href={entryPath(entry)}>
    <strong>{logEntryName(entry.number)}</strong>
    <span className={classes.entry}>
      <StatusText of="priority" value={entry.priority} />
      <span className={classes.about}>{entry.description}</span>
    </span>
  </Link>
)

/** Above the devices with an issue of a location: what its maintenance log calls urgent. */
export function UrgentEntries({ location: { id, issue_kinds } }: { location: Pick<Location, 'id' | 'issue_kinds'> }) {
  const { items: entries, total } = useUrgentEntries(id).data ?? noEntries
  if (issue_kinds.log_entry === 0 || entries.length === 0) return null
  return (
    <section className={classes.urgent}>
      <SectionHead
        title={t('Urgent log entries')}
        count={total}
        actions={<Link href={urgentEntriesPath(id)}>{t('Open in maintenance log')}</Link>}
      />
      <ul className={classes.issues}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <UrgentEntryLink entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  )
}
