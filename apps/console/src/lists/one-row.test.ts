import { expect, test } from 'vitest'
import { isNotFound, networkError } from '../http/api-error.ts'
import { oneRow } from './one-row.ts'

const reading = (items: string[] | undefined, error: Error | null = null) => ({
  data: items && { items },
  error,
  refetch: () => undefined,
})

test('a row is as the list shows it, and one further down as it was read by its id', () => {
  expect(oneRow({ listed: 'a', asked: reading(undefined, networkError()) })).toMatchObject({ data: 'a', error: null })
  expect(oneRow({ listed: undefined, asked: reading(['b']) })).toMatchObject({ data: 'b', error: null })
})

test('a row that the list does not have at all is not found', () => {
  const { data, error } = oneRow<string>({ listed: undefined, asked: reading([]) })
  expect([data, isNotFound(error)]).toEqual([undefined, true])
})

test('a row waits for its reading, and a failure is one of the reading', () => {
  expect(oneRow({ listed: undefined, asked: reading(undefined) })).toMatchObject({ data: undefined, error: null })
  const failed = networkError()
  expect(oneRow({ listed: undefined, asked: reading(undefined, failed) }).error).toBe(failed)
  expect(oneRow({ listed: undefined, asked: reading(['b'], failed) })).toMatchObject({ data: 'b', error: failed })
})
