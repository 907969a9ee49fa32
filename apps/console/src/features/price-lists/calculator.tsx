import { useState } from 'react'
import { feeOf } from '@wheelhouse/contract/price-lists/fee.ts'
import type { PriceTerms } from '@wheelhouse/contract/price-lists/fee.ts'
import { useFormManner } from '../../forms/form-locale.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { durationText } from '../../ui/form/duration.ts'
import { instantAt, wallTime } from '../../ui/form/wall-time.ts'
import { WallTimeInput } from '../../ui/form/wall-time-input.tsx'
import { FeeLines } from './fee-lines.tsx'
import classes from './price-lists.module.css'

interface CalculatorProps {
  terms: PriceTerms
  timeZone: string
  /** What the location gives besides the list. */
  freeMinutes: number
}

const hourMs = 3_600_000
const startHoursAgo = 20

/** The fee of any stay, step by step, by the function that charges. */
export function Calculator({ terms, timeZone, freeMinutes }: CalculatorProps) {
  const manner = useFormManner()
  const [start, setStart] = useState(() =>
    wallTime(new Date(Date.now() - startHoursAgo * hourMs).toISOString(), timeZone),
  )
  const [end, setEnd] = useState(() => wallTime(new Date().toISOString(), timeZone))
  const [from, to] = [instantAt(start, timeZone), instantAt(end, timeZone)]
  const isSpan = from !== null && to !== null && to >= from
  return (
    <section className={classes.calculator} aria-labelledby="fee-calculator">
      <h2 id="fee-calculator">{t('Calculator')}</h2>
      <div className={classes.span}>
        <WallTimeInput
          id="fee-start"
          label={t('Start')}
          error={undefined}
          manner={manner}
          value={start}
          onChange={setStart}
        />
        <WallTimeInput
          id="fee-end"
          label={t('End')}
          error={isSpan ? undefined : t('End: not before the start')}
          manner={manner}
          value={end}
          onChange={setEnd}
        />
      </div>
      <p className={classes.note}>
        {freeMinutes > 0
          ? t('Times in {{zone}}. The first {{time}} are free at this location.', {
              zone: timeZone,
              time: durationText(freeMinutes),
            })
          : t('Times in {{zone}}.', { zone: timeZone })}
      </p>
      {isSpan && <Result terms={terms} timeZone={timeZone} freeMinutes={freeMinutes} from={from} to={to} />}
    </section>
  )
}

function Result({ terms, timeZone, freeMinutes, from, to }: CalculatorProps & { from: string; to: string }) {
  const { money } = useFormat()
  const fee = feeOf(terms, {
    start: Date.parse(from),
    end: Date.parse(to),
    time_zone: timeZone,
    free_minutes: freeMinutes,
    waiver: null,
  })
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('Fee {{sum}}', { sum: money(fee.total_minor, fee.currency) })}
      </p>
      <FeeLines fee={fee} total={t('Fee')} />
    </>
  )
}
