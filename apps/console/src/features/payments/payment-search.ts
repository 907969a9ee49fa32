import * as z from 'zod'
import { paymentDifferences, payments } from '@wheelhouse/contract/payments/payments.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'
import { PeriodOrDays } from '../../lists/periods.ts'

/** `open` is the payment whose panel is open; the time is filtered by a named period or by days. */
export const paymentsAddress = listAddress(payments, { period: PeriodOrDays, open: z.uuid() }, ['from', 'to'])
export const differencesAddress = listAddress(paymentDifferences, { open: z.uuid() })
export type PaymentsSearch = SearchOf<typeof paymentsAddress>
