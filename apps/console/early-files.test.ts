import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { screenLoader } from './early-files.ts'

interface Page {
  globalThis: { wheelhouseLoadFiles?: (path: string) => void }
  document: { createElement: () => object; head: { append: (link: object) => void } }
}

const loader = screenLoader([
  ['^/locations/?$', ['list-1234567.js', 'list-12345678.css', 'shared-1234567.js']],
  ['^/locations/[^/]+/?$', ['shared-1234567.js', 'location-1234567.js']],
])

/** What the page asks for when these addresses are opened one after another. */
function askedFor(...paths: string[]): object[] {
  const links: object[] = []
  const page: Page = {
    globalThis: {},
    document: { createElement: () => ({}), head: { append: (link) => links.push(link) } },
  }
  runInNewContext(loader, page)
  for (const path of paths) page.globalThis.wheelhouseLoadFiles?.(path)
  return links
}

test('the page of a screen asks for its code and its style sheets', () => {
  expect(askedFor('/locations')).toEqual([
    { rel: 'modulepreload', crossOrigin: '', href: '/assets/list-1234567.js' },
    { rel: 'stylesheet', crossOrigin: '', href: '/assets/list-12345678.css' },
    { rel: 'modulepreload', crossOrigin: '', href: '/assets/shared-1234567.js' },
  ])
})

test('a file that two screens share is named and asked for once', () => {
  expect(loader.split('shared-1234567.js')).toHaveLength(2)
  expect(askedFor('/locations', '/locations/1', '/locations')).toHaveLength(4)
})

test('an address without a screen asks for nothing', () => {
  expect(askedFor('/nowhere')).toEqual([])
})
