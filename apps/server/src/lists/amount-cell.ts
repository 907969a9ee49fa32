import { amountText } from '@wheelhouse/contract/currencies.ts'
import type { AmountCell } from './export-formats.ts'

/** An amount in the currency's own unit, so that the file can be added up; null where there is none. */
export const amountCell = (minor: number | null, currency: string | null): AmountCell | null =>
  minor === null || currency === null ? null : { amount: amountText(minor, currency) }
