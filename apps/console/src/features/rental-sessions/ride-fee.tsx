import { getRentalSessionFee } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import type { RentalSession } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import type { Fee, FeeLine, FeeStep } from '@wheelhouse/contract/price-lists/fee.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { durationLabel } from '../../ui/details/time.tsx'
import { ErrorState, NoData, Skeleton } from '../../ui/frame/states.tsx'
import classes from './rental-sessions.module.css'

/** Keys of `t`. */
const stepLabels: Record<FeeStep, string> = {
  parked: 'Rented for',
  free_of_list: 'Free period',
  free_of_location: 'Free period of the location',
  charged_time: 'Charged time',
  starting: 'Starting fee',
  minutes: 'Minutes started',
  hours: 'Hours started',
  days: 'Days started',
  day_cap: 'Cap for a day',
  stay_cap: 'Cap for a stay',
  waived_pass: 'Covered by a pass',
  waived_support: 'Waived by staff',
  waived_cancelled: 'Cancelled, no fee',
}

/** How the fee of a ride is made, line by line; of an open ride what it would be now. Needs the right to payments. */
export function RideFee({ session }: { session: RentalSession }) {
  const may = useCanCall(getRentalSessionFee)
  const fee = useLive(getRentalSessionFee, { params: { rental_session_id: session.id } }, { enabled: may })
  if (!may) return null
  if (fee.data?.fee) return <Lines fee={fee.data.fee} isFinal={fee.data.is_final} />
  if (fee.data) return <NoData title={t('No fee')}>{t('No price list was in force when this ride began.')}</NoData>
  if (fee.error)
    return (
      <ErrorState
        title={getRentalSessionFee.says.failed}
        detail={fee.error.message}
        onRetry={() => void fee.refetch()}
      />
    )
  return <Skeleton lines={4} />
}

function Lines({ fee, isFinal }: { fee: Fee; isFinal: boolean }) {
  const format = useFormat()
  return (
    <dl className={classes.lines}>
      {fee.lines.map((line) => (
        <div key={line.step}>
          <dt>
            {t(stepLabels[line.step])}
            {line.count !== null && line.rate_minor !== null && (
              <span>{` ${line.count} × ${format.money(line.rate_minor, fee.currency)}`}</span>
            )}
          </dt>
          <dd>{amountOf(line, fee.currency, format)}</dd>
        </div>
      ))}
      <div data-total>
        <dt>{isFinal ? t('Total') : t('Total if it ended now')}</dt>
        <dd>{format.money(fee.total_minor, fee.currency)}</dd>
      </div>
    </dl>
  )
}

function amountOf({ duration_ms, amount_minor }: FeeLine, currency: string, { money }: Format): string {
  if (amount_minor !== null) return money(amount_minor, currency)
  return duration_ms === null ? '–' : durationLabel(duration_ms)
}
