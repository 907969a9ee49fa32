import { describe, expect, it } from 'vitest'
import { durationText, durationUnits, hoursOf, isQuarter, minutesIn, partsOf } from './duration.ts'

describe('durations', () => {
  it('reads hours as people write them', () => {
    expect(['1.5', '1,5', '1:30', '1 h 30', '1h30min', '8760', '0'].map(hoursOf)).toEqual([
      1.5, 1.5, 1.5, 1.5, 1.5, 8760, 0,
    ])
    expect(['', 'soon', '1:75', '-2', '1.2.3'].map(hoursOf)).toEqual([null, null, null, null, null])
  })
  it('counts free parking in quarters of an hour (values: bounds)', () => {
    expect([0, 0.25, 11.75, 12].every(isQuarter)).toBe(true)
    expect(isQuarter(0.1)).toBe(false)
  })
  it('takes minutes apart and puts them together again', () => {
    expect(partsOf(1530, durationUnits)).toEqual({ d: 1, h: 1, min: 30 })
    expect(partsOf(1530, ['h', 'min'])).toEqual({ d: 0, h: 25, min: 30 })
    for (const minutes of [0, 1, 59, 60, 1439, 1440, 100_000])
      expect(minutesIn(partsOf(minutes, durationUnits))).toBe(minutes)
    expect([0, 90, 1440, 1530].map(durationText)).toEqual(['0 min', '1 h 30 min', '1 d', '1 d 1 h 30 min'])
  })
})
