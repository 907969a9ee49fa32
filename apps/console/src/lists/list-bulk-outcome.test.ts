import { expect, test } from 'vitest'
import { bulkOutcome, chunksOf } from './list-bulk-outcome.ts'

test('a batch that failed in part names what failed', () => {
  const item = { id: 'a', error_code: 'not_found', error_message: 'Not found' }
  expect(bulkOutcome({ error_results: [item] })).toEqual([{ id: 'a', message: 'Not found' }])
})

test('an error that names no row is about the whole call', () => {
  expect(
    bulkOutcome({ error_results: [{ path: 'target', error_code: 'invalid_body', error_message: 'No' }] }),
  ).toBeNull()
})

test('a hundred ids a call', () => {
  const ids = Array.from({ length: 201 }, (_, index) => String(index))
  expect(chunksOf(ids).map((chunk) => chunk.length)).toEqual([100, 100, 1])
  expect(chunksOf([])).toEqual([])
})
