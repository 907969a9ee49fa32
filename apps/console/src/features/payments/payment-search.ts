import * as z from 'zod'
import { paymentDifferences, payments } from '@wheelhouse/contract/payments/payments.ts'
import { dayPlus, instantsOf } from '../../lists/day-span.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'
import { presetRange } from '../../ui/form/date-ranges.ts'

export const periods = ['today', 'last_7_days', 'last_30_days', 'current_month', 'last_month', 'current_year'] as const
export type Period = (typeof periods)[number]

/** `open` is the payment whose panel is open. */
export const paymentsAddress = listAddress(payments, { period: z.enum(periods), open: z.uuid() }, ['from', 'to'])
export const differencesAddress = listAddress(paymentDifferences, { open: z.uuid() })
export type PaymentsSearch = SearchOf<typeof paymentsAddress>

/** From when to when a period is, by the clock of the reader. What goes on until now has no end. */
export function instantsIn(
  period: Period | undefined,
  today: string,
  timeZone: string,
): { from?: string; to?: string } {
  if (period === undefined) return {}
  const { from, to } = instantsOf(rangeOf(period, today), timeZone)
  return { from, ...(period === 'last_month' ? { to } : {}) }
}

function rangeOf(period: Period, today: string) {
  if (period === 'today') return { from: today, to: today }
  if (period === 'last_7_days') return { from: dayPlus(today, -6), to: today }
  if (period === 'last_30_days') return { from: dayPlus(today, -29), to: today }
  return presetRange(period, today)
}
