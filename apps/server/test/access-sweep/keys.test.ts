import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Route } from '@wheelhouse/contract/route.ts'
import { callRoute } from '../support/test-app.ts'
import type { Caller } from '../support/test-app.ts'
import { createFixtures, named } from './fixtures.ts'
import type { Fixtures } from './fixtures.ts'
import { needsTogether } from './needs.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await createFixtures()
})
afterAll(() => fixtures.w.end())

test('values (idempotency): every write of the router keeps its key, and refuses it for another request', async () => {
  const everything = await fixtures.w.make.group({ type: 'system', covers_everything: true })
  const writes = fixtures.routes.filter((route) => route.method !== 'GET' && !fixtures.sampleOf(route).isUnkeyed)
  // A deletion comes last: no other write would find its row.
  writes.sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
  const faults: string[] = []
  for (const route of writes) faults.push(...(await faultsOf(route, await personFor(route, everything))))
  expect(faults).toEqual([])
})

async function faultsOf(route: Route, caller: Caller): Promise<string[]> {
  const before = await keysOf(caller.id)
  const { query, body, params: ownRow } = fixtures.sampleOf(route)
  const params = { ...fixtures.ours, ...ownRow }
  let version = 1
  const call = () => {
    const headers = { 'idempotency-key': 'kept', ...(route.needsVersion ? { 'if-match': `"${version}"` } : {}) }
    return callRoute(fixtures.w.app, caller.token, route, { params, query, body, headers })
  }
  let first = await call()
  // An earlier sample wrote the same row.
  if (first.body?.error_code === 'stale_version') {
    version = first.body.version
    first = await call()
  }
  const kept = await keysOf(caller.id)
  const second = await call()
  if (first.status >= 400) return [`${named(route)}: the sample is refused: ${first.status} ${first.text}`]
  if (kept === before) return [`${named(route)}: the key is not kept`]
  // A secret is returned once: a repeat neither writes again nor returns it.
  if (route.isSecret && second.body?.error_code === 'answer_not_kept') return []
  return first.text === second.text && first.status === second.status
    ? []
    : [`${named(route)}: a repeat is answered ${second.status} ${second.text}`]
}

/** May see everything, and do what the route and its sample need. */
async function personFor(route: Route, group_id: string): Promise<Caller> {
  const needs = needsTogether([route.access, fixtures.sampleOf(route).alsoNeeds ?? {}])
  return fixtures.w.person([{ group_id, needs }])
}

async function keysOf(personId: string): Promise<number> {
  const rows = await fixtures.w.db
    .selectFrom('idempotency_keys')
    .select('key')
    .where('person_id', '=', personId)
    .execute()
  return rows.length
}
