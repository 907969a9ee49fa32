import { IconClockExclamation } from '@tabler/icons-react'
import { listOverstays } from '@wheelhouse/contract/overstays/overstays.ts'
import type { Overstay } from '@wheelhouse/contract/overstays/overstays.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { useClock } from '../../ui/base/clock.ts'
import { Link } from '../../ui/details/link.tsx'
import { durationLabel } from '../../ui/details/time.tsx'
import { nextStepText } from './overstay-labels.ts'
import classes from './overstays.module.css'

/** The open overstays of a location in one line; draws nothing where there are none. */
export function LocationOverstayLine({ locationId }: { locationId: string }) {
  const may = useCanCall(listOverstays)
  const query = { location_id: [locationId], limit: 1 }
  const { data } = useLive(listOverstays, { query }, { enabled: may, isQuiet: true })
  const oldest = data?.items[0]
  if (!data || !oldest) return null
  const count = data.total
  return (
    <div className={classes.line}>
      <Link href={`/overstays?location_id=${locationId}`}>
        <IconClockExclamation size={15} aria-hidden />
        <span>
          {count === 1 ? t('1 overstay') : t('{{count}} overstays', { count })} · <Beyond overstay={oldest} />
        </span>
      </Link>
    </div>
  )
}

/** The overstay of one session, also after it is closed. */
export function SessionOverstayLine({ sessionId }: { sessionId: string }) {
  const may = useCanCall(listOverstays)
  const { moment } = useFormat()
  const query = { session_id: sessionId, scope: 'all', limit: 1 } as const
  const { data } = useLive(listOverstays, { query }, { enabled: may, isQuiet: true })
  const overstay = data?.items[0]
  if (!overstay) return null
  const when = overstay.due_at === null || overstay.is_paused ? '' : `, ${moment(overstay.due_at)}`
  return (
    <div className={`${classes.line} ${classes.inSession}`}>
      <Link href={`/overstays?scope=all&session_id=${sessionId}&open=${sessionId}`}>
        <IconClockExclamation size={15} aria-hidden />
        <span>
          {t('Overstay')} · {nextStepText(overstay)}
          {when}
        </span>
      </Link>
    </div>
  )
}

function Beyond({ overstay: { exceeded_at } }: { overstay: Overstay }) {
  const duration = useClock(60_000, (now) => durationLabel(now - Date.parse(exceeded_at)))
  return t('the longest {{duration}} beyond the limit', { duration })
}
