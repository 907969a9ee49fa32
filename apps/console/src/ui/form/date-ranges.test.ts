import { describe, expect, it } from 'vitest'
import { daysIn, presetNames, presetOf, presetRange, todayIn } from './date-ranges.ts'
import { regionOf, weekStartOf } from './week-start.ts'

describe('timeframe presets (spec section 5)', () => {
  it('are last year, current year, last month, current month', () => {
    const today = '2026-11-21'
    expect(presetNames.map((name) => presetRange(name, today))).toEqual([
      { from: '2025-01-01', to: '2025-12-31' },
      { from: '2026-01-01', to: '2026-11-21' },
      { from: '2026-10-01', to: '2026-10-31' },
      { from: '2026-11-01', to: '2026-11-21' },
    ])
  })
  it('go over the turn of the year and into February of a leap year', () => {
    expect(presetRange('last_month', '2027-01-05')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
    expect(presetRange('last_month', '2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  })
  it('are found again from their days', () => {
    expect(presetOf({ from: '2026-10-01', to: '2026-10-31' }, '2026-11-21')).toBe('last_month')
    expect(presetOf({ from: '2026-10-02', to: '2026-10-31' }, '2026-11-21')).toBeNull()
    expect(daysIn({ from: '2026-10-01', to: '2026-10-31' })).toBe(31)
    // The clock changes within this month; a day stays a day.
    expect(daysIn({ from: '2026-03-01', to: '2026-03-31' })).toBe(31)
  })
  it("count from the person's own midnight", () => {
    const newYear = Date.parse('2026-12-31T22:30:00.000Z')
    expect(todayIn('Europe/Tallinn', newYear)).toBe('2027-01-01')
    expect(todayIn('America/New_York', newYear)).toBe('2026-12-31')
  })
})

describe("the week begins as in the person's country", () => {
  it('on Sunday in the United States, on Monday in Estonia, on Saturday in Egypt', () => {
    expect(['en-US', 'et-EE', 'en-GB', 'ar-EG', 'pt-BR'].map(weekStartOf)).toEqual([0, 1, 1, 6, 0])
  })
  it('by the likeliest country where the language names none', () => {
    expect(weekStartOf('et')).toBe(1)
    expect([regionOf('et'), regionOf('en-GB'), regionOf('de')]).toEqual(['EE', 'GB', 'DE'])
  })
})
