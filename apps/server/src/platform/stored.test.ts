import { expect, test } from 'vitest'
import * as z from 'zod'
import { toAppError } from '../http/errors.ts'
import { stored } from './stored.ts'

const Word = z.enum(['paid', 'failed'])

test('a stored value is read by its schema', () => {
  expect(stored(Word, 'paid')).toBe('paid')
})

test('one that does not fit is an internal error and no refusal of the caller’s body', () => {
  let thrown: unknown
  try {
    stored(Word, 'lost')
  } catch (error) {
    thrown = error
  }
  expect(toAppError(thrown, true).code).toBe('internal')
  expect(thrown).toMatchObject({ cause: expect.any(z.ZodError) })
})
