import { IconBattery1, IconBattery2, IconBattery3, IconBattery4 } from '@tabler/icons-react'
import { t } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/format.ts'
import { useClock } from '../../ui/base/clock.ts'
import { Nothing } from '../../ui/data-table/cells.tsx'
import { DockBubble } from '../../ui/details/glyphs.tsx'
import { Duration } from '../../ui/details/time.tsx'
import classes from './rentals.module.css'

/** Below this a vehicle should be charged soon; below the lower one it may stop on the way. */
const lowPercent = 30
const emptyPercent = 12

const levelOf = (percent: number): 'red' | 'amber' | 'plain' => {
  if (percent < emptyPercent) return 'red'
  return percent < lowPercent ? 'amber' : 'plain'
}

/** The battery with its percentage; colour only where someone should act. */
export function Battery({ percent }: { percent: number | null }) {
  const { number } = useFormat()
  if (percent === null) return <Nothing />
  const icons = [IconBattery1, IconBattery2, IconBattery3, IconBattery4] as const
  const Icon = icons[Math.min(3, Math.floor(percent / 25))] ?? IconBattery4
  return (
    <span className={classes.battery} data-level={levelOf(percent)}>
      <Icon size={16} aria-hidden />
      {t('{{percent}} %', { percent: number(Math.round(percent)) })}
    </span>
  )
}

const hourMs = 3_600_000

interface RideAge {
  since: string
  orange: number
  red: number
  isBooked?: boolean
}

/** How long a ride has lasted: orange and red after the hours of its fleet (spec 9). */
export function RideDuration({ since, orange, red, isBooked = false }: RideAge) {
  const hours = useClock(60_000, (now) => (now - Date.parse(since)) / hourMs)
  return (
    <span className={classes.glyphed}>
      <DockBubble kind={isBooked ? 'booked' : bubbleOf(hours, orange, red)} size={10} />
      <Duration since={since} />
    </span>
  )
}

function bubbleOf(hours: number, orange: number, red: number): 'over_72' | 'over_24' | 'occupied' {
  if (hours >= red) return 'over_72'
  return hours >= orange ? 'over_24' : 'occupied'
}
