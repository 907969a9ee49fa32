import { expect, test } from 'vitest'
import { ApiError, networkError } from '../../http/api-error.ts'
import { isAskedAgain } from './asked-again.ts'

test('a code that failed is asked for again when it is scanned again, with a pause', () => {
  for (const failure of [networkError(), new ApiError('The service is starting', 503, null)]) {
    expect(isAskedAgain(failure, 3_000)).toBe(true)
    expect(isAskedAgain(failure, 2_999)).toBe(false)
  }
})

test('a code that nothing has is not asked for again, and neither is one that is looked for', () => {
  expect(isAskedAgain(new ApiError('Not found', 404, null), 60_000)).toBe(false)
  expect(isAskedAgain(null, 60_000)).toBe(false)
})
