import { paymentDifferences, payments } from '@wheelhouse/contract/payments/payments.ts'
import { id } from '../../lists/address-values.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'
import { PeriodOrDays } from '../../lists/periods.ts'

/** `open` is the payment whose panel is open; the time is filtered by a named period or by days. */
export const paymentsAddress = listAddress(payments, { period: PeriodOrDays, open: id }, ['from', 'to'])
export const differencesAddress = listAddress(paymentDifferences, { open: id })
export type PaymentsSearch = SearchOf<typeof paymentsAddress>
