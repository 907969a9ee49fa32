import { dayPlus } from '@wheelhouse/contract/calendar-days.ts'
import type { Compare, Figures } from '@wheelhouse/contract/dashboards/charts.ts'

/** Days of the calendar as `2026-03-01`; a period includes its last day. */
export interface Period {
  from: string
  to: string
}
export type Step = Figures['step']

/** So many days are drawn one by one, and so many by weeks; a longer period is drawn by months, whose sums are kept. */
const drawnByDaysAtMost = 92
const drawnByWeeksAtMost = 184

const dayMs = 86_400_000
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs

/** Months counted from year 0, so that they can be added to. */
const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
const firstOf = (month: number): string =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`
const lastOf = (month: number): string => dayPlus(firstOf(month + 1), -1)

export function stepOf({ from, to }: Period): Step {
  const days = daysBetween(from, to) + 1
  if (days <= drawnByDaysAtMost) return 'day'
  return days <= drawnByWeeksAtMost ? 'week' : 'month'
}

/** The first day of each point. The first point of months begins with the period, and its last one ends with it. */
export function firstDays({ from, to }: Period, step: Step): string[] {
  if (step === 'month')
    return Array.from({ length: monthOf(to) - monthOf(from) + 1 }, (_, index) =>
      index === 0 ? from : firstOf(monthOf(from) + index),
    )
  const length = step === 'week' ? 7 : 1
  const points = Math.ceil((daysBetween(from, to) + 1) / length)
  return Array.from({ length: points }, (_, index) => dayPlus(from, index * length))
}

/** The same day of an earlier month; the last day of a month stays one, and a shorter month ends before. */
function monthsBefore(day: string, months: number): string {
  const month = monthOf(day) - months
  const same = `${firstOf(month).slice(0, 8)}${day.slice(8)}`
  return day === lastOf(monthOf(day)) || same > lastOf(month) ? lastOf(month) : same
}

/** The period to compare with: whole weeks earlier, so that a Monday is beside a Monday, or whole months where these are drawn. */
export function periodBefore({ from, to }: Period, step: Step, compare: Compare): Period | null {
  if (compare === 'none') return null
  if (step !== 'month') {
    const weeks = Math.ceil((daysBetween(from, to) + 1) / 7)
    const days = (compare === 'year' ? Math.max(52, weeks) : weeks) * 7
    return { from: dayPlus(from, -days), to: dayPlus(to, -days) }
  }
  let months = compare === 'year' ? 12 : monthOf(to) - monthOf(from)
  while (monthsBefore(to, months) >= from) months++
  const day = Number(from.slice(8)) === 1 ? firstOf(monthOf(from) - months) : monthsBefore(from, months)
  return { from: day, to: monthsBefore(to, months) }
}

/** Days, or months by their first days. */
export interface Stretch extends Period {
  grain: 'day' | 'month'
}

/** The whole months of a period, and the days before and after them. */
export function stretchesOf({ from, to }: Period): Stretch[] {
  const first = from.endsWith('-01') ? monthOf(from) : monthOf(from) + 1
  const behind = monthOf(dayPlus(to, 1))
  if (first >= behind) return [{ grain: 'day', from, to }]
  const stretches: Stretch[] = [{ grain: 'month', from: firstOf(first), to: firstOf(behind - 1) }]
  if (from < firstOf(first)) stretches.push({ grain: 'day', from, to: dayPlus(firstOf(first), -1) })
  if (firstOf(behind) <= to) stretches.push({ grain: 'day', from: firstOf(behind), to })
  return stretches
}
