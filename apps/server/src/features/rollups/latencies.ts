/** Upper bounds of the buckets in which the answering times of commands are counted, in milliseconds; one more bucket is above. */
export const latencyBoundsMs = [
  100, 200, 300, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 7_500, 10_000, 15_000, 20_000, 30_000, 60_000, 120_000,
  300_000, 900_000, 3_600_000,
] as const

/** The time within which the given share of the commands was answered; exact to its bucket. Null: there was none. */
export function latencyPercentile(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const wanted = share * total
  let before = 0
  for (const [index, count] of counts.entries()) {
    if (count > 0 && before + count >= wanted) {
      const lower = latencyBoundsMs[index - 1] ?? 0
      const upper = latencyBoundsMs[index] ?? lower
      return Math.round(lower + ((upper - lower) * Math.max(0, wanted - before)) / count)
    }
    before += count
  }
  return latencyBoundsMs.at(-1) ?? null
}
