import type { PlacedHardware } from '@wheelhouse/contract/hardware/hardware-history.ts'
import { useFormat, volts } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useClock } from '../../ui/base/clock.ts'
import { Nothing } from '../../ui/data-table/cells.tsx'
import { alarmWord } from '../devices/device-labels.ts'
import classes from './hardware.module.css'

/** Spec 5: 0 disables the alarm. */
export function Threshold({ mv }: { mv: number | null }) {
  const { number } = useFormat()
  if (mv === null) return <span className={classes.second}>{t('not read yet')}</span>
  return mv === 0 ? t('Alarm disabled') : <>{number(volts(mv), 3)} V</>
}

/** Spec 9: the pause lasts two hours; its end is shown. */
export function AlarmPause({ until }: { until: string | null }) {
  const { time } = useFormat()
  const isPaused = useClock(1_000, (now) => (until !== null && Date.parse(until) > now ? 1 : 0)) === 1
  if (!isPaused || until === null) return t('Enabled')
  return <span className={classes.warned}>{t('Disabled until {{time}}', { time: time(until) })}</span>
}

/** What it warns of now, or until when its alarms are paused. */
export function Alarms({ hardware }: { hardware: PlacedHardware }) {
  if (hardware.open_alarms.length > 0)
    return <span className={classes.warned}>{hardware.open_alarms.map(alarmWord).join(', ')}</span>
  return hardware.alarms_off_until ? <AlarmPause until={hardware.alarms_off_until} /> : <Nothing />
}
