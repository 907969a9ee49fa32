import { getFeedbackTrend } from '@wheelhouse/contract/feedback/feedback.ts'
import { t } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/format.ts'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import classes from './feedback.module.css'

/** The last whole week in one line, held against the one before. */
export function TrendLine() {
  const may = useCanCall(getFeedbackTrend)
  const { number } = useFormat()
  const { data } = useLive(getFeedbackTrend, { query: {} }, { enabled: may, isQuiet: true })
  const [before, last] = data?.weeks.slice(-3, -1) ?? []
  if (!last || last.average === null) return null
  return (
    <span className={classes.trendLine}>
      {last.ratings === 1
        ? t('Last week: {{average}} of 5 from 1 rating', { average: number(last.average, 1) })
        : t('Last week: {{average}} of 5 from {{count}} ratings', {
            average: number(last.average, 1),
            count: number(last.ratings),
          })}
      {before?.average != null && <> {t('(week before: {{average}})', { average: number(before.average, 1) })}</>}
    </span>
  )
}
