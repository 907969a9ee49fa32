import { IconPlugConnectedX } from '@tabler/icons-react'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import type { Outage } from '@wheelhouse/contract/outages/outages.ts'
import { currentOutages } from '@wheelhouse/contract/outages/outages.ts'
import { useCanCall } from '../../session/can.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useLive } from '../../live/use-live.ts'
import { useClock } from '../../ui/base/clock.ts'
import { Link } from '../../ui/details/link.tsx'
import { durationLabel } from '../../ui/details/time.tsx'
import { locationPath } from '../locations/location-link.tsx'
import { outageName } from './outage-labels.ts'
import classes from './outages.module.css'

/**
 * The largest outage that is not over, in one line that leads to all of them; draws nothing where all is well. Red is
 * for the glyph of an outage that is confirmed: the words stay readable.
 */
export function OutageLine({ location: { id: locationId, health } }: { location: Pick<Location, 'id' | 'health'> }) {
  const may = useCanCall(currentOutages)
  const { data, isLoading } = useLive(currentOutages, { params: { location_id: locationId } }, { enabled: may })
  const [first, ...others] = data ?? []
  // Reserves the line where something is offline, so that the content below does not jump.
  if (isLoading && health !== 'online') return <span className={classes.kept} aria-hidden />
  if (!first) return null
  const isConfirmed = first.confirmed_at !== null && first.well_since === null
  return (
    <div role="status" className={classes.noticeLine}>
      <Link
        href={`${locationPath(locationId)}?view=technical`}
        className={classes.notice}
        data-tone={isConfirmed ? 'red' : 'amber'}
      >
        <IconPlugConnectedX size={15} stroke={1.75} aria-hidden />
        <Words outage={first} others={others.length} />
      </Link>
    </div>
  )
}

function Words({ outage, others }: { outage: Outage; others: number }) {
  const { moment } = useFormat()
  const { began_at, confirmed_at, well_since } = outage
  const what = outageName(outage)
  const more = others === 0 ? '' : ` · ${t('{{count}} more', { count: others })}`
  const unconfirmed = confirmed_at === null ? ` · ${t('still being confirmed')}` : ''
  const hours = useClock(60_000, (now) => durationLabel(now - Date.parse(began_at)))
  if (well_since !== null)
    return (
      <span>
        {t('{{what}} back in contact since {{time}}, still being confirmed', { what, time: moment(well_since) })}
        {more}
      </span>
    )
  return (
    <span>
      {t('{{what}} offline for {{duration}}, since {{time}}', { what, duration: hours, time: moment(began_at) })}
      {unconfirmed}
      {more}
    </span>
  )
}
