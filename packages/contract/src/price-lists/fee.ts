import * as z from 'zod'
import { localDay, startOfDay } from './local-days.ts'

/**
 * What a stay or a ride costs. This one function charges, shows the fee so far, and works the calculator; it depends on nothing
 * but its arguments, so that a fee can be checked years later from the version of the price list that the session kept.
 */

/** Minor units of the currency. */
const Minor = z.number().int().nonnegative()

export const PriceTerms = z.object({
  currency: z.string(),
  /** Once for each stay that is not free. */
  starting_minor: Minor,
  free_minutes: z.number().int().nonnegative(),
  /** For each minute, hour and calendar day started after the free period; they add up. */
  minute_minor: Minor,
  hour_minor: Minor,
  day_minor: Minor,
  /** The most that one calendar day costs without the starting fee; null: no cap. */
  day_cap_minor: Minor.nullable(),
  /** The most that the whole stay costs, the starting fee included; null: no cap. */
  stay_cap_minor: Minor.nullable(),
})
export type PriceTerms = z.infer<typeof PriceTerms>

/** Why nothing is charged although time was charged for. */
export const waivers = ['pass', 'support', 'cancelled'] as const
export const Waiver = z.enum(waivers)
export type Waiver = z.infer<typeof Waiver>

/** What a payment can hold, in minor units: no stay and no ride costs more. */
export const paymentAtMost = 99_999_999_999

export interface Stay {
  /** Epoch milliseconds. */
  start: number
  end: number
  time_zone: string
  /** Free time that the location gives; of it and that of the price list the longer counts. */
  free_minutes: number
  waiver: Waiver | null
}

export const feeSteps = [
  ...(['parked', 'free_of_list', 'free_of_location', 'charged_time'] as const),
  ...(['starting', 'minutes', 'hours', 'days', 'day_cap', 'stay_cap', 'limit'] as const),
  ...(['waived_pass', 'waived_support', 'waived_cancelled'] as const),
] as const
export const FeeStep = z.enum(feeSteps)
export type FeeStep = z.infer<typeof FeeStep>

/** One line of the sum. The amounts of all lines add up to the total. */
export const FeeLine = z.object({
  step: FeeStep,
  /** How long, for the lines about time. */
  duration_ms: z.number().int().nonnegative().nullable(),
  /** Minutes, hours or days started; the days that reached the cap. */
  count: z.number().int().nonnegative().nullable(),
  /** The price of one, or the cap. */
  rate_minor: Minor.nullable(),
  /** Negative where a cap or a waiver takes something off; null for the lines about time. */
  amount_minor: z.number().int().nullable(),
})
export type FeeLine = z.infer<typeof FeeLine>

export const Fee = z.object({ currency: z.string(), total_minor: Minor, lines: z.array(FeeLine) })
export type Fee = z.infer<typeof Fee>

export const minuteMs = 60_000
export const hourMs = 3_600_000

const timeLine = (step: FeeStep, duration_ms: number): FeeLine => ({
  step,
  duration_ms,
  count: null,
  rate_minor: null,
  amount_minor: null,
})
const sumLine = (step: FeeStep, count: number | null, rate_minor: number | null, amount_minor: number): FeeLine => ({
  step,
  duration_ms: null,
  count,
  rate_minor,
  amount_minor,
})

/**
 * The fee of a stay, line by line. The free period is elapsed time from the start. A stay that ends within it costs nothing,
 * the starting fee included. After it each started minute and hour counts for the local calendar day in which it started, and
 * each local calendar day that charged time touches counts as a day.
 */
export function feeOf(terms: PriceTerms, stay: Stay): Fee {
  const parked = Math.max(0, stay.end - stay.start)
  const freeMinutes = Math.max(terms.free_minutes, stay.free_minutes)
  const free = Math.min(parked, freeMinutes * minuteMs)
  const lines: FeeLine[] = [timeLine('parked', parked)]
  if (free > 0)
    lines.push(timeLine(stay.free_minutes >= terms.free_minutes ? 'free_of_location' : 'free_of_list', free))
  const charged = parked - free
  if (charged > 0) lines.push(timeLine('charged_time', charged), ...chargedLines(terms, stay, stay.start + free))
  const owed = sumOf(lines)
  if (stay.waiver !== null && owed > 0) lines.push(sumLine(`waived_${stay.waiver}`, null, null, -owed))
  return { currency: terms.currency, total_minor: sumOf(lines), lines }
}

const sumOf = (lines: readonly FeeLine[]): number => lines.reduce((sum, line) => sum + (line.amount_minor ?? 0), 0)

function chargedLines(terms: PriceTerms, stay: Stay, from: number): FeeLine[] {
  const { starting_minor, minute_minor, hour_minor, day_minor, day_cap_minor, stay_cap_minor } = terms
  const days = daysBetween(from, stay.end, stay.time_zone)
  const minutes = unitsBetween(from, stay.end, minuteMs)
  const hours = unitsBetween(from, stay.end, hourMs)
  const lines = [
    ...(starting_minor > 0 ? [sumLine('starting', null, null, starting_minor)] : []),
    ...(minute_minor > 0 ? [sumLine('minutes', minutes, minute_minor, minutes * minute_minor)] : []),
    ...(hour_minor > 0 ? [sumLine('hours', hours, hour_minor, hours * hour_minor)] : []),
    ...(day_minor > 0 ? [sumLine('days', days.length, day_minor, days.length * day_minor)] : []),
  ]
  if (day_cap_minor !== null) {
    const over = days.map((day) => overCap(terms, day, from, day_cap_minor)).filter((amount) => amount > 0)
    const reduction = over.reduce((sum, amount) => sum + amount, 0)
    if (reduction > 0) lines.push(sumLine('day_cap', over.length, day_cap_minor, -reduction))
  }
  const overStay = stay_cap_minor === null ? 0 : sumOf(lines) - stay_cap_minor
  if (overStay > 0) lines.push(sumLine('stay_cap', null, stay_cap_minor, -overStay))
  const overLimit = sumOf(lines) - paymentAtMost
  if (overLimit > 0) lines.push(sumLine('limit', null, paymentAtMost, -overLimit))
  return lines
}

interface Day {
  from: number
  until: number
}

/** The local calendar days that a span touches, each cut to the span. */
function daysBetween(from: number, until: number, timeZone: string): Day[] {
  const days: Day[] = []
  let begin = from
  for (let day = localDay(from, timeZone) + 1; begin < until; day++) {
    const end = Math.min(until, startOfDay(day, timeZone))
    if (end > begin) days.push({ from: begin, until: end })
    begin = Math.max(begin, end)
  }
  return days
}

/** Units that start within a span that itself starts with one. */
const unitsBetween = (from: number, until: number, unitMs: number): number =>
  until > from ? Math.ceil((until - from) / unitMs) : 0

/** How much one day costs above the cap. A unit belongs to the day in which it starts. */
function overCap({ minute_minor, hour_minor, day_minor }: PriceTerms, day: Day, from: number, cap: number): number {
  const started = (unitMs: number): number =>
    unitsBetween(from, day.until, unitMs) - unitsBetween(from, day.from, unitMs)
  return started(minuteMs) * minute_minor + started(hourMs) * hour_minor + day_minor - cap
}
