import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { stubBrowser } from '../../test/support/browser-globals.ts'
import { ApiError, networkError } from '../http/api-error.ts'
import { StaleHere } from '../ui/frame/bars.tsx'
import type { Reading } from './loaded.tsx'

stubBrowser()
const { bothOf, Loaded } = await import('./loaded.tsx')

const notFound = new ApiError('Not found', 404, null)

const reading = (data: string | undefined, error: Error | null, refetch: () => unknown = () => undefined) => ({
  data,
  error,
  refetch,
})

function drawn(query: Reading<string>, missing?: string, isGoneSaid = false): string {
  const loaded = Loaded({
    query,
    failed: 'Fetch thing failed',
    ...(missing === undefined ? {} : { missing }),
    bones: 'waits',
    frame: (state) => createElement('aside', null, state),
    isGoneSaid,
    children: (data) => createElement('p', null, createElement(StaleHere), `The thing ${data}`),
  })
  return renderToStaticMarkup(createElement(MantineProvider, null, loaded))
}

test('what was read stays when a later call fails, under the words that it did, in its own frame', () => {
  const query = { ...reading('A', networkError()), dataUpdatedAt: Date.now() - 240_000 }
  const html = drawn(query, 'There is no such thing')
  expect(html).toMatch(/Fetch thing failed\..*Data is 4 min .*old\..*Try again.*The thing A/s)
  expect(html).not.toMatch(/aside|There is no such thing/)
  expect(drawn(reading('A', null))).not.toContain('Fetch thing failed')
})

test('what was read of a thing that is gone says so, once, and is not asked for again', () => {
  const html = drawn(reading('A', notFound), 'There is no such thing')
  expect(html).toMatch(/There is no such thing\..*The thing A/s)
  expect(html).not.toMatch(/Try again|Fetch thing failed/)
  expect(drawn(reading('A', notFound), 'There is no such thing', true)).not.toContain('There is no such thing')
})

test('an empty answer is an answer', () => {
  expect(drawn(reading('', null))).toContain('The thing ')
})

test('a thing that is not there is not asked for again', () => {
  const html = drawn(reading(undefined, notFound), 'There is no such thing')
  expect(html).toContain('<aside>')
  expect(html).toContain('There is no such thing')
  expect(html).not.toContain('Try again')
})

test('a failure is said in the frame, with the way to try again', () => {
  const html = drawn(reading(undefined, networkError()), 'There is no such thing')
  expect(html).toMatch(/<aside>.*Fetch thing failed.*Network Error.*Try again/s)
})

test('where nothing says what is missing, an unknown thing is a failure', () => {
  expect(drawn(reading(undefined, notFound))).toMatch(/Fetch thing failed.*Try again/s)
})

test('what is on its way is waited for in its own shape', () => {
  expect(drawn(reading(undefined, null))).toContain('<aside>waits</aside>')
})

test('two readings are there when both are, and only what failed is asked for again', () => {
  const asked: string[] = []
  const [here, failed] = [
    reading('A', null, () => asked.push('here')),
    reading(undefined, networkError(), () => asked.push('failed')),
  ]
  expect(bothOf(here, reading('B', null)).data).toEqual(['A', 'B'])
  const both = bothOf(here, failed)
  expect(both.data).toBeUndefined()
  expect(both.error?.message).toBe('Network Error')
  both.refetch()
  expect(asked).toEqual(['failed'])
})
