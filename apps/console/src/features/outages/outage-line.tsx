import { IconPlugConnectedX } from '@tabler/icons-react'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import type { Outage } from '@wheelhouse/contract/outages/outages.ts'
import { currentOutages } from '@wheelhouse/contract/outages/outages.ts'
import { useCanCall } from '../../session/can.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useLive } from '../../live/use-live.ts'
import { NoticeBar } from '../../ui/frame/bars.tsx'
import { Duration } from '../../ui/details/time.tsx'
import { outageName } from './outage-labels.ts'
import classes from './outages.module.css'

/** "Offline since 10:20, confirmed": the largest outage that is not over; nothing where all is well. */
export function OutageLine({ location: { id: locationId, health } }: { location: Pick<Location, 'id' | 'health'> }) {
  const may = useCanCall(currentOutages)
  const { data, isLoading } = useLive(currentOutages, { params: { location_id: locationId } }, { enabled: may })
  const [first, ...others] = data ?? []
  // Reserves the line where something is offline, so that the content below does not jump.
  if (isLoading && health !== 'online') return <div className={classes.kept} aria-hidden />
  if (!first) return null
  return (
    <NoticeBar
      icon={<IconPlugConnectedX size={16} stroke={1.75} aria-hidden />}
      tone={first.confirmed_at !== null && first.well_since === null ? 'red' : 'amber'}
    >
      <Words outage={first} others={others.length} />
    </NoticeBar>
  )
}

function Words({ outage, others }: { outage: Outage; others: number }) {
  const { moment } = useFormat()
  const { began_at, confirmed_at, well_since } = outage
  const more = others === 0 ? '' : ` · ${t('{{count}} more', { count: others })}`
  if (well_since !== null)
    return (
      <span>
        {t('{{what}} back in contact since {{time}}, still being confirmed', {
          what: outageName(outage),
          time: moment(well_since),
        })}
        {more}
      </span>
    )
  return (
    <span>
      <strong>{t('{{what}} offline since {{time}}', { what: outageName(outage), time: moment(began_at) })}</strong>
      {' · '}
      <Duration since={began_at} />
      {' · '}
      {confirmed_at === null ? t('still being confirmed') : t('confirmed {{time}}', { time: moment(confirmed_at) })}
      {more}
    </span>
  )
}
