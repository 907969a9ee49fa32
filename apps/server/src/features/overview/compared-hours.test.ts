import { describe, expect, test } from 'vitest'
import { comparedHours } from './compared-hours.ts'

const hourMs = 3_600_000
const iso = (moment: number | undefined): string | undefined =>
  moment === undefined ? undefined : new Date(moment).toISOString()

describe('hours beside those of the same weekday before', () => {
  test.each([
    ['no change', 'Europe/Tallinn', '2026-06-17', '2026-06-17T07:15:30.000Z', '2026-06-10T07:15:30.000Z', 168],
    [
      'spring: the day before',
      'Europe/Tallinn',
      '2026-03-28',
      '2026-03-28T07:15:00.000Z',
      '2026-03-21T07:15:00.000Z',
      168,
    ],
    [
      'spring: the day after',
      'Europe/Tallinn',
      '2026-03-30',
      '2026-03-30T06:15:00.000Z',
      '2026-03-23T07:15:00.000Z',
      167,
    ],
    [
      'spring: six days after',
      'Europe/Tallinn',
      '2026-04-04',
      '2026-04-04T06:15:00.000Z',
      '2026-03-28T07:15:00.000Z',
      167,
    ],
    [
      'spring: a week after',
      'Europe/Tallinn',
      '2026-04-05',
      '2026-04-05T06:15:00.000Z',
      '2026-03-29T06:15:00.000Z',
      167,
    ],
    [
      'spring: eight days after',
      'Europe/Tallinn',
      '2026-04-06',
      '2026-04-06T06:15:00.000Z',
      '2026-03-30T06:15:00.000Z',
      168,
    ],
    [
      'autumn: the day before',
      'Europe/Tallinn',
      '2026-10-24',
      '2026-10-24T06:15:00.000Z',
      '2026-10-17T06:15:00.000Z',
      168,
    ],
    [
      'autumn: the day after',
      'Europe/Tallinn',
      '2026-10-26',
      '2026-10-26T07:15:00.000Z',
      '2026-10-19T06:15:00.000Z',
      169,
    ],
    [
      'autumn: six days after',
      'Europe/Tallinn',
      '2026-10-31',
      '2026-10-31T07:15:00.000Z',
      '2026-10-24T06:15:00.000Z',
      169,
    ],
    [
      'autumn: a week after',
      'Europe/Tallinn',
      '2026-11-01',
      '2026-11-01T07:15:00.000Z',
      '2026-10-25T07:15:00.000Z',
      169,
    ],
    [
      'autumn: eight days after',
      'Europe/Tallinn',
      '2026-11-02',
      '2026-11-02T07:15:00.000Z',
      '2026-10-26T07:15:00.000Z',
      168,
    ],
    [
      'spring elsewhere',
      'America/Los_Angeles',
      '2026-03-10',
      '2026-03-10T16:15:00.000Z',
      '2026-03-03T17:15:00.000Z',
      167,
    ],
    [
      'autumn elsewhere',
      'America/Los_Angeles',
      '2026-11-03',
      '2026-11-03T17:15:00.000Z',
      '2026-10-27T16:15:00.000Z',
      169,
    ],
    [
      'the other half of the world',
      'Australia/Sydney',
      '2026-10-05',
      '2026-10-04T22:15:00.000Z',
      '2026-09-27T23:15:00.000Z',
      167,
    ],
    ['a zone without changes', 'UTC', '2026-03-30', '2026-03-30T06:15:00.000Z', '2026-03-23T06:15:00.000Z', 168],
  ])('%s, %s, %s', (_title, zone, day, now, weekAgo, hoursToMidnightBefore) => {
    const { today, before, week_ago } = comparedHours(day, zone, Date.parse(now))
    expect(iso(week_ago)).toBe(weekAgo)
    const [begins = 0, beganBefore = 0] = [today[0], before[0]]
    expect((begins - beganBefore) / hourMs).toBe(hoursToMidnightBefore)
    expect(before).toHaveLength(24)
  })

  test('on the day of the change an hour that is left out begins with the next one, and one that comes twice begins once', () => {
    const spring = comparedHours('2026-03-29', 'Europe/Tallinn', Date.parse('2026-03-29T20:59:00.000Z'))
    expect(spring.today.map(iso).slice(1, 6)).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T00:00:00.000Z',
      '2026-03-29T01:00:00.000Z',
      '2026-03-29T01:00:00.000Z',
      '2026-03-29T02:00:00.000Z',
    ])
    const autumn = comparedHours('2026-10-25', 'Europe/Tallinn', Date.parse('2026-10-25T21:59:00.000Z'))
    expect(autumn.today.map(iso).slice(1, 6)).toEqual([
      '2026-10-24T22:00:00.000Z',
      '2026-10-24T23:00:00.000Z',
      '2026-10-25T00:00:00.000Z',
      '2026-10-25T02:00:00.000Z',
      '2026-10-25T03:00:00.000Z',
    ])
    expect([spring.today.length, autumn.today.length]).toEqual([24, 24])
  })

  test('the hours of today are those that have begun', () => {
    const { today } = comparedHours('2026-06-17', 'Europe/Tallinn', Date.parse('2026-06-17T07:15:00.000Z'))
    expect([today.length, iso(today.at(-1))]).toEqual([11, '2026-06-17T07:00:00.000Z'])
    expect(comparedHours('2026-06-18', 'Europe/Tallinn', Date.parse('2026-06-17T07:15:00.000Z')).today).toEqual([])
  })
})
