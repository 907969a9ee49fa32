import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isNeeds, isPublic, isSignedIn } from '@wheelhouse/contract/access.ts'
import type { RouteAccess } from '@wheelhouse/contract/access.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import { createFixtures } from './fixtures.ts'
import { faultsOf, named } from './sweep.ts'
import type { Fixtures } from './sweep.ts'

let ground: Fixtures
let routes: Route[]

beforeAll(async () => {
  ;({ ground, routes } = await createFixtures())
})
afterAll(() => ground.world.end())

/** May only shrink. Each has tests of its own for what it decides row by row. */
const decidesByItself = [
  'GET /permission/v1/permission-types-actions',
  'GET /permission/v1/resources/:id/belongs',
  'GET /permission/v1/resources/:id/roles',
  'GET /user/v1/profile',
  'PUT /user/v1/users/:id/sign-in',
  'GET /user/v1/profile/sessions',
  'DELETE /user/v1/profile/sessions/:session_id',
  'GET /device/v1/last-comments',
  'GET /event/v1/stream',
  'GET /user/v1/list-layouts',
  'PUT /user/v1/list-layouts/:list',
  'GET /user/v1/saved-views',
  'POST /user/v1/saved-views',
  'PATCH /user/v1/saved-views/:view_id',
  'DELETE /user/v1/saved-views/:view_id',
  'GET /user/v1/background-jobs',
  'GET /user/v1/background-jobs/:job_id',
  'POST /user/v1/background-jobs/:job_id/cancellation',
  'GET /search/v1/search',
  // Each row asks CREATE or UPDATE of what it names.
  'POST /location/v1/imports',
  'POST /location/v1/imports/previews',
]

/** Their verbs ask once more in the group itself, so that taking the declared action away changes nothing. May only shrink. */
const askedTwice = [
  'POST /permission/v1/resource-groups',
  'POST /permission/v2/resources/belongs',
  'POST /permission/v2/resources/roles',
  'POST /point-of-interest/v1/points-of-interest',
  'POST /region/v1/regions',
]

/** Seeing the named row is asked by `on` already; the test of the row takes that away. */
const asksOnlyToSee = (route: Route): boolean => {
  const [type, ...others] = Object.keys(route.on ?? {})
  return (
    type !== undefined && others.length === 0 && JSON.stringify(route.access) === JSON.stringify({ [type]: ['GET'] })
  )
}

/** They make something new in it, ask something of it, or end what stands as it stands, whoever was there before. May only shrink. */
const besideTheRow = [
  'DELETE /location/v1/locations/:location_id/maintenance-messages/:message_id',
  'DELETE /user/v1/console-users/:console_user_id/disabled',
  'POST /device/v1/devices/:device_id/commands',
  'POST /location/v1/locations/:location_id/devices',
  'POST /location/v1/locations/:location_id/external-devices',
  'POST /location/v1/locations/:location_id/external-devices/:external_device_id/sim-refreshes',
  'POST /location/v1/locations/:location_id/hardware-assignments',
  'POST /location/v1/locations/:location_id/maintenance-messages',
  'POST /location/v1/locations/:location_id/security-photos/:photo_id/view-links',
  'POST /location/v1/locations/:location_id/service-fees',
  'POST /location/v1/locations/:location_id/sim-refreshes',
  'POST /organization/v1/organizations/:organization_id/service-fees',
  'POST /user/v1/console-users/:console_user_id/invitation',
  'PUT /user/v1/console-users/:console_user_id/disabled',
]

/** A camera and a picture in a page carry no token: their address is signed, and their own tests guess at it. */
const publicByAddress = [
  'PUT /device/v1/security-photo-uploads/:token',
  'GET /location/v1/security-photo-views/:token',
  'POST /support/v1/error-reports',
]

describe('the access sweep', () => {
  test('rights: every route of the router refuses in the right order, and foreign is unknown', async () => {
    expect(routes.length).toBeGreaterThan(20)
    const faults: string[] = []
    for (const route of routes) faults.push(...(await faultsOf(ground, route)))
    expect(faults).toEqual([])
  })

  test('rights: routes that ask for no action are these and no others', () => {
    // Beside the asset files, which main adds.
    expect(routes.filter((route) => isPublic(route.access)).map(named)).toEqual(publicByAddress)
    expect(
      routes
        .filter((route) => isSignedIn(route.access))
        .map(named)
        .toSorted(),
    ).toEqual(decidesByItself.toSorted())
  })

  test('values (concurrency): a write of one thing names the version that was read, but for these, which write no field of it', () => {
    const unversioned = routes.filter(({ method, on, needsVersion }) => method !== 'GET' && on && !needsVersion)
    expect(unversioned.map(named).toSorted()).toEqual(besideTheRow.toSorted())
  })

  test('every route with a body has a sample here, so that its right is really tried', () => {
    const missing = routes.filter((route) => route.body && !(named(route) in ground.bodies)).map(named)
    expect(missing).toEqual([])
  })
})

/** Takes one check away from the declaration the server reads, and puts it back. */
async function faultsWhen(route: Route, planted: Partial<Pick<Route, 'access' | 'on'>>): Promise<string[]> {
  const declared = { ...route }
  const live = route as { access: RouteAccess; on?: Route['on'] }
  Object.assign(live, planted)
  try {
    return await faultsOf(ground, declared)
  } finally {
    Object.assign(live, { access: declared.access, on: declared.on })
  }
}

describe('the sweep goes red when a check is removed', () => {
  test('of the token', async () => {
    for (const route of routes.filter((one) => isNeeds(one.access)))
      expect(await faultsWhen(route, { access: { public: 'planted' } }), named(route)).not.toEqual([])
  })

  test('of the actions', async () => {
    for (const route of routes.filter(
      (one) => isNeeds(one.access) && !askedTwice.includes(named(one)) && !asksOnlyToSee(one),
    ))
      expect(await faultsWhen(route, { access: { signed_in: 'planted' } }), named(route)).not.toEqual([])
  })

  test('of the row', async () => {
    for (const route of routes.filter((one) => one.on))
      expect(await faultsWhen(route, { on: undefined }), named(route)).not.toEqual([])
  })
})
