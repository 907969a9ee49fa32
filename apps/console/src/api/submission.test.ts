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

const proxyPage = (status: number) => new ApiError('', status, { error: '' })

test.each([
  ['a gateway error with an empty body', new Error('missing error response')],
  ['a gateway error with a page of the proxy', proxyPage(502)],
  ['a gateway that waited too long', proxyPage(504)],
  ['a failure of the services', new ApiError('Something went wrong', 500, null)],
  ['an answer that is not of the services', proxyPage(300)],
  ['a session that has ended', new ApiError('Sign in first', 401, null)],
  ['too many requests', new ApiError('Too many requests', 429, null)],
])('the same input after %s is sent again under the same key', async (_, failure) => {
  const submit = createSubmit()
  const first = await failed(submit, { ids: ['a'] }, failure)
  expect(await failed(submit, { ids: ['a'] }, failure)).toBe(first)
  expect(await answered(submit, { ids: ['a'] })).toBe(first)
  expect(await answered(submit, { ids: ['a'] })).not.toBe(first)
})

test('a batch that failed in part is answered, and its repetition is another submission', async () => {
  const submit = createSubmit()
  const first = await failed(submit, { ids: ['a'] }, new ApiError('1 failed', 422, null))
  expect(await answered(submit, { ids: ['a'] })).not.toBe(first)
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
