import type { ReactNode } from 'react'
import { getPayment } from '@wheelhouse/contract/payments/payments.ts'
import type { PaymentDetails } from '@wheelhouse/contract/payments/payments.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { notFoundText } from '../../i18n/not-found.ts'
import { ThingPanel } from '../../live/thing-panel.tsx'
import { useLive } from '../../live/use-live.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { KeyValueGrid } from '../../ui/details/key-values.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { SidePanel } from '../../ui/dialogs/side-panel.tsx'
import { LocationLink } from '../locations/location-link.tsx'
import { ParkingSessionLink } from '../parking-sessions/parking-session-link.tsx'
import { RentalSessionLink } from '../rental-sessions/rental-session-link.tsx'
import { SubscriptionLink } from '../subscriptions/subscription-link.tsx'
import { UserLink } from '../users/user-link.tsx'
import { PaymentActions } from './payment-actions.tsx'
import { PaymentAttempts, PaymentJournal } from './payment-attempts.tsx'
import { State } from './payment-columns.tsx'
import { typeLabels } from './payment-labels.ts'
import classes from './payments.module.css'

interface OpenPaymentProps {
  id: string
  /** Events belong to another feature: the application puts them in. */
  history?: ((id: string) => ReactNode) | undefined
  onClose: () => void
}

/** One payment beside its list: what it is for, what was asked of the provider, and the journal. */
export function OpenPayment({ id, history, onClose }: OpenPaymentProps) {
  const payment = useLive(getPayment, { params: { payment_id: id } }, { isQuiet: true })
  return (
    <ThingPanel
      query={payment}
      failed={getPayment.says.failed}
      missing={notFoundText(t('payment'))}
      title={t('Payment')}
      onClose={onClose}
    >
      {(found) => <Panel payment={found} history={history} onClose={onClose} />}
    </ThingPanel>
  )
}

interface PanelProps extends Omit<OpenPaymentProps, 'id'> {
  payment: PaymentDetails
}

function Panel({ payment, history, onClose }: PanelProps) {
  const { money } = useFormat()
  const { amount_minor, refunded_minor, refunding_minor, currency } = payment
  const { location_id, location_label, location_code, due_at, waiting } = payment
  const sum = (minor: number): string => money(minor, currency)
  return (
    <SidePanel
      onClose={onClose}
      title={sum(amount_minor)}
      trailing={<State state={payment.state} />}
      actions={<PaymentActions payment={payment} />}
    >
      {waiting.length > 0 && (
        <p className={classes.waiting} role="status">
          {t('The provider has not answered yet.')}
          {due_at !== null && (
            <>
              {' '}
              {t('Next automatic attempt:')} <RelativeTime at={due_at} />
            </>
          )}
        </p>
      )}
      <KeyValueGrid
        items={[
          { label: t('Type'), value: t(typeLabels[payment.type]) },
          { label: t('Session'), value: sessionOf(payment) },
          { label: t('Subscription'), value: subscriptionOf(payment) },
          {
            label: t('Location'),
            value: location_id && (
              <LocationLink id={location_id} label={location_label ?? ''} code={location_code ?? undefined} />
            ),
          },
          { label: t('User'), value: riderOf(payment) },
          { label: t('Refunded'), value: refunded_minor > 0 ? sum(refunded_minor) : null },
          { label: t('Refund requested'), value: refunding_minor > 0 ? sum(refunding_minor) : null },
          { label: t('Method'), value: payment.method },
          { label: t('Provider'), value: payment.provider },
          { label: t('Provider result'), value: payment.provider_result && <code>{payment.provider_result}</code> },
          { label: t('Reason'), value: payment.reason },
          { label: t('Reference'), value: payment.reference && <CopyableId id={payment.reference} isMono /> },
          { label: t('Created'), value: <RelativeTime at={payment.created_at} /> },
          { label: t('Updated'), value: <RelativeTime at={payment.updated_at} /> },
          { label: t('ID'), value: <CopyableId id={payment.id} isMono /> },
        ]}
      />
      <section className={classes.part}>
        <h3>{t('Attempts')}</h3>
        <PaymentAttempts payment={payment} />
      </section>
      <section className={classes.part}>
        <h3>{t('Journal')}</h3>
        <PaymentJournal payment={payment} />
      </section>
      {history && (
        <section className={classes.part}>
          <h3>{t('Event history')}</h3>
          {history(payment.id)}
        </section>
      )}
    </SidePanel>
  )
}

/** What was paid for: a stay or a ride. */
function sessionOf({ parking_session_id: stay, rental_session_id: ride }: PaymentDetails): ReactNode {
  if (stay !== null) return <ParkingSessionLink id={stay} />
  return ride === null ? null : <RentalSessionLink id={ride} />
}

const riderOf = ({ user_id: id, user_name: name }: PaymentDetails): ReactNode =>
  id === null || name === null ? null : <UserLink id={id} name={name} />

const subscriptionOf = ({ subscription_id: id }: PaymentDetails): ReactNode =>
  id === null ? null : <SubscriptionLink id={id} name={t('Open subscription')} />
