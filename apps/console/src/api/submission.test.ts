import { expect, test } from 'vitest'
import { ApiError, networkError } from '../http/api-error.ts'
import { createSubmit } from './submission.ts'
import type { Submit } from './submission.ts'

const answered = (submit: Submit, input: unknown) => submit(input, async (key) => key)

/** Returns the key under which it was sent. */
async function failed(submit: Submit, input: unknown, failure: Error): Promise<string> {
  let used = ''
  await submit(input, (key) => ((used = key), Promise.reject(failure))).catch(() => undefined)
  return used
}

test('the same input after a lost answer is sent again under the same key', async () => {
  const submit = createSubmit()
  const first = await failed(submit, { ids: ['a'] }, networkError())
  expect(await failed(submit, { ids: ['a'] }, networkError())).toBe(first)
  expect(await answered(submit, { ids: ['a'] })).toBe(first)
})

test('after an answer, also a refusal, the same input is a new submission', async () => {
  const submit = createSubmit()
  const first = await answered(submit, { ids: ['a'] })
  const second = await failed(submit, { ids: ['a'] }, new ApiError('No', 409, null))
  expect(second).not.toBe(first)
  expect(await answered(submit, { ids: ['a'] })).not.toBe(second)
})

test('another input has another key, and what was sent before it is not repeated under the old one', async () => {
  const submit = createSubmit()
  const first = await failed(submit, { status: 'on' }, networkError())
  const second = await answered(submit, { status: 'off' })
  expect(second).not.toBe(first)
  expect(await answered(submit, { status: 'on' })).not.toBe(first)
})
