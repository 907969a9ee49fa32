import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { deviceHeartbeatHistory, hardwareHeartbeatHistory } from '@wheelhouse/contract/hardware/hardware-history.ts'
import type { HardwareHistory } from '@wheelhouse/contract/hardware/hardware-history.ts'
import { read } from '../../api/api.ts'
import { Loaded, type Reading } from '../../live/loaded.tsx'
import { useCanCall } from '../../session/can.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { timeTicks } from '../../i18n/time-ticks.ts'
import { useUser } from '../../stores/user-store.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import { useClock } from '../../ui/base/clock.ts'
import { NoData, NoPermission, Skeleton } from '../../ui/frame/states.tsx'
import { durationLabel } from '../../ui/details/time.tsx'
import { chartOf, curves, percentOf, periods, startOf, titleOf } from './history-charts.ts'
import type { PeriodId, Words } from './history-charts.ts'
import classes from './hardware-history.module.css'

const freshEveryMs = 60_000

/** How an axis says a time: the hour of a day, the day of a month. */
export function useLabels(period: PeriodId): Words {
  const format = useFormat()
  const timeZone = useUser((state) => state.userPreferences.timezone)
  return useMemo(
    () => ({
      ticks: (moments) => timeTicks(moments, { ...format, timeZone }),
      moment: period === 'day' ? format.time : (at) => format.moment(at),
      exact: format.dateTime,
      number: (value, digits) => format.number(value, digits),
    }),
    [format, period, timeZone],
  )
}

/** What the heartbeats of one device said: contact, signal, supply and temperature, gaps as gaps, each with its figures. */
export function DeviceHistory({ deviceId, ...chosen }: { deviceId: string } & PeriodChoiceProps) {
  const may = useCanCall(deviceHeartbeatHistory)
  const input = { params: { device_id: deviceId }, query: { from: useStart(chosen.period) } }
  const reading = useQuery({ ...read(deviceHeartbeatHistory, input), enabled: may, placeholderData: keepPreviousData })
  return <History key={deviceId} may={may} {...chosen} reading={reading} />
}

/** The same of one piece of hardware, wherever it was built in. */
export function PieceHistory({ id, ...chosen }: { id: string } & PeriodChoiceProps) {
  const may = useCanCall(hardwareHeartbeatHistory)
  const input = { params: { hardware_id: id }, query: { from: useStart(chosen.period) } }
  const reading = useQuery({
    ...read(hardwareHeartbeatHistory, input),
    enabled: may,
    placeholderData: keepPreviousData,
  })
  return <History key={id} may={may} {...chosen} reading={reading} />
}

const useStart = (period: PeriodId): string =>
  startOf(
    period,
    useClock(freshEveryMs, (now) => now),
  )

/** The period is in the address. */
interface PeriodChoiceProps {
  period: PeriodId
  onPeriod: (period: PeriodId) => void
}

interface HistoryProps extends PeriodChoiceProps {
  may: boolean
  reading: Reading<HardwareHistory>
}

function History({ may, period, onPeriod, reading }: HistoryProps) {
  if (!may) return <NoPermission action="GETMETRICS" resource="location" />
  return (
    <div className={classes.history}>
      <PeriodChoice period={period} onPeriod={onPeriod} />
      <Loaded query={reading} failed={deviceHeartbeatHistory.says.failed} bones={<Skeleton lines={10} />}>
        {(history) => <Curves history={history} period={period} />}
      </Loaded>
    </div>
  )
}

export const PeriodChoice = ({ period, onPeriod }: PeriodChoiceProps) => (
  <div className={classes.periods} role="group" aria-label={t('Period')}>
    {periods.map(({ id, label }) => (
      <button key={id} type="button" aria-pressed={id === period} onClick={() => onPeriod(id)}>
        {label}
      </button>
    ))}
  </div>
)

function Curves({ history, period }: { history: HardwareHistory; period: PeriodId }) {
  const words = useLabels(period)
  const charts = useMemo(
    () => curves.flatMap((curve) => ({ curve, data: chartOf(history, curve, words) })),
    [history, words],
  )
  const shown = charts.flatMap(({ curve, data }) => (data === null ? [] : [{ curve, data }]))
  if (shown.length === 0) return <NoData title={t('No data in this period')}>{t('Choose a longer period.')}</NoData>
  return (
    <>
      <p className={classes.lead}>
        {history.online_share !== null && (
          <>
            <strong>{words.number(percentOf(history.online_share), 1)} %</strong> {t('in contact')} ·{' '}
            {t('measured over {{time}}', { time: durationLabel(history.listened_s * 1_000) })} ·{' '}
          </>
        )}
        {t('{{time}} per point', { time: durationLabel(history.step_s * 1_000) })}
      </p>
      {shown.map(({ curve, data }) => (
        <Chart
          key={curve.id}
          title={titleOf(curve, data)}
          detail={curve.unit}
          height={curve.id === 'online' ? 120 : 160}
          data={data}
        />
      ))}
    </>
  )
}
