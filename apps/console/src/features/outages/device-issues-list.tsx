import { useEffect, useRef } from 'react'
import { listLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import type { LogEntry } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import { logEntries } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded, bothOf } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useClock } from '../../ui/base/clock.ts'
import { Link } from '../../ui/details/link.tsx'
import { Skeleton } from '../../ui/frame/states.tsx'
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

/** What is wrong at a location, each with the way to its device or its log entry. Asked for when it is opened. */
export function DeviceIssuesList({ locationId, ...props }: DeviceIssuesListProps) {
  const devices = useLive(listLocationDevices, { params: { location_id: locationId } }, { isQuiet: true })
  const urgent = useUrgentEntries(locationId)
  const { says } = devices.error === null ? logEntries.route : listLocationDevices
  return (
    <Loaded query={bothOf(devices, urgent)} failed={says.failed} bones={<Skeleton lines={3} />}>
      {([found, { items }]) => <Issues {...props} locationId={locationId} devices={found} entries={items} />}
    </Loaded>
  )
}

type IssuesProps = DeviceIssuesListProps & { devices: readonly Device[]; entries: readonly LogEntry[] }

function Issues({ locationId, takesFocus = false, devices, entries }: IssuesProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const element = list.current
    if (takesFocus && element?.contains(document.activeElement) === false) element.querySelector('a')?.focus()
  }, [takesFocus])
  const now = useClock(30_000, (at) => at - (at % 30_000))
  const issues = deviceIssues(devices, now)
  const more = issues.length - most
  if (issues.length + entries.length === 0) return <p className={classes.none}>{t('Nothing is wrong any more.')}</p>
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
      {entries.map((entry) => (
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
