import { getSessionFee } from '@wheelhouse/contract/parking-sessions/session-fee.ts'
import type { SessionFee } from '@wheelhouse/contract/parking-sessions/session-fee.ts'
import type { PaymentDetails } from '@wheelhouse/contract/payments/payments.ts'
import { getRentalSessionFee } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import type { Fee, FeeStep } from '@wheelhouse/contract/price-lists/fee.ts'
import { ActionNotes, PaymentActions } from '../../features/payments/payment-actions.tsx'
import { PaymentAttempts } from '../../features/payments/payment-attempts.tsx'
import { FeeLines } from '../../features/price-lists/fee-lines.tsx'
import { PriceListLink } from '../../features/price-lists/price-list-link.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded, type Reading } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { StatusText } from '../../ui/details/status.tsx'
import { durationLabel, RelativeTime } from '../../ui/details/time.tsx'
import { Skeleton } from '../../ui/frame/states.tsx'
import classes from './session-money.module.css'

interface Words {
  /** Where no price list was in force when it began. */
  free: string
  /** Where nobody is known who could be charged. */
  nobody: string
}

/** Of a stay: nothing for a person who may not see payments. */
export function ParkingSessionMoney({ sessionId }: { sessionId: string }) {
  const may = useCanCall(getSessionFee)
  const money = useLive(
    getSessionFee,
    { params: { session_id: sessionId } },
    { enabled: may, isRelevant: (change): boolean => isAbout(change, sessionId, money.data) },
  )
  return (
    <MoneyOrState
      may={may}
      query={money}
      words={{
        free: t('Free: no price list was in force here when the session began.'),
        nobody: t('Not charged: the rider is unknown.'),
      }}
    />
  )
}

/** Of a ride: the same, by the price list of its fleet. */
export function RentalSessionMoney({ sessionId }: { sessionId: string }) {
  const may = useCanCall(getRentalSessionFee)
  const money = useLive(
    getRentalSessionFee,
    { params: { rental_session_id: sessionId } },
    { enabled: may, isRelevant: (change): boolean => isAbout(change, sessionId, money.data) },
  )
  return (
    <MoneyOrState
      may={may}
      query={money}
      hasStrip
      words={{
        free: t('Free: the fleet had no price list in force when the rental began.'),
        nobody: t('Not charged: the rider is unknown.'),
      }}
    />
  )
}

/** The path does not name the payment, and any other session's would be asked about in vain. */
const isAbout = ({ type, id }: { type: string; id: string }, sessionId: string, money?: SessionFee): boolean =>
  type === 'payment' ? money?.payments.some((one) => one.id === id) !== false : id === sessionId

interface MoneyOrStateProps {
  may: boolean
  /** A stay has its strip at the top of its page. */
  hasStrip?: boolean
  query: Reading<SessionFee>
  words: Words
}

/** A session at a place of which the person may see no payment is refused, and shows none. */
function MoneyOrState({ may, query, words, hasStrip = false }: MoneyOrStateProps) {
  if (!may) return null
  return (
    <Loaded query={query} failed={getSessionFee.says.failed} bones={<Skeleton lines={6} />}>
      {(money) => <Money money={money} words={words} hasStrip={hasStrip} />}
    </Loaded>
  )
}

interface MoneyProps {
  money: SessionFee
  words: Words
  hasStrip: boolean
}

function Money({ money: { fee, is_final, price_list, payments }, words, hasStrip }: MoneyProps) {
  return (
    <>
      <section className={classes.part}>
        <h2>
          {is_final ? t('How the fee is calculated') : t('Fee so far')}
          {price_list && (
            <span>
              {t('Price list')}{' '}
              <PriceListLink {...price_list}>
                {t('{{name}}, version {{number}}', { name: price_list.name, number: price_list.number })}
              </PriceListLink>
            </span>
          )}
        </h2>
        {fee && hasStrip ? <FreeStrip fee={fee} /> : null}
        {fee ? (
          <div className={classes.lines}>
            <FeeLines fee={fee} total={is_final ? t('Fee') : t('Fee so far')} />
          </div>
        ) : (
          <p className={classes.none}>{words.free}</p>
        )}
      </section>
      {payments.map((payment) => (
        <Payment key={payment.id} payment={payment} />
      ))}
      {payments.length === 0 && is_final && fee !== null && fee.total_minor > 0 && (
        <p className={classes.none}>{words.nobody}</p>
      )}
    </>
  )
}

/** Free and charged time in proportion; the words say what the picture shows. */
function FreeStrip({ fee: { lines } }: { fee: Fee }) {
  const ofStep = (...steps: readonly FeeStep[]): number =>
    lines.reduce((sum, { step, duration_ms }) => sum + (steps.includes(step) ? (duration_ms ?? 0) : 0), 0)
  const [parked, free] = [ofStep('parked'), ofStep('free_of_list', 'free_of_location')]
  if (parked === 0 || free === 0) return null
  const share = Math.round((free / parked) * 1000) / 10
  const times = { free: durationLabel(free), charged: durationLabel(parked - free) }
  return (
    <div className={classes.strip} role="img" aria-label={t('{{free}} free, {{charged}} charged', times)}>
      <span data-free style={{ flexBasis: `${share}%` }} />
      {share < 100 && <span />}
    </div>
  )
}

function Payment({ payment }: { payment: PaymentDetails }) {
  const { money } = useFormat()
  const { due_at, waiting, refunded_minor, currency } = payment
  const next =
    due_at === null || waiting.length === 0 ? (
      t('No automatic attempt planned')
    ) : (
      <>
        {t('Next automatic attempt')} <RelativeTime at={due_at} />
      </>
    )
  return (
    <section className={classes.part} aria-label={t('Payment attempts')}>
      <h2>
        {t('Payment attempts')}
        <StatusText of="payment" value={payment.state} />
        {refunded_minor > 0 && <em>{t('{{sum}} refunded', { sum: money(refunded_minor, currency) })}</em>}
        <span>{next}</span>
      </h2>
      <PaymentAttempts payment={payment} />
      <ActionNotes />
      <div className={classes.actions}>
        <PaymentActions payment={payment} />
      </div>
    </section>
  )
}
