import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { askEarly } from './early-answers.ts'

const id = '0b6f2f0e-9d0c-4c55-8f4c-3f1f6f0d2a11'
const sub = '5e2f1a90-1111-4c55-8f4c-3f1f6f0d2a22'
const token = { accessToken: 'the-token', sub, expiresAt: Date.now() + 3_600_000 }
const session = (accessTokens: object) => JSON.stringify({ state: { refreshToken: 'kept', accessTokens } })

interface Page {
  path?: string
  search?: string
  auth?: string | null
  view?: string | null
  isOnline?: boolean
}

/** Runs the script in a page of this address and answers what it asked for, and with which token. */
function askedBy({
  path = '/locations',
  search = '',
  auth = session({ one: token }),
  view = null,
  isOnline = true,
}: Page) {
  const asked: string[] = []
  const tokens = new Set<string>()
  const page = {
    localStorage: { getItem: () => auth },
    sessionStorage: { getItem: () => view },
    navigator: { onLine: isOnline },
    location: { pathname: path, search },
    fetch: async (address: string, { headers }: { headers: Record<string, string> }) => {
      asked.push(address)
      tokens.add(String(headers.authorization))
    },
    wheelhouseEarly: undefined,
  }
  runInNewContext(`${askEarly}\naskEarly()`, page)
  return { asked, tokens: [...tokens] }
}

const own = ['/permission/v1/permission-types-actions', `/permission/v1/resources/${sub}/roles`]
const layouts = '/user/v1/list-layouts'

test.each([
  ['/locations', ['/location/v1/locations', layouts]],
  ['/device-sessions/active', ['/session/v1/parking-sessions/active', layouts]],
  ['/device-sessions/history', ['/session/v1/parking-sessions', layouts]],
  [
    `/locations/${id}`,
    ['', '/outages', '/maintenance-messages', '/devices'].map((below) => `/location/v1/locations/${id}${below}`),
  ],
  ['/hardware', []],
])('%s asks for the rights of the person and for its first rows', (path, rows) => {
  expect(askedBy({ path })).toEqual({ asked: [...own, ...rows], tokens: ['Bearer the-token'] })
})

test('a filter or another view is known to its screen alone', () => {
  expect(askedBy({ search: '?status=launched' }).asked).toEqual(own)
  expect(askedBy({ path: `/locations/${id}`, search: '?tab=technical' }).asked).toEqual(own)
})

test('a thing is the same one with any filter within it', () => {
  const plain = askedBy({ path: `/locations/${id}` }).asked
  expect(askedBy({ path: `/locations/${id}`, search: '?devices=issues' }).asked).toEqual(plain)
})

test.each<[string, Page]>([
  ['nobody is signed in', { auth: null }],
  ['the token is about to end', { auth: session({ one: { ...token, expiresAt: Date.now() + 200_000 } }) }],
  ['the token is of nobody', { auth: session({ one: { ...token, sub: null } }) }],
  ['there are tokens of several kinds', { auth: session({ one: token, other: token }) }],
  ['the console is seen as another person', { view: '{}' }],
  ['there is no network', { isOnline: false }],
])('nothing is asked for while %s', (_, page) => {
  expect(askedBy(page).asked).toEqual([])
})
