import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchEarly } from './early-answers.ts'

const address = '/location/v1/locations'
const authorization = 'Bearer mine'
const asked = (answer: Response | null, more: object = {}) =>
  globalThis.wheelhouseEarly?.set(address, {
    authorization,
    askedAt: Date.now(),
    answer: Promise.resolve(answer),
    ...more,
  })
const read = async (init: RequestInit = { headers: { authorization } }) => (await fetchEarly(address, init)).text()

beforeEach(() => {
  globalThis.wheelhouseEarly = new Map()
  vi.stubGlobal('fetch', async () => new Response('asked now'))
})
afterEach(() => {
  vi.unstubAllGlobals()
  globalThis.wheelhouseEarly = undefined
})

test('takes what the page asked for, once', async () => {
  asked(new Response('asked early'))
  expect(await read()).toBe('asked early')
  expect(await read()).toBe('asked now')
})

test.each([
  ['that was refused', new Response('no', { status: 403 }), {}],
  ['that did not come', null, {}],
  ['that is old', new Response('asked early'), { askedAt: Date.now() - 11_000 }],
  ['of another person', new Response('asked early'), { authorization: 'Bearer another' }],
])('asks again instead of taking an answer %s', async (_, answer, more) => {
  asked(answer, more)
  expect(await read()).toBe('asked now')
})

test('a write takes no answer', async () => {
  asked(new Response('asked early'))
  expect(await read({ method: 'POST', headers: { authorization } })).toBe('asked now')
})

test('a cancelled call fails', async () => {
  asked(new Response('asked early'))
  await expect(read({ headers: { authorization }, signal: AbortSignal.abort() })).rejects.toThrow('aborted')
})

test('without the first script of the page everything is asked for as usual', async () => {
  globalThis.wheelhouseEarly = undefined
  expect(await read()).toBe('asked now')
})
