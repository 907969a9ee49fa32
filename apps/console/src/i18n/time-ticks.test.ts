import { expect, test } from 'vitest'
import { formatOf } from './format.ts'
import { timeTicks } from './time-ticks.ts'

const timeZone = 'Europe/Tallinn'
const format = formatOf({ localizedFormats: false, rfidFormat: 'hex', timezone: timeZone }, 'en')
const every = (minutes: number, count: number, from: string): string[] =>
  Array.from({ length: count }, (_, index) => new Date(Date.parse(from) + index * minutes * 60_000).toISOString())
const labels = (moments: readonly string[]): string[] => [...timeTicks(moments, { ...format, timeZone }).values()]

test('a day is labelled every six hours by the clock of the reader, wherever it begins', () => {
  expect(labels(every(5, 288, '2026-11-21T11:40:00Z'))).toEqual(['18:00', '00:00', '06:00', '12:00'])
})

test('a week is labelled at each midnight, a month every fifth day, nothing not at all', () => {
  expect(labels(every(60, 168, '2026-11-14T09:00:00Z'))).toEqual([
    '11-15',
    '11-16',
    '11-17',
    '11-18',
    '11-19',
    '11-20',
    '11-21',
  ])
  expect(labels(every(240, 180, '2026-10-20T09:00:00Z'))).toHaveLength(6)
  expect(labels([])).toEqual([])
})
