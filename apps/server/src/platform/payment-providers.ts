import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './context.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { simulatedPayments } from './payment-simulated.ts'
import { stripePayments } from './payment-stripe.ts'

/** The configured provider (`PAYMENT_PROVIDER`). It keeps no state in memory, so each job may open it. */
export const openPayments = ({ payments }: Pick<Config, 'payments'>, db: Db, clock: Clock): PaymentProvider =>
  payments.provider === 'stripe' ? stripePayments(payments.stripe) : simulatedPayments(db, clock)
