import type { getRentalBattery } from '@wheelhouse/contract/rentals/rental-tracks.ts'
import type { ReplyOf } from '@wheelhouse/contract/route.ts'

type Battery = ReplyOf<typeof getRentalBattery>

export interface BatteryStep {
  at: string
  /** Null: nothing was reported. */
  value: number | null
}

const dayMs = 86_400_000
/** A parked vehicle reports once in each point: two of them always hold a report, and an empty step is a gap. */
const pointsOfStep = 2

/** The lowest charge of each step of these days up to now. Steps are equally long, whether something was reported or not. */
export function batterySteps({ points, every_s }: Battery, now: number, days: number): BatteryStep[] {
  const stepMs = pointsOfStep * every_s * 1_000
  const slotOf = (ms: number): number => Math.floor(ms / stepMs)
  const lowest = new Map<number, number>()
  for (const { at, battery_percent } of points) {
    const slot = slotOf(Date.parse(at))
    lowest.set(slot, Math.min(battery_percent, lowest.get(slot) ?? battery_percent))
  }
  const [first, last] = [slotOf(now - days * dayMs), slotOf(now)]
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    at: new Date((first + index) * stepMs).toISOString(),
    value: lowest.get(first + index) ?? null,
  }))
}
