import { expect, test } from 'vitest'
import { filterOf, sessionsSearch } from './session-search.ts'

const now = new Date(2026, 10, 21, 14, 30)
const day = (year: number, month: number, date: number) => new Date(year, month - 1, date).toISOString()

test('spec 5: a named period is counted in whole days and months', () => {
  expect(filterOf({ period: 'today' }, now)).toEqual({ from: day(2026, 11, 21) })
  expect(filterOf({ period: 'yesterday' }, now)).toEqual({ from: day(2026, 11, 20), to: day(2026, 11, 21) })
  expect(filterOf({ period: 'last_7_days' }, now)).toEqual({ from: day(2026, 11, 15) })
  expect(filterOf({ period: 'last_month' }, new Date(2026, 0, 5))).toEqual({ from: day(2025, 12, 1), to: day(2026, 1, 1) })
})

test('a mistyped link opens the list without what is not understood', () => {
  const search = sessionsSearch({ period: 'someday', how_ended: ['forced', 'never'], min_minutes: '1440', rating: '9', colour: 'red' })
  expect(search).toMatchObject({ how_ended: ['forced'], min_minutes: 1440 })
  expect(search.period).toBeUndefined()
  expect(search.rating).toBeUndefined()
  expect(filterOf(sessionsSearch({ order: 'asc' }), now)).toEqual({})
})
