import * as z from 'zod'
import type { FeePeriod } from './fee-rules.ts'

/** A year holds so many: a quarter is three months, a year four quarters. */
export const timesAYear: Record<FeePeriod, number> = { monthly: 12, quarterly: 4, yearly: 1 }

export interface FeeAmount {
  fee: number
  currency: string
  period: FeePeriod
}

export const FeeTotals = z.object({
  currency: z.string(),
  /** Minor units, each rounded once, half up, from the exact sum of a year. */
  monthly: z.number().int(),
  quarterly: z.number().int(),
  yearly: z.number().int(),
})
export type FeeTotals = z.infer<typeof FeeTotals>

/** What all of a currency cost in a year: exact, since a year is a whole number of each period. */
export function yearlySums(fees: readonly FeeAmount[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { fee, currency, period } of fees)
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(fee) * BigInt(timesAYear[period]))
  return sums
}

/** Half up; fees are not negative. */
const rounded = (sum: bigint, parts: number): number => Number((2n * sum + BigInt(parts)) / (2n * BigInt(parts)))

/** Per currency, by its code. Nothing is rounded before the sum: three fees of 100 a year are 25 a month, not three times 8. */
export const totalsOf = (fees: readonly FeeAmount[]): FeeTotals[] =>
  [...yearlySums(fees)]
    .map(([currency, sum]) => ({
      currency,
      monthly: rounded(sum, timesAYear.monthly),
      quarterly: rounded(sum, timesAYear.quarterly),
      yearly: rounded(sum, timesAYear.yearly),
    }))
    .sort((one, other) => (one.currency < other.currency ? -1 : 1))
