import { expect, test } from 'vitest'
import { instantsIn, sessionsAddress } from './session-search.ts'

const { parse, filter } = sessionsAddress

const inTallinn = (search: Parameters<typeof instantsIn>[0], today = '2026-11-21') =>
  instantsIn(search, today, 'Europe/Tallinn')

test('spec 5: a named period is counted in whole days and months, by the clock of the reader', () => {
  expect(inTallinn({ period: 'today' })).toEqual({ from: '2026-11-20T22:00:00.000Z' })
  expect(inTallinn({ period: 'yesterday' })).toEqual({
    from: '2026-11-19T22:00:00.000Z',
    to: '2026-11-20T22:00:00.000Z',
  })
  expect(inTallinn({ period: 'last_7_days' })).toEqual({ from: '2026-11-14T22:00:00.000Z' })
  expect(inTallinn({ period: 'last_month' }, '2026-01-05')).toEqual({
    from: '2025-11-30T22:00:00.000Z',
    to: '2025-12-31T22:00:00.000Z',
  })
  expect(instantsIn({ period: 'today' }, '2026-11-21', 'America/Los_Angeles')).toEqual({
    from: '2026-11-21T08:00:00.000Z',
  })
})

test('two days of an address include both of them, also when the clock changes between them', () => {
  const { period } = parse({ period: '2026-10-24..2026-10-25' })
  expect(inTallinn({ period })).toEqual({ from: '2026-10-23T21:00:00.000Z', to: '2026-10-25T22:00:00.000Z' })
})

test('a mistyped link opens the list without the values that are not understood', () => {
  const search = parse({
    period: 'someday',
    how_ended: ['forced', 'never'],
    min_minutes: '1440',
    rating: '9',
    colour: 'red',
  })
  expect(search).toMatchObject({ how_ended: ['forced'], min_minutes: 1440 })
  expect(search.period).toBeUndefined()
  expect(search.rating).toBeUndefined()
  expect(parse({ period: '2026-02-30..2026-03-01' }).period).toBeUndefined()
  expect(parse({ period: '2026-11-21..2026-11-20' }).period).toBeUndefined()
  expect(filter(parse({ order: 'asc' }))).toEqual({})
})
