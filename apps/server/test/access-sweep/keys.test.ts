import { afterAll, beforeAll, expect, test } from 'vitest'
import { isNeeds, needsOf } from '@wheelhouse/contract/access.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import { callRoute } from '../support/test-app.ts'
import { createFixtures } from './fixtures.ts'
import { named } from './sweep.ts'
import type { Fixtures } from './sweep.ts'

let ground: Fixtures
let routes: Route[]
beforeAll(async () => {
  ;({ ground, routes } = await createFixtures())
})
afterAll(() => ground.world.end())

/** Reads that need a body. */
const writeNothing = [
  'POST /permission/v1/find-belonging-groups',
  'POST /support/v1/error-reports',
  'POST /location/v1/imports/previews',
]
/** Done by the identity provider at once, and the same when done again; or after a look of its own, as its own test repeats it. */
const doneElsewhere = [
  'DELETE /user/v1/profile/sessions/:session_id',
  'POST /location/v1/imports',
  'PUT /device/v1/security-photo-uploads/:token',
]
/** Their own tests repeat them: they need a row of the caller that the ground does not hold. May only shrink. */
const assertOwnRow = [
  'PUT /user/v1/users/:id/sign-in',
  'PATCH /user/v1/saved-views/:view_id',
  'DELETE /user/v1/saved-views/:view_id',
  'POST /user/v1/background-jobs/:job_id/cancellation',
]

test('values (idempotency): every write of the router keeps its key, and refuses it for another request', async () => {
  const everything = await ground.world.make.group({ type: 'system', covers_everything: true })
  const writes = routes.filter(
    (route) => route.method !== 'GET' && ![...writeNothing, ...doneElsewhere, ...assertOwnRow].includes(named(route)),
  )
  // What is deleted is found by no other.
  writes.sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
  const faults: string[] = []
  for (const route of writes) faults.push(...(await faultsOf(route, everything)))
  expect(faults).toEqual([])
})

async function faultsOf(route: Route, everything: string): Promise<string[]> {
  const caller = await personFor(route, everything)
  const before = await keysOf(caller.id)
  const params = { ...ground.ours, list: 'locations', ...ground.instead[named(route)] }
  let version = 1
  const call = (query?: Record<string, string>) => {
    const headers = { 'idempotency-key': 'kept', ...(route.needsVersion ? { 'if-match': `"${version}"` } : {}) }
    return callRoute(ground.world.app, caller.token, route, {
      params,
      query,
      body: ground.bodies[named(route)],
      headers,
    })
  }
  let first = await call(ground.queries[named(route)])
  // A route before it wrote the same row.
  if (first.body?.error_code === 'stale_version') {
    version = first.body.version
    first = await call(ground.queries[named(route)])
  }
  const kept = await keysOf(caller.id)
  const second = await call(ground.queries[named(route)])
  if (first.status >= 400) return [`${named(route)}: the sample is refused: ${first.status} ${first.text}`]
  if (kept === before) return [`${named(route)}: the key is not kept`]
  // A secret is told once: the write is not done again, and its answer is not kept.
  if (route.isSecret && second.body?.error_code === 'answer_not_kept') return []
  return first.text === second.text && first.status === second.status
    ? []
    : [`${named(route)}: a repeat is answered ${second.status} ${second.text}`]
}

/** Holds what the route asks, and what the verbs of the samples ask besides, over everything. */
async function personFor(route: Route, everything: string) {
  const needs = isNeeds(route.access) ? route.access : {}
  const besides = {
    device: ['GET', 'SETSTATUS'],
    resource_group: ['GET', 'CREATE', 'MODIFYBELONGS'],
    console_user: ['GET', 'MODIFYROLES'],
    point_of_interest: ['GET'],
    console: ['GET'],
    hardware: ['GETUNASSIGNED', 'ASSIGNHARDWARE'],
  } as const
  const rights = [...needsOf(needs), ...needsOf({ ...besides, location: ['GET'], organization: ['GET'] })]
  const all = new Map<string, Set<string>>()
  for (const [type, actions] of rights) all.set(type, new Set([...(all.get(type) ?? []), ...actions]))
  const held = Object.fromEntries([...all].map(([type, actions]) => [type, [...actions]]))
  return ground.world.person([{ group_id: everything, needs: held }])
}

async function keysOf(personId: string): Promise<number> {
  const rows = await ground.world.db
    .selectFrom('idempotency_keys')
    .select('key')
    .where('person_id', '=', personId)
    .execute()
  return rows.length
}
