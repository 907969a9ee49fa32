import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { actions, resourceTypes } from '@wheelhouse/contract/access.ts'
import type { PermissionMap } from '@wheelhouse/contract/access.ts'
import { allDestinations, destinationsFor } from './navigation.ts'
import { titleOf } from './page-titles.ts'

const namesOf = (groups: ReturnType<typeof allDestinations>): string[] =>
  groups.flatMap(({ label, destinations }) => [
    label,
    ...destinations.flatMap((one) => [one.label, ...(one.children ?? []).map((child) => child.label)]),
  ])

const everything = Object.fromEntries(resourceTypes.map((type) => [type, [...actions]])) as PermissionMap

test('spec 2: every entry of the menu is there under its name; log out is in the user menu', () => {
  const names = namesOf(allDestinations('')).map((name) => name.toLowerCase())
  const ofSpec = [
    'dashboard',
    'locations',
    'rentals',
    'parking sessions',
    'active',
    'history',
    'rental sessions',
    'find user',
    'console users',
    'find by qr code',
    'resource groups',
    'allowlists',
    'subscriptions/passes',
    'reports',
    'hardware',
    'create mesh',
    'find hardware',
    'find by mesh',
    'support',
    'organizations',
    'maintenance log',
    'region configs',
    'analytics',
    'points of interest',
    'public areas',
    'reminders',
    'search dashboards',
  ]
  expect(ofSpec.filter((name) => !names.includes(name))).toEqual([])
})

test('spec 2: every route exists', () => {
  const tree = readFileSync(new URL('../../app/routeTree.gen.ts', import.meta.url), 'utf8')
  const ofSpec = [
    '/login',
    '/logout',
    '/',
    '/device-sessions/active',
    '/device-sessions/history',
    '/rental-sessions/active',
    '/rental-sessions/history',
    '/locations',
    '/locations/list',
    '/locations/$id',
    '/rentals',
    '/find',
    '/users/console',
    '/users/$id',
    '/resource-groups',
    '/allowlists',
    '/allowlists/$allowlistId',
    '/subscriptions',
    '/subscriptions/$subscriptionId',
    '/reminders',
    '/reminders/$groupId',
    '/analytics/dashboards',
    '/analytics/dashboards/$id',
    '/analytics/reports',
    '/analytics/reports/$id',
    '/hardware/create-mesh',
    '/hardware/find',
    '/hardware/find-by-mesh',
    '/support',
    '/organizations',
    '/organizations/$id',
    '/deep-link/search',
    '/maintenance-log',
    '/regions',
    '/points-of-interest',
    '/public-areas',
    '/public-areas/$id',
  ]
  const to = /interface FileRoutesByTo \{([^}]*)\}/.exec(tree)?.[1] ?? ''
  const known = [...to.matchAll(/'([^']+)':/g)].map(([, path = '']) => path)
  expect(ofSpec.filter((path) => !known.includes(path))).toEqual([])
  const wanted = namesOf([]).concat(
    allDestinations('').flatMap(({ destinations }) =>
      destinations.flatMap(({ path, children }) => [path, ...(children ?? []).map((child) => child.path)]),
    ),
  )
  expect(wanted.filter((path) => !known.includes(path))).toEqual([])
})

test('an entry needs its permissions, and a group without entries disappears', () => {
  expect(destinationsFor(everything, '')).toEqual(allDestinations(''))
  expect(destinationsFor({}, '')).toEqual([])
  expect(destinationsFor(null, '')).toEqual([])
  expect(namesOf(destinationsFor({ location: ['GET'], hardware: ['GET'] }, ''))).toEqual([
    'Operate',
    'Dashboard',
    'Locations',
    'Field',
    'Hardware',
    'Find hardware',
    'Find by mesh',
    'All hardware',
    'Firmware',
    'Outages',
  ])
})

test('rights: who sees sessions has parking and rental sessions in the menu, without a right over the devices', () => {
  expect(namesOf(destinationsFor({ session: ['GET'] }, ''))).toEqual([
    'Operate',
    'Parking sessions',
    'Active',
    'History',
    'Rental sessions',
    'Active',
    'History',
    'Field',
    'Overstays',
  ])
})

test('spec 3: the dash address is where dashboards are searched, beside the own list', () => {
  const analytics = (dashUrl: string) =>
    allDestinations(dashUrl)
      .find(({ label }) => label === 'Analytics')
      ?.destinations.map(({ label, path }) => [label, path])
  expect(analytics('')?.[0]).toEqual(['Search dashboards', '/analytics/dashboards'])
  expect(analytics('https://dash.example')?.slice(0, 2)).toEqual([
    ['Dashboards', '/analytics/dashboards'],
    ['Search dashboards', 'https://dash.example'],
  ])
})

test.each([
  ['/locations', 'Locations'],
  ['/locations/0199', 'Location'],
  ['/device-sessions/history', 'Parking sessions, history'],
  ['/device-sessions/history/1', 'Parking session'],
  ['/hardware/find-by-mesh', 'Find by mesh'],
  ['/users/console', 'Console users'],
  ['/users/0199', 'User'],
])('the title of %s is %s', (path, title) => {
  expect(titleOf(path)).toBe(title)
})
