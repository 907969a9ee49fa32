import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isNeeds, isPublic, isSignedIn } from '@wheelhouse/contract/access.ts'
import type { ResourceType, RouteAccess } from '@wheelhouse/contract/access.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import { readAction } from '../../src/authz/rights.ts'
import type { Exceptions } from '../support/samples.ts'
import { createFixtures, named } from './fixtures.ts'
import type { Fixtures } from './fixtures.ts'
import { faultsOf, isFaulty } from './sweep.ts'

let fixtures: Fixtures
let routes: Route[]

beforeAll(async () => {
  fixtures = await createFixtures()
  routes = fixtures.routes
})
afterAll(() => fixtures.w.end())

/** How many samples make which exception. Each number may only become smaller. */
const exceptions: Record<keyof Exceptions, number> = {
  isPublic: 14,
  decidesItself: 25,
  isCheckedTwice: 22,
  isUnversioned: 58,
  wrongVersionStatus: 4,
  isUnkeyed: 22,
  hasNoRows: 15,
}

const isExcepted = (route: Route, exception: keyof Exceptions): boolean =>
  fixtures.sampleOf(route)[exception] !== undefined

/** The names of the routes whose sample makes this exception. */
const excepted = (exception: keyof Exceptions): string[] =>
  fixtures.samples
    .filter((sample) => sample[exception] !== undefined)
    .map(({ route }) => named(route))
    .toSorted()

const sortedNames = (some: Route[]): string[] => some.map(named).toSorted()

/** `on` already asks for the right to see the row; the test of the row removes that check. */
const asksOnlyToSee = (route: Route): boolean => {
  const [type, ...others] = Object.keys(route.on ?? {}) as ResourceType[]
  const toSee = type && { [type]: [readAction(type)] }
  return toSee !== undefined && others.length === 0 && JSON.stringify(route.access) === JSON.stringify(toSee)
}

describe('the access sweep', () => {
  test('rights: every route of the router refuses in the right order, and foreign is unknown', async () => {
    expect(routes.length).toBeGreaterThan(20)
    const faults: string[] = []
    for (const route of routes) faults.push(...(await faultsOf(fixtures, route)))
    expect(faults).toEqual([])
  })

  test('rights: only the routes whose sample says so ask for no action', () => {
    // main adds the asset files as well.
    expect(sortedNames(routes.filter((route) => isPublic(route.access)))).toEqual(excepted('isPublic'))
    expect(sortedNames(routes.filter((route) => isSignedIn(route.access)))).toEqual(excepted('decidesItself'))
  })

  test('values (concurrency): a write of one thing names the version that was read, unless it writes no field of it', () => {
    const unversioned = routes.filter(({ method, on, needsVersion }) => method !== 'GET' && on && !needsVersion)
    expect(sortedNames(unversioned)).toEqual(excepted('isUnversioned'))
  })

  test('every route with a body has a sample, so that its right is really tried', () => {
    expect(routes.filter((route) => route.body && fixtures.sampleOf(route).body === undefined).map(named)).toEqual([])
  })

  test('every sample is of a route that the router serves, once', () => {
    const served = new Set(routes.map(named))
    const sampled = fixtures.samples.map(({ route }) => named(route))
    expect(sampled.filter((name) => !served.has(name))).toEqual([])
    expect(sampled.filter((name, at) => sampled.indexOf(name) !== at)).toEqual([])
  })

  test('exceptions only become fewer', () => {
    const counts = Object.keys(exceptions).map((name) => [name, excepted(name as keyof Exceptions).length])
    expect(Object.fromEntries(counts)).toEqual(exceptions)
  })
})

/** Removes one check from the declaration that the server reads, looks whether the sweep notices it, and puts it back. */
async function isNoticed(route: Route, planted: Partial<Pick<Route, 'access' | 'on'>>): Promise<boolean> {
  const declared = { ...route }
  const live = route as { access: RouteAccess; on?: Route['on'] }
  Object.assign(live, planted)
  try {
    return await isFaulty(fixtures, declared)
  } finally {
    Object.assign(live, { access: declared.access, on: declared.on })
  }
}

describe('the sweep goes red when a check is removed', () => {
  test('of the token', async () => {
    for (const route of routes.filter((one) => isNeeds(one.access)))
      expect(await isNoticed(route, { access: { public: 'planted' } }), named(route)).toBe(true)
  })

  test('of the actions', async () => {
    for (const route of routes.filter(
      (one) => isNeeds(one.access) && !isExcepted(one, 'isCheckedTwice') && !asksOnlyToSee(one),
    ))
      expect(await isNoticed(route, { access: { signed_in: 'planted' } }), named(route)).toBe(true)
  })

  test('of the row', async () => {
    for (const route of routes.filter((one) => one.on))
      expect(await isNoticed(route, { on: undefined }), named(route)).toBe(true)
  })
})
