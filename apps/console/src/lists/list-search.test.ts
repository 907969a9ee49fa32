import { expect, test } from 'vitest'
import { cleared, isNarrowed, sortedBy, sortOf } from './list-search.ts'

const byCode = { sortBy: ['code', 'health'] } as const
const byTime = {}

test('screens: the order is in the address, its default is not', () => {
  expect(sortOf({}, byCode)).toEqual({ column: 'code', direction: 'asc' })
  expect(sortOf({}, byTime, 'started_at')).toEqual({ column: 'started_at', direction: 'desc' })
  expect(sortOf({ sort: 'health', order: 'desc' }, byCode)).toEqual({ column: 'health', direction: 'desc' })
})

test.each([
  ['another column', byCode, { column: 'health', direction: 'asc' }, { sort: 'health' }],
  ['another column downwards', byCode, { column: 'health', direction: 'desc' }, { sort: 'health', order: 'desc' }],
  ['the first column again', byCode, { column: 'code', direction: 'asc' }, {}],
  ['the oldest first', byTime, { column: 'started_at', direction: 'asc' }, { order: 'asc' }],
  ['the newest first again', byTime, { column: 'started_at', direction: 'desc' }, {}],
] as const)('sorting by %s', (_, list, sort, expected) => {
  expect(sortedBy({ sort: 'label', order: 'asc' as const }, sort, list)).toEqual(expected)
})

test('clearing the filters keeps order and view, which are no filters', () => {
  const search = { q: '1', status: ['demo'], sort: 'health', order: 'desc' as const, view: 'map' }
  expect(cleared(search)).toEqual({ sort: 'health', order: 'desc', view: 'map' })
  expect(isNarrowed(search)).toBe(true)
  expect(isNarrowed({ ...cleared(search), q: '' })).toBe(false)
})

test.each([['status_not'], ['location_id_empty'], ['created_at_older_than']])(
  '%s narrows a list and is cleared',
  (key) => {
    expect(isNarrowed({ [key]: 'x' })).toBe(true)
    expect(cleared({ [key]: 'x' })).toEqual({})
  },
)
