import { expect, test } from 'vitest'
import { shownOf } from './shown-only.ts'

test('after a change of the filter only those rows stay selected that the list still shows', () => {
  const selected = new Set(['a', 'b', 'c'])
  expect([...shownOf(selected, [{ id: 'c' }, { id: 'd' }, { id: 'a' }])]).toEqual(['c', 'a'])
  expect(shownOf(selected, []).size).toBe(0)
})
