import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { getAllowlist } from '@wheelhouse/contract/allowlists/allowlists.ts'
import type { SayingRoute } from '@wheelhouse/contract/route.ts'
import { stubBrowser } from '../../test/support/browser-globals.ts'
import { ApiError, networkError } from '../http/api-error.ts'

stubBrowser()
const { PermissionSentence } = await import('../ui/frame/states.tsx')
const { ThingPage } = await import('./thing-page.tsx')

/** Everybody who is signed in may call it. */
const open: SayingRoute = { ...getAllowlist, access: { signed_in: 'decided row by row' } }

const listOf = (name: string) => createElement('main', null, `The list ${name}`)

function drawn(data: string | undefined, error: Error | null, route: SayingRoute = open): string {
  const page = createElement(ThingPage<string>, {
    route,
    query: { data, error, refetch: () => undefined },
    title: 'Allowlist',
    back: { label: 'Allowlists', href: '/allowlists' },
    thing: 'allowlist',
    bones: 'waits',
    // oxlint-disable-next-line react/no-children-prop -- a function, not elements
    children: listOf,
  })
  const sentence = ({ action, resource }: { action: string; resource: string }) => `needs ${action} on ${resource}`
  return renderToStaticMarkup(
    createElement(MantineProvider, null, createElement(PermissionSentence, { value: sentence }, page)),
  )
}

const refused = (status: number) => new ApiError('Refused', status, null)

test('the page of a thing shows it as soon as it is there, and keeps it when it could not be renewed', () => {
  expect(drawn(undefined, null)).toContain('waits')
  expect(drawn('A', null)).toContain('The list A')
  for (const error of [networkError(), refused(500)]) expect(drawn('A', error)).toContain('The list A')
})

test('a thing that is not there is said to be unknown, also when it was read before', () => {
  for (const data of [undefined, 'A']) {
    const html = drawn(data, refused(404))
    expect(html).toContain('This allowlist does not exist, or you do not have access to it.')
    expect(html).toContain('Back to Allowlists')
    expect(html).not.toContain('The list A')
    expect(html).not.toContain('Try again')
  }
})

test('a thing that could not be read at all is asked for again', () => {
  expect(drawn(undefined, refused(500))).toMatch(/Fetch allowlist failed.*Try again/s)
})

test('who may not see such things learns which permission is missing', () => {
  expect(drawn('A', refused(403), getAllowlist)).toContain('needs GET on whitelist')
  expect(drawn('A', refused(403), getAllowlist)).not.toContain('The list A')
})
