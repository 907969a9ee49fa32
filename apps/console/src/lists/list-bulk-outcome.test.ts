import { expect, test } from 'vitest'
import { createSubmit } from '../api/submission.ts'
import { ApiError, networkError } from '../http/api-error.ts'
import { bulkOutcome, chunksOf, inChunks, sumOf } from './list-bulk-outcome.ts'

test('a batch that failed in part names what failed', () => {
  const item = { id: 'a', error_code: 'not_found', error_message: 'Not found' }
  expect(bulkOutcome({ error_results: [item] })).toEqual([{ id: 'a', message: 'Not found' }])
})

test('of a deletion, what is not found any more counts as done, and what was refused does not', async () => {
  const error_results = [
    { id: 'gone', error_code: 'not_found', error_message: 'Not found' },
    { id: 'kept', error_code: 'session_in_device', error_message: 'In use' },
  ]
  const send = () => Promise.reject(new ApiError('2 failed', 422, { batch: { error_results } }))
  const three = ['gone', 'kept', 'free']
  expect(await inChunks(three, send, { isDeletion: true })).toMatchObject({
    done: 2,
    failures: [{ id: 'kept', message: 'In use' }],
    rest: [],
  })
  expect((await inChunks(three, send)).failures).toHaveLength(2)
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

const manyIds = Array.from({ length: 250 }, (_, at) => `id ${at}`)
const refused = (id: string): ApiError =>
  new ApiError('1 failed', 409, {
    batch: { error_results: [{ id, error_code: 'not_found', error_message: 'Not found' }] },
  })

test('the rows of a call without an answer and those that were not sent are left to a retry', async () => {
  let calls = 0
  const outcome = await inChunks(manyIds, () =>
    (calls += 1) === 1 ? Promise.reject(refused('id 3')) : Promise.reject(networkError()),
  )
  expect(calls).toBe(2)
  expect(outcome).toMatchObject({ done: 99, failures: [{ id: 'id 3', message: 'Not found' }], error: networkError() })
  expect(outcome.rest).toEqual(manyIds.slice(100))
})

test('a retry repeats the call without an answer under its key, and what was answered is not sent again', async () => {
  const submit = createSubmit()
  const sent: { first: string | undefined; count: number; key: string }[] = []
  const attempt = (ids: readonly string[], isLost: (call: number) => boolean) =>
    inChunks(ids, (chunk) =>
      submit(chunk, (key) => {
        sent.push({ first: chunk[0], count: chunk.length, key })
        return isLost(sent.length) ? Promise.reject(networkError()) : Promise.resolve({})
      }),
    )
  const broken = await attempt(manyIds, (call) => call === 2)
  const whole = sumOf(broken, await attempt(broken.rest, () => false))
  expect(sent.map(({ first, count }) => [first, count])).toEqual([
    ['id 0', 100],
    ['id 100', 100],
    ['id 100', 100],
    ['id 200', 50],
  ])
  expect(sent[2]?.key).toBe(sent[1]?.key)
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3)
  expect(whole).toMatchObject({ done: 250, failures: [], rest: [], error: null })
})
