import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { stubBrowser } from '../../test/support/browser-globals.ts'
import { ApiError, isForbidden, isUnknown, networkError } from '../http/api-error.ts'

stubBrowser()
const { DetailsHeader } = await import('../ui/details/details.tsx')
const { StaleHere } = await import('../ui/frame/bars.tsx')
const { KeptPage } = await import('./kept-page.tsx')

function drawn(error: Error | null): string {
  const query = { data: 'A', error, refetch: () => undefined, dataUpdatedAt: Date.now() - 240_000 }
  const header = createElement(DetailsHeader, { crumbs: [], name: 'The thing', live: { state: 'live' } as const })
  const panel = createElement('aside', null, createElement(StaleHere))
  const page = KeptPage({ query, failed: 'Fetch thing failed', children: createElement('main', null, header, panel) })
  return renderToStaticMarkup(createElement(MantineProvider, null, page))
}

const refused = (status: number) => new ApiError('Refused', status, null)

test('a page that could not be renewed says so once, in its header, with the way to try again', () => {
  for (const error of [networkError(), refused(500), refused(429)]) {
    const html = drawn(error)
    expect(html).toMatch(/<header.*Fetch thing failed.*Data is \d.* old\..*Try again.*The thing.*<\/header>/s)
    expect(html.match(/Fetch thing failed/g)).toHaveLength(1)
    expect(html).toContain('<aside></aside>')
    expect(html).not.toContain('Live')
  }
  const renewed = drawn(null)
  expect(renewed).not.toContain('Fetch thing failed')
  expect(renewed).toContain('Live')
})

test('a thing that is not there is unknown, one that may not be seen is forbidden, and a failure is neither', () => {
  expect([400, 403, 404, 429, 500].map((status) => isUnknown(refused(status)))).toEqual([
    true,
    false,
    true,
    false,
    false,
  ])
  expect([400, 403, 404, 429, 500].map((status) => isForbidden(refused(status)))).toEqual([
    false,
    true,
    false,
    false,
    false,
  ])
  expect([isUnknown(networkError()), isForbidden(null)]).toEqual([false, false])
})
