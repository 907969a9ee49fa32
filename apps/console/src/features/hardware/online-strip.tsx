import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { locationOnline } from '@wheelhouse/contract/hardware/hardware-history.ts'
import type { LocationOnline } from '@wheelhouse/contract/hardware/hardware-history.ts'
import { read } from '../../api/api.ts'
import { deviceName } from '../devices/device-labels.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { HeatMap } from '../../ui/chart/chart.tsx'
import { useClock } from '../../ui/base/clock.ts'
import { SectionHead } from '../../ui/frame/page.tsx'
import { NoData, Skeleton } from '../../ui/frame/states.tsx'
import { PeriodChoice, useLabels } from './device-history.tsx'
import { byContact, startOf, steadyWords, stripOf } from './history-charts.ts'
import type { PeriodId } from './history-charts.ts'
import classes from './hardware-history.module.css'

const freshEveryMs = 300_000
const rowPx = 18
const axisPx = 48

interface OnlineStripProps {
  locationId: string
  period: PeriodId
  onPeriod: (period: PeriodId) => void
}

/** Which device of a location was in contact when: a row each, worst first. */
export function OnlineStrip({ locationId, period, onPeriod }: OnlineStripProps) {
  const from = startOf(
    period,
    useClock(freshEveryMs, (now) => now),
  )
  const online = useQuery({
    ...read(locationOnline, { params: { location_id: locationId }, query: { from } }),
    placeholderData: (last) => last,
  })
  return (
    <section className={classes.section}>
      <SectionHead title={t('Contact')} actions={<PeriodChoice period={period} onPeriod={onPeriod} />} />
      <Loaded query={online} failed={locationOnline.says.failed} bones={<Skeleton lines={6} />}>
        {(found) => <Strip online={found} period={period} />}
      </Loaded>
    </section>
  )
}

function Strip({ online, period }: { online: LocationOnline; period: PeriodId }) {
  const words = useLabels(period)
  const [isOpen, setOpen] = useState(false)
  const { missed, steady } = useMemo(
    () => byContact(online.devices.filter(({ steps }) => steps.some((share) => share !== null))),
    [online],
  )
  const data = useMemo(() => {
    const devices = isOpen ? [...missed, ...steady] : missed
    return devices.length === 0 ? null : stripOf({ ...online, devices }, deviceName, words)
  }, [online, missed, steady, isOpen, words])
  if (missed.length + steady.length === 0) return <NoData title={t('No data in this period')} />
  return (
    <div className={classes.strip}>
      {data !== null && (
        <HeatMap
          title={t('Time in contact')}
          detail={t('worst first')}
          height={data.rows.length * rowPx + axisPx}
          data={data}
        />
      )}
      {steady.length > 0 && (
        <SteadyRows words={steadyWords(steady)} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      )}
    </div>
  )
}

/** Those that were in contact nearly all the time, as one line: what differs is drawn. */
const SteadyRows = ({ words, isOpen, onToggle }: { words: string; isOpen: boolean; onToggle: () => void }) => (
  <button type="button" className={classes.whole} aria-expanded={isOpen} onClick={onToggle}>
    <IconCheck size={14} aria-hidden />
    {words}
    <IconChevronDown size={14} aria-hidden />
  </button>
)
