import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Route } from '@wheelhouse/contract/route.ts'
import { callRoute } from '../support/test-app.ts'
import type { Caller, TestApp } from '../support/test-app.ts'
import { createFixtures } from './fixtures.ts'
import { readOracle } from './oracle.ts'
import type { OracleRow } from './oracle.ts'
import { named } from './sweep.ts'

let w: TestApp
let routes: Route[]
let people: Record<string, Caller>

/** What a list shows: rows of a table, through which things they are seen, and with which right. */
const lists: Record<string, { type: string; action: string; rows: string; id?: string }> = {
  'GET /location/v1/locations': {
    type: 'location',
    action: 'GET',
    rows: `select id, array['location ' || id] as through from locations`,
  },
  'GET /location/v1/location-points': {
    type: 'location',
    action: 'GET',
    rows: `select id, array['location ' || id] as through from locations`,
  },
  'GET /organization/v1/organizations': {
    type: 'organization',
    action: 'GET',
    rows: `select id, array['organization ' || id] as through from organizations`,
  },
  'GET /user/v1/console-users': {
    type: 'console_user',
    action: 'GET',
    rows: `select id, array['console_user ' || id] as through from console_users`,
  },
  'GET /permission/v1/resource-groups': {
    type: 'resource_group',
    action: 'GET',
    rows: `select id, array['group ' || id] as through from resource_groups`,
  },
  'GET /session/v1/parking-sessions': {
    type: 'session',
    action: 'GET',
    rows: `select id, array['location ' || location_id] as through from parking_sessions where status = 'ended'`,
  },
  'GET /session/v1/parking-sessions/active': {
    type: 'session',
    action: 'GET',
    rows: `select id, array['location ' || location_id] as through from parking_sessions where status <> 'ended'`,
  },
  'GET /point-of-interest/v1/points-of-interest': {
    type: 'point_of_interest',
    action: 'GET',
    rows: `select id, array['point_of_interest ' || id] as through from points_of_interest`,
  },
  'GET /point-of-interest/v1/point-places': {
    type: 'point_of_interest',
    action: 'GET',
    rows: `select id, array['point_of_interest ' || id] as through from points_of_interest`,
  },
  'GET /location/v1/external-devices': {
    type: 'location',
    action: 'GETEXTDEVICES',
    rows: `select id, array['location ' || location_id] as through from external_devices`,
  },
  'GET /location/v1/security-photos': {
    type: 'location',
    action: 'GETSECURITYPHOTOS',
    rows: `select id, array['location ' || location_id] as through from security_photos`,
  },
  'GET /location/v1/outages': {
    type: 'location',
    action: 'GET',
    rows: `select id, array['location ' || location_id] as through from outages`,
  },
  // It belongs to the stock, in which nobody here holds a role: whoever sees everything sees it.
  'GET /hardware/v1/unassigned-hardware': {
    type: 'hardware',
    action: 'GETUNASSIGNED',
    rows: `select hardware_id as id, array[]::text[] as through from hardware h where not exists (select 1 from devices d where d.hardware_id = h.hardware_id)`,
  },
  'GET /region/v1/regions': {
    type: 'console',
    action: 'GET',
    rows: `select id, array['console ' || id] as through from region_configs`,
  },
}

/** Collections that show no rows of their own: sums over a list above, or what is the same for everybody. */
const notLists = [
  'GET /location/v1/location-totals',
  'GET /location/v1/location-tags',
  'GET /location/v1/location-private-tags',
  'GET /permission/v1/roles',
  'GET /device/v1/deep-link',
]

beforeAll(async () => {
  const made = await createFixtures()
  w = made.ground.world
  routes = made.routes
  const everything = await w.make.group({ type: 'system', covers_everything: true })
  const mixed = await w.make.group()
  const third = await w.make.organization()
  for (let n = 0; n < 5; n++) {
    const location = await w.make.location(third)
    const device = await w.make.device(location)
    await w.make.session(location, device)
    if (n % 2 === 0) await w.make.members('location', location, [mixed])
    await w.make.externalDevice(location)
    await w.make.outage(location)
    await w.make.securityPhoto(location)
    const point = await w.make.point(third, { location_id: location })
    if (n % 2 === 0) await w.make.members('point_of_interest', point, [mixed])
    await w.make.region(n % 2 === 0 ? third : null)
  }
  const all = {
    ...({
      location: ['GET', 'GETEXTDEVICES', 'GETSECURITYPHOTOS'],
      organization: ['GET'],
      session: ['GET'],
      resource_group: ['GET'],
    } as const),
    ...({ console_user: ['GET'], point_of_interest: ['GET'], console: ['GET'], hardware: ['GETUNASSIGNED'] } as const),
  }
  people = {
    everything: await w.person([{ group_id: everything, needs: all }]),
    one: await w.person([{ group_id: made.ground.group_id, needs: all }]),
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

test('every list of the router is compared with the oracle', () => {
  const collections = routes
    .filter(
      (route) => route.method === 'GET' && !route.on && !('signed_in' in route.access) && !('public' in route.access),
    )
    .map(named)
  expect(collections.toSorted()).toEqual([...Object.keys(lists), ...Object.keys(exported()), ...notLists].toSorted())
})

test('rights: each list shows exactly what the grants say', async () => {
  const oracle = await readOracle(w.pool)
  for (const [name, list] of Object.entries({ ...lists, ...exported() })) {
    const route = routes.find((one) => named(one) === name) as Route
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
  const route = routes.find((one) => named(one) === 'GET /session/v1/parking-sessions/active') as Route
  const [grant] = await w.db
    .selectFrom('role_grants')
    .selectAll()
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

/** The export of a list shows what the list shows. */
const exported = (): typeof lists =>
  Object.fromEntries(
    routes.flatMap((route) => {
      const list = route.csv ? lists[named(route).replace(/\.(csv|xlsx)$/, '')] : undefined
      return list ? [[named(route), list]] : []
    }),
  )

async function idsOfExport(route: Route, person: Caller): Promise<Set<string> | 'refused'> {
  const answer = await callRoute(w.app, person.token, route, { query: { column: 'id' } })
  if (answer.status === 403) return 'refused'
  expect(answer.status, answer.text).toBe(200)
  if (!route.isSheet) return new Set(answer.text.split('\r\n').slice(1, -1))
  const { sheets } = await readXlsx(answer.bytes)
  return new Set(sheets[0]?.rows.slice(1).map(([id]) => String(id)))
}

/** A right on a group is a right held in that group; whoever holds it over everything sees all. */
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

/** All pages, two rows each, so that cursors are tried as well. */
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
