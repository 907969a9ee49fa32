import { IconPlugConnectedX } from '@tabler/icons-react'
import { listLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
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
import { docksOffline } from '../devices/device-labels.ts'
import { locationPath } from '../locations/location-link.tsx'
import { outageName, severalOutages } from './outage-labels.ts'
import classes from './outages.module.css'

/**
 * The outages that are not over, in one line: how many docks are offline, which leads to the table with these, or the largest outage,
 * which leads to all of them. Draws nothing where all is well. Red is for the glyph of an outage that is confirmed: the words stay
 * readable.
 */
export function OutageLine({ location: { id: locationId, health } }: { location: Pick<Location, 'id' | 'health'> }) {
  const may = useCanCall(currentOutages)
  const { data, isLoading } = useLive(currentOutages, { params: { location_id: locationId } }, { enabled: may })
  const [first, ...others] = data ?? []
  const docks = useDocksOffline(locationId, others.length > 0)
  const several = docks !== null && docks.offline > 1 ? severalOutages(data ?? []) : null
  // Reserves the line where something is offline, so that the content below does not jump.
  if (isLoading && health !== 'online') return <span className={classes.kept} aria-hidden />
  if (!first) return null
  const isConfirmed = several?.isConfirmed ?? (first.confirmed_at !== null && first.well_since === null)
  return (
    <div role="status" className={classes.noticeLine}>
      <Link
        href={`${locationPath(locationId)}?${several === null ? 'view=technical' : 'devices=issues'}`}
        className={classes.notice}
        data-tone={isConfirmed ? 'red' : 'amber'}
      >
        <IconPlugConnectedX size={15} aria-hidden />
        {several === null || docks === null ? (
          <Words outage={first} others={others.length} />
        ) : (
          <SeveralWords docks={docks} {...several} />
        )}
      </Link>
    </div>
  )
}

/** Null for those who may not see the devices, and while they come. */
function useDocksOffline(locationId: string, isAsked: boolean) {
  const may = useCanCall(listLocationDevices)
  const { data } = useLive(listLocationDevices, { params: { location_id: locationId } }, { enabled: isAsked && may })
  return isAsked && data !== undefined ? docksOffline(data) : null
}

type SeveralProps = NonNullable<ReturnType<typeof severalOutages>> & { docks: ReturnType<typeof docksOffline> }

function SeveralWords({ docks, since, isTogether, isConfirmed }: SeveralProps) {
  const { moment, number } = useFormat()
  const values = { count: number(docks.offline), all: number(docks.all), time: moment(since) }
  return (
    <span>
      {isTogether
        ? t('{{count}} of {{all}} docks offline since {{time}}', values)
        : t('{{count}} of {{all}} docks offline, the first since {{time}}', values)}
      {!isConfirmed && ` · ${t('still being confirmed')}`}
    </span>
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
