import { expect, test } from 'vitest'
import { sessionsAddress } from './session-search.ts'

const { parse, filter } = sessionsAddress

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
