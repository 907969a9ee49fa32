import { expect, test } from 'vitest'
import { cleared, isNarrowed, sortedBy, sortOf } from './list-search.ts'

const byCode = { column: 'code', direction: 'asc' } as const
const newest = { column: 'started_at', direction: 'desc' } as const

test('screens: the order stands in the address, its default does not', () => {
  expect(sortOf({}, byCode)).toEqual(byCode)
  expect(sortOf({}, newest)).toEqual(newest)
  expect(sortedBy({}, { column: 'health', direction: 'desc' }, byCode)).toMatchObject({ sort: 'health', order: 'desc' })
  expect(sortedBy({ sort: 'health' }, byCode, byCode)).toEqual({ sort: undefined, order: undefined })
  expect(sortOf(sortedBy({}, { column: 'started_at', direction: 'asc' }, newest), newest)).toEqual({
    column: 'started_at',
    direction: 'asc',
  })
})

test('clearing a filter keeps order and view; neither is a filter', () => {
  const search = { q: '1', status: ['demo'], sort: 'health', order: 'desc' as const, view: 'map' }
  expect(cleared(search)).toEqual({ sort: 'health', order: 'desc', view: 'map' })
  expect(isNarrowed(search)).toBe(true)
  expect(isNarrowed({ ...cleared(search), q: '' })).toBe(false)
})
