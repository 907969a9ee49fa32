import type { Fee, FeeLine } from '@wheelhouse/contract/price-lists/fee.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { durationLabel } from '../../ui/details/time.tsx'
import { stepLabels } from './price-list-labels.ts'
import classes from './price-lists.module.css'

/** How a fee was made, as a sum that one can check; `total` names the last line. */
export function FeeLines({ fee, total }: { fee: Fee; total: string }) {
  const format = useFormat()
  const { currency } = fee
  const hasFreeTime = fee.lines.some(({ step }) => step === 'free_of_list' || step === 'free_of_location')
  return (
    <table className={classes.fee}>
      <tbody>
        {fee.lines.map((line) => (
          <tr key={line.step} data-time={line.amount_minor === null || undefined}>
            <th scope="row">{t(stepLabels[line.step])}</th>
            <td>{line.step === 'charged_time' && !hasFreeTime ? '' : detailOf(line, currency, format)}</td>
            <td>{valueOf(line, currency, format)}</td>
          </tr>
        ))}
        <tr className={classes.total}>
          <th scope="row" colSpan={2}>
            {total}
          </th>
          <td>{format.money(fee.total_minor, currency)}</td>
        </tr>
      </tbody>
    </table>
  )
}

function valueOf({ step, duration_ms, amount_minor }: FeeLine, currency: string, { money }: Format): string {
  if (duration_ms !== null) {
    const isFree = step === 'free_of_list' || step === 'free_of_location'
    return isFree ? `−${durationLabel(duration_ms)}` : durationLabel(duration_ms)
  }
  if (amount_minor === null) return ''
  return amount_minor < 0 ? `−${money(-amount_minor, currency)}` : money(amount_minor, currency)
}

function detailOf({ step, count, rate_minor }: FeeLine, currency: string, { money, number }: Format): string {
  const of = { count: number(count ?? 0), rate: money(rate_minor ?? 0, currency) }
  switch (step) {
    case 'free_of_location':
      return t('set by the location')
    case 'free_of_list':
      return t('set by the price list')
    case 'charged_time':
      return t('after the free period')
    case 'minutes':
      return count === 1 ? t('1 started minute × {{rate}}', of) : t('{{count}} started minutes × {{rate}}', of)
    case 'hours':
      return count === 1 ? t('1 started hour × {{rate}}', of) : t('{{count}} started hours × {{rate}}', of)
    case 'days':
      return count === 1 ? t('1 calendar day × {{rate}}', of) : t('{{count}} calendar days × {{rate}}', of)
    case 'day_cap':
      return t('{{rate}} a day, reached on {{count}}', of)
    case 'stay_cap':
      return t('{{rate}} a stay, reached', of)
    case 'limit':
      return t('{{rate}} a payment, reached', of)
    case 'waived_support':
      return t('not charged, because support ended the session')
    case 'waived_pass':
      return t('not charged')
    case 'parked':
    case 'starting':
    case 'waived_cancelled':
      return ''
  }
}
