import { useQuery } from '@tanstack/react-query'
import { locationUptime } from '@wheelhouse/contract/locations/location-uptime.ts'
import { read } from '../../api/api.ts'
import { locationPath } from '../../features/locations/location-link.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { uptimeText } from '../../i18n/percent.ts'
import { useCanCall } from '../../session/can.ts'
import { Link } from '../../ui/details/link.tsx'
import classes from './location-page.module.css'

/** The uptime in a few words, which lead to its figures. Draws nothing while there is none, and where it is refused. */
export function HeadUptime({ locationId }: { locationId: string }) {
  const may = useCanCall(locationUptime)
  const input = { params: { location_id: locationId } }
  const { data } = useQuery({ ...read(locationUptime, input, { isQuiet: true }), enabled: may })
  const format = useFormat()
  if (data === undefined || data.uptime === null) return null
  const values = { share: uptimeText(data.uptime, format), days: data.days.length }
  return (
    <Link className={classes.headUptime} href={`${locationPath(locationId)}?view=info`}>
      {t('Uptime {{share}} in the last {{days}} days', values)}
    </Link>
  )
}
