import { useEffect, useRef } from 'react'
import { listLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import { logEntries } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import { t } from '../../i18n/i18n.ts'
import { useLive } from '../../live/use-live.ts'
import { useClock } from '../../ui/base/clock.ts'
import { Link } from '../../ui/details/link.tsx'
import { ErrorState, Skeleton } from '../../ui/frame/states.tsx'
import { deviceIssues } from '../devices/device-issue-labels.ts'
import { deviceName } from '../devices/device-labels.ts'
import { devicePath } from '../devices/device-link.tsx'
import { UrgentEntryLink, useUrgentEntries } from './urgent-entries.tsx'
import classes from './device-issues.module.css'

/** As many as fit above the table; the location's page has them all. */
const most = 10

interface DeviceIssuesListProps {
  locationId: string
  /** Opened by the keyboard: its first link gets the focus once the devices are here. */
  takesFocus?: boolean
}

interface FailedProps {
  route: { says: { failed: string } }
  query: { error: Error | null; refetch: () => unknown }
}

const Failed = ({ route, query }: FailedProps) => (
  <ErrorState title={route.says.failed} detail={query.error?.message} onRetry={() => void query.refetch()} />
)

/** What is wrong at a location, each with the way to its device or its log entry. Asked for when it is opened. */
export function DeviceIssuesList({ locationId, takesFocus = false }: DeviceIssuesListProps) {
  const list = useRef<HTMLUListElement>(null)
  const devices = useLive(listLocationDevices, { params: { location_id: locationId } }, { isQuiet: true })
  const urgent = useUrgentEntries(locationId)
  const isHere = devices.data !== undefined && !urgent.isLoading
  useEffect(() => {
    const element = list.current
    if (takesFocus && isHere && element?.contains(document.activeElement) === false) element.querySelector('a')?.focus()
  }, [takesFocus, isHere])
  const now = useClock(30_000, (at) => at - (at % 30_000))
  if (devices.error) return <Failed route={listLocationDevices} query={devices} />
  if (urgent.error) return <Failed route={logEntries.route} query={urgent} />
  if (!devices.data || urgent.isLoading) return <Skeleton lines={3} />
  const issues = deviceIssues(devices.data, now)
  const more = issues.length - most
  if (issues.length + urgent.entries.length === 0)
    return <p className={classes.none}>{t('Nothing is wrong any more.')}</p>
  return (
    <ul ref={list} className={classes.issues}>
      {issues.slice(0, more > 1 ? most : issues.length).map(({ device, kind, words }) => (
        <li key={device.id}>
          <Link href={devicePath(locationId, device.id)}>
            <strong>{deviceName(device)}</strong>
            <span data-kind={kind}>{words}</span>
          </Link>
        </li>
      ))}
      {urgent.entries.map((entry) => (
        <li key={entry.id}>
          <UrgentEntryLink entry={entry} />
        </li>
      ))}
      <li data-last>
        <Link href={`/locations/${locationId}?devices=issues`}>
          {more > 1 ? t('{{count}} more', { count: more }) : t('Show at the location')}
        </Link>
      </li>
    </ul>
  )
}
