import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { needsOf } from '@wheelhouse/contract/access.ts'
import type { Action, Needs } from '@wheelhouse/contract/access.ts'
import { listLocations } from '@wheelhouse/contract/locations/locations.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import { readSamples } from '../support/samples.ts'
import type { ListSample } from '../support/samples.ts'
import { callRoute } from '../support/test-app.ts'
import type { Caller, TestApp } from '../support/test-app.ts'
import { createFixtures, makePlace, named } from './fixtures.ts'
import type { Fixtures } from './fixtures.ts'
import { readOracle } from './oracle.ts'
import type { OracleRow } from './oracle.ts'

let fixtures: Fixtures
let w: TestApp
let people: Record<string, Caller>

beforeAll(async () => {
  fixtures = await createFixtures()
  w = fixtures.w
  const everything = await w.make.group({ type: 'system', covers_everything: true })
  const mixed = await w.make.group()
  const third = await w.make.organization()
  const features = await readSamples()
  const [owned, shared] = [[third.owner], [third.owner, mixed]]
  for (const groups of [shared, owned, shared, [], [mixed]]) await makePlace(w, features, third, groups)
  const all = needsOfLists()
  people = {
    everything: await w.person([{ group_id: everything, needs: all }]),
    one: await w.person([{ group_id: fixtures.group_id, needs: all }]),
    mixed: await w.person([
      { group_id: mixed, needs: all },
      { group_id: third.reseller, needs: all },
    ]),
    sessionsOnly: await w.person([
      { group_id: third.owner, needs: { session: ['GET'] } },
      { group_id: mixed, needs: { location: ['GET'] } },
    ]),
    emptyGroup: await w.person([{ group_id: await w.make.group(), needs: all }]),
  }
})
afterAll(() => w.end())

/** The right that each list takes. */
function needsOfLists(): Needs {
  const needs: Partial<Record<ListSample['type'], Action[]>> = {}
  const add = (type: ListSample['type'], actions: readonly Action[]) =>
    void (needs[type] = [...new Set([...(needs[type] ?? []), ...actions])])
  for (const { type, action, alsoNeeds = {} } of fixtures.lists) {
    add(type, [action])
    for (const [other, actions] of needsOf(alsoNeeds)) add(other, actions)
  }
  return needs as Needs
}

test('every list of the router is compared with the oracle', () => {
  const collections = fixtures.routes.filter(
    ({ method, on, access }) => method === 'GET' && !on && !('signed_in' in access) && !('public' in access),
  )
  const withRows = listsAndExports().map(({ route }) => route)
  const withoutRows = fixtures.samples.filter(({ hasNoRows }) => hasNoRows).map(({ route }) => route)
  expect(collections.map(named).toSorted()).toEqual([...withRows, ...withoutRows].map(named).toSorted())
})

test('rights: each list shows exactly what the grants say', async () => {
  const oracle = await readOracle(w.pool)
  for (const list of listsAndExports()) {
    const { route } = list
    const name = named(route)
    const rows = await oracleRows(list.rows)
    for (const [who, person] of Object.entries(people)) {
      const groupsHeld = list.type === 'resource_group' ? await heldGroups(person.id, list.type, list.action) : null
      const expected = groupsHeld ?? oracle.seen(person.id, list.type, list.action, rows)
      const shown = await allIds(route, person)
      if (shown === 'refused') expect({ who, name, expected: expected.size }).toEqual({ who, name, expected: 0 })
      else expect({ who, name, ids: [...shown].toSorted() }).toEqual({ who, name, ids: [...expected].toSorted() })
    }
  }
})

test('rights: a revocation counts in the next page, a grant too', async () => {
  const route = listLocations
  const [grant] = await w.db
    .selectFrom('role_grants')
    .select(['person_id', 'group_id', 'role_id'])
    .where('person_id', '=', people.one?.id ?? '')
    .execute()
  expect((await callRoute(w.app, people.one?.token ?? '', route)).body.items.length).toBeGreaterThan(0)
  await w.db
    .deleteFrom('role_grants')
    .where('person_id', '=', people.one?.id ?? '')
    .execute()
  expect((await callRoute(w.app, people.one?.token ?? '', route)).status).toBe(403)
  if (grant) await w.db.insertInto('role_grants').values(grant).execute()
  expect((await callRoute(w.app, people.one?.token ?? '', route)).body.items.length).toBeGreaterThan(0)
})

/** The lists, and the exports of each, which show the same rows. */
function listsAndExports(): ListSample[] {
  const lists = new Map(fixtures.lists.map((list) => [list.route.path, list]))
  const exports = fixtures.routes.flatMap((route) => {
    const list = route.csv ? lists.get(route.path.replace(/\.(csv|xlsx)$/, '')) : undefined
    return list ? [{ ...list, route }] : []
  })
  return [...fixtures.lists, ...exports]
}

async function idsOfExport(route: Route, person: Caller): Promise<Set<string> | 'refused'> {
  const answer = await callRoute(w.app, person.token, route, { query: { column: 'id' } })
  if (answer.status === 403) return 'refused'
  expect(answer.status, answer.text).toBe(200)
  if (!route.isSheet) return new Set(answer.text.split('\r\n').slice(1, -1))
  const { sheets } = await readXlsx(answer.bytes)
  return new Set(sheets[0]?.rows.slice(1).map(([id]) => String(id)))
}

/** A right on a group is a right held in that group; a right over everything is a right on every group. */
async function heldGroups(personId: string, type: string, action: string): Promise<Set<string>> {
  const { rows } = await w.pool.query(
    `select g.group_id, e.covers_everything from role_grants g join role_actions a using (role_id) join resource_groups e on e.id = g.group_id
     where g.person_id = $1 and a.resource_type = $2 and a.action = $3`,
    [personId, type, action],
  )
  const held = rows as { group_id: string; covers_everything: boolean }[]
  if (!held.some((row) => row.covers_everything)) return new Set(held.map((row) => row.group_id))
  return new Set(((await w.pool.query('select id from resource_groups')).rows as { id: string }[]).map((row) => row.id))
}

async function oracleRows(text: string): Promise<OracleRow[]> {
  const { rows } = await w.pool.query(text)
  return (rows as { id: string; through: string[] }[]).map((row) => ({
    id: row.id,
    through: row.through.map((thing) => ({ type: thing.split(' ')[0] ?? '', id: thing.split(' ')[1] ?? '' })),
  }))
}

/** All pages, two rows each, so that cursors are tested as well. */
async function allIds(route: Route, person: Caller): Promise<Set<string> | 'refused'> {
  if (route.csv) return idsOfExport(route, person)
  const ids = new Set<string>()
  for (let cursor: string | null = ''; cursor !== null;) {
    const isPaged = 'limit' in ((route.query as { shape?: object } | undefined)?.shape ?? {})
    const query = isPaged ? { limit: 2, ...(cursor ? { cursor } : {}) } : {}
    const answer = await callRoute(w.app, person.token, route, { query })
    if (answer.status === 403) return 'refused'
    expect(answer.status, answer.text).toBe(200)
    const items = (Array.isArray(answer.body) ? answer.body : answer.body.items) as { id: string }[]
    for (const item of items) {
      expect(ids.has(item.id), 'a row came twice').toBe(false)
      ids.add(item.id)
    }
    cursor = isPaged ? answer.body.next : null
  }
  return ids
}
