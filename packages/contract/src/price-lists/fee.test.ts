import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { feeOf, hourMs, minuteMs, paymentAtMost } from './fee.ts'
import type { PriceTerms, Stay } from './fee.ts'
import { startOfDay } from './local-days.ts'

const hourly: PriceTerms = {
  currency: 'EUR',
  starting_minor: 0,
  free_minutes: 0,
  minute_minor: 0,
  hour_minor: 50,
  day_minor: 0,
  day_cap_minor: null,
  stay_cap_minor: null,
}
const at = (text: string): number => Date.parse(text)
const stay = (start: string, end: string, more: Partial<Stay> = {}): Stay => ({
  start: at(start),
  end: at(end),
  time_zone: 'Europe/Tallinn',
  free_minutes: 0,
  waiver: null,
  ...more,
})
const total = (terms: Partial<PriceTerms>, span: Stay): number => feeOf({ ...hourly, ...terms }, span).total_minor

describe('spec 3: a price list has a starting fee, a free period and costs for each unit', () => {
  test.each([
    ['each started hour', {}, '2026-11-02T08:00:00Z', '2026-11-02T10:00:01Z', 150],
    ['exactly two hours', {}, '2026-11-02T08:00:00Z', '2026-11-02T10:00:00Z', 100],
    ['no time at all', { starting_minor: 100 }, '2026-11-02T08:00:00Z', '2026-11-02T08:00:00Z', 0],
    ['an end before the start', { starting_minor: 100 }, '2026-11-02T08:00:00Z', '2026-11-02T07:00:00Z', 0],
    [
      'the last millisecond of the free period',
      { free_minutes: 30 },
      '2026-11-02T08:00:00Z',
      '2026-11-02T08:30:00Z',
      0,
    ],
    ['one millisecond more', { free_minutes: 30 }, '2026-11-02T08:00:00Z', '2026-11-02T08:30:00.001Z', 50],
    [
      'a free stay has no starting fee',
      { starting_minor: 100, free_minutes: 30 },
      '2026-11-02T08:00:00Z',
      '2026-11-02T08:29:00Z',
      0,
    ],
    [
      'starting fee and minutes',
      { starting_minor: 100, minute_minor: 3, hour_minor: 0 },
      '2026-11-02T08:00:00Z',
      '2026-11-02T08:10:30Z',
      133,
    ],
    [
      'a day for each calendar day',
      { hour_minor: 0, day_minor: 300 },
      '2026-11-02T21:59:00Z',
      '2026-11-02T22:01:00Z',
      600,
    ],
    ['the cap of a day', { day_cap_minor: 200 }, '2026-11-02T06:00:00Z', '2026-11-02T20:00:00Z', 200],
    ['the cap of each of two days', { day_cap_minor: 200 }, '2026-11-02T06:00:00Z', '2026-11-03T20:00:00Z', 400],
    [
      'the cap of a stay includes the starting fee',
      { starting_minor: 90, stay_cap_minor: 120 },
      '2026-11-02T06:00:00Z',
      '2026-11-02T20:00:00Z',
      120,
    ],
  ])('%s', (_name, terms, start, end, expected) => {
    expect(total(terms, stay(start, end))).toBe(expected)
  })

  test('of the free hours of the location and the free period of the list the longer counts', () => {
    const span = stay('2026-11-02T08:00:00Z', '2026-11-02T12:00:00Z', { free_minutes: 120 })
    expect(feeOf({ ...hourly, free_minutes: 60 }, span)).toMatchObject({ total_minor: 100 })
    expect(feeOf({ ...hourly, free_minutes: 60 }, span).lines.map((line) => line.step)).toContain('free_of_location')
    expect(feeOf({ ...hourly, free_minutes: 180 }, span)).toMatchObject({ total_minor: 50 })
    expect(feeOf({ ...hourly, free_minutes: 180 }, span).lines.map((line) => line.step)).toContain('free_of_list')
  })

  test('a pass that covers the stay takes off exactly what it would have cost', () => {
    const fee = feeOf(hourly, stay('2026-11-02T08:00:00Z', '2026-11-02T12:00:00Z', { waiver: 'pass' }))
    expect(fee.total_minor).toBe(0)
    expect(fee.lines.at(-1)).toMatchObject({ step: 'waived_pass', amount_minor: -200 })
  })
})

describe('days follow the time zone of the location', () => {
  test.each([
    ['23 hours in spring', '2026-03-28T22:00:00Z', '2026-03-29T21:00:00Z', 23 * 50],
    ['25 hours in autumn', '2026-10-24T21:00:00Z', '2026-10-25T22:00:00Z', 25 * 50],
  ])('one local day has %s: every hour of it is charged, and the cap of one day holds', (_name, start, end, hours) => {
    expect(total({}, stay(start, end))).toBe(hours)
    expect(total({ day_cap_minor: 500 }, stay(start, end))).toBe(500)
    expect(total({ hour_minor: 0, day_minor: 700 }, stay(start, end))).toBe(700)
    const oneMoreMinute = new Date(at(end) + minuteMs).toISOString()
    expect(total({ day_cap_minor: 500 }, stay(start, oneMoreMinute))).toBe(550)
    expect(total({ hour_minor: 0, day_minor: 700 }, stay(start, oneMoreMinute))).toBe(1400)
  })

  test('twelve free hours over the night of the change are twelve hours that pass', () => {
    const night = stay('2026-10-24T17:00:00Z', '2026-10-25T05:00:00Z', { free_minutes: 720 })
    expect(total({}, night)).toBe(0)
    expect(total({}, { ...night, end: night.end + 1 })).toBe(50)
  })

  test('where the change skips midnight, the day begins at one o’clock', () => {
    const day = Math.floor(Date.UTC(2026, 8, 6) / 86_400_000)
    expect(new Date(startOfDay(day, 'America/Santiago')).toISOString()).toBe('2026-09-06T04:00:00.000Z')
  })
})

const zones = [
  'Europe/Tallinn',
  'America/Los_Angeles',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Asia/Kolkata',
  'UTC',
]
const quarterMs = 15 * minuteMs

/** The slow oracle: dates by the quarter of an hour, because every zone changes its date at the beginning of one. */
const dates = new Map(
  zones.map((zone) => [
    zone,
    { format: new Intl.DateTimeFormat('sv-SE', { timeZone: zone }), known: new Map<number, string>() },
  ]),
)
function dateAt(instant: number, zone: string): string {
  const { format, known } = dates.get(zone) as NonNullable<ReturnType<(typeof dates)['get']>>
  const quarter = Math.floor(instant / quarterMs)
  const date = known.get(quarter) ?? format.format(quarter * quarterMs)
  known.set(quarter, date)
  return date
}

/** Walks the stay minute by minute and hour by hour with a purse for each date; nothing is multiplied or searched. */
function oracle(terms: PriceTerms, { start, end, time_zone, free_minutes }: Stay): number {
  const from = start + Math.max(free_minutes, terms.free_minutes) * minuteMs
  if (from >= end) return 0
  const purses = new Map<string, number>()
  const pay = (date: string, amount: number) => void purses.set(date, (purses.get(date) ?? 0) + amount)
  for (let minute = from; minute < end; minute += minuteMs) pay(dateAt(minute, time_zone), terms.minute_minor)
  for (let hour = from; hour < end; hour += hourMs) pay(dateAt(hour, time_zone), terms.hour_minor)
  const touched = new Set<string>()
  for (let quarter = from; quarter < end; quarter += quarterMs) touched.add(dateAt(quarter, time_zone))
  touched.add(dateAt(end - 1, time_zone))
  for (const date of touched) pay(date, terms.day_minor)
  let sum = terms.starting_minor
  for (const amount of purses.values()) sum += Math.min(amount, terms.day_cap_minor ?? amount)
  return Math.min(sum, terms.stay_cap_minor ?? sum)
}

const price = fc.oneof(
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 900 }) },
)
const cap = fc.option(fc.integer({ min: 0, max: 30_000 }))
const changes = [
  '2026-03-29T01:00Z',
  '2026-10-25T01:00Z',
  '2026-03-08T10:00Z',
  '2026-11-01T09:00Z',
  '2026-09-06T04:00Z',
  '2026-04-04T15:00Z',
]
const start = fc.oneof(
  fc.integer({ min: at('2026-01-01T00:00Z'), max: at('2026-12-20T00:00Z') }),
  fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -36 * hourMs, max: 12 * hourMs }))
    .map(([change, off]) => at(change) + off),
)
const length = fc.oneof(
  fc.integer({ min: 0, max: 3 * hourMs }),
  fc.integer({ min: 0, max: 40 * hourMs }),
  fc.integer({ min: 0, max: 26 }).map((hours) => hours * hourMs),
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 120 * hourMs }) },
)
const anyStay = fc.record({
  start,
  length,
  time_zone: fc.constantFrom(...zones),
  free_minutes: fc.constantFrom(0, 0, 60, 720, 1440),
})
const anyTerms: fc.Arbitrary<PriceTerms> = fc.record({
  currency: fc.constant('EUR'),
  starting_minor: price,
  free_minutes: fc.constantFrom(0, 0, 15, 90),
  minute_minor: price,
  hour_minor: price,
  day_minor: price,
  day_cap_minor: cap,
  stay_cap_minor: cap,
})

test('a stay costs no more than a payment can hold, and a line says what that takes off', () => {
  const [start, end] = ['2026-01-01T00:00:00Z', '2026-12-01T00:00:00Z']
  const fee = feeOf({ ...hourly, hour_minor: 99_999_999 }, stay(start, end))
  const hours = (at(end) - at(start)) / hourMs
  expect(fee.total_minor).toBe(paymentAtMost)
  expect(fee.lines.at(-1)).toMatchObject({
    step: 'limit',
    rate_minor: paymentAtMost,
    amount_minor: paymentAtMost - hours * 99_999_999,
  })
})

test('over 10,000 random stays across zones and clock changes the fee is that of a slow oracle, and its lines add up', () => {
  fc.assert(
    fc.property(anyTerms, anyStay, (terms, { start: begin, length: lasts, ...rest }) => {
      const span: Stay = { start: begin, end: begin + lasts, waiver: null, ...rest }
      const fee = feeOf(terms, span)
      expect(fee.total_minor).toBe(oracle(terms, span))
      expect(fee.lines.reduce((sum, line) => sum + (line.amount_minor ?? 0), 0)).toBe(fee.total_minor)
    }),
    { numRuns: 10_000 },
  )
})
