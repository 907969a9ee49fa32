import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Action, ResourceType } from '@wheelhouse/contract/access.ts'
import { disableConsoleUser } from '@wheelhouse/contract/console-users/console-users.ts'
import { exportLocations, listLocations } from '@wheelhouse/contract/locations/locations.ts'
import { changeBelongs, changeRoles } from '@wheelhouse/contract/permissions/permissions.ts'
import { updateRole } from '@wheelhouse/contract/roles/roles.ts'
import { beginView } from '@wheelhouse/contract/view-as/view-as.ts'
import { announce } from '../../platform/bus.ts'
import { readStream } from '../../../test/support/reader.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'

let w: TestApp
let address: string
let everything: string
beforeAll(async () => {
  w = await testApp()
  address = `${await w.app.listen({ port: 0, host: '127.0.0.1' })}/event/v1/stream`
  everything = await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => w.end())

type Pair = readonly [ResourceType, Action]
/** Rights that show something, and all those by which people change the rights of others. */
const pairs: readonly Pair[] = [
  ['location', 'GET'],
  ['location', 'UPDATE'],
  ['console_user', 'GET'],
  ['console_user', 'MODIFYROLES'],
  ['resource_group', 'GET'],
  ['resource_group', 'MODIFYBELONGS'],
  ['permission', 'GET'],
  ['permission', 'UPDATE'],
]

interface World {
  people: Caller[]
  groups: string[]
  roles: string[]
  places: string[]
}

/** Two people, a service account and a superior one, who share roles of an organization in three groups. */
async function makeWorld(): Promise<World> {
  const organization = await w.make.organization()
  const superior = await w.person([{ group_id: everything, needs: needsOf(pairs) }], organization.id)
  const others = [await w.person([], organization.id), await w.person([]), await w.person([])]
  const service = others[2]?.id
  await w.pool.query(`update console_users set kind = 'service' where id = $1`, [service])
  const roles = await Promise.all(
    [pairs.slice(0, 2), pairs.slice(0, 6), pairs.slice(2)].map((some) => w.make.role(some)),
  )
  await w.pool.query('update roles set created_by = $1, organization_id = $2, category = null where id = any($3)', [
    superior.id,
    organization.id,
    roles,
  ])
  const groups = [organization.owner, await w.make.group(), await w.make.group()]
  const places = [await w.make.location(null), await w.make.location(null)]
  return { people: [superior, ...others], groups, roles, places }
}
const needsOf = (some: readonly Pair[]) =>
  Object.fromEntries([...Map.groupBy(some, ([type]) => type)].map(([type, list]) => [type, list.map(([, one]) => one)]))

/** What each person holds, from the tables alone: `type action` in a group and on a location. */
async function holdings({ people, groups, places }: World): Promise<Map<string, Set<string>>> {
  const ids = people.map(({ id }) => id)
  const { rows: held } = await w.pool.query<{ person_id: string; pair: string; group_id: string }>(
    `select g.person_id, a.resource_type || ' ' || a.action as pair, g.group_id from role_grants g
     join role_actions a using (role_id) where g.person_id = any($1)`,
    [ids],
  )
  const { rows: members } = await w.pool.query<{ resource_id: string; group_id: string }>(
    `select resource_id, group_id from resource_group_members where resource_type = 'location' and resource_id = any($1)`,
    [places],
  )
  const all = [...groups, ...places]
  const placesIn = (group: string) => members.flatMap((one) => (one.group_id === group ? [one.resource_id] : []))
  const reach = (group: string): string[] => (group === everything ? all : [group, ...placesIn(group)])
  return new Map(
    ids.map((id) => [
      id,
      new Set(
        held
          .filter(({ person_id }) => person_id === id)
          .flatMap(({ pair, group_id }) => reach(group_id).map((where) => `${pair} ${where}`)),
      ),
    ]),
  )
}

const index = (most: number) => fc.nat({ max: most - 1 })
interface Step {
  kind: 'give' | 'take' | 'edit' | 'join' | 'leave' | 'meet' | 'view'
  actor: number
  person: number
  group: number
  role: number
  place: number
  actions: number[]
}
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('give', 'give', 'take', 'edit', 'join', 'leave', 'meet', 'view'),
  // The superior is first, and often.
  actor: fc.oneof(fc.constant(0), index(4)),
  person: index(4),
  group: index(3),
  role: index(3),
  place: index(2),
  actions: fc.uniqueArray(index(pairs.length), { minLength: 1, maxLength: 5 }),
})

const at = <T>(list: readonly T[], place: number): T => list[place] as T

function act({ people, groups, roles, places }: World, one: Step): Promise<Answer> {
  const [actor, person, group] = [at(people, one.actor), at(people, one.person), at(groups, one.group)]
  const [role, place] = [at(roles, one.role), at(places, one.place)]
  const rolesOf = (add: string[], remove: string[]) =>
    actor.call(changeRoles, { body: { resource_ids: [person.id], resource_group_id: group, add, remove } })
  const groupsOf = (resource_type: 'location' | 'console_user', id: string, add: string[], remove: string[]) =>
    actor.call(changeBelongs, { body: { resource_type, resource_ids: [id], add, remove } })
  switch (one.kind) {
    case 'give':
      return rolesOf([role], [])
    case 'take':
      return rolesOf([], [role])
    case 'join':
      return groupsOf('location', place, [group], [])
    case 'leave':
      return groupsOf('location', place, [], [group])
    case 'meet':
      return groupsOf('console_user', person.id, [group], [])
    case 'view':
      return actor.call(beginView, { body: { console_user_id: person.id } })
    case 'edit':
      return edit(actor, role, one.actions)
  }
}

async function edit(actor: Caller, id: string, actions: number[]): Promise<Answer> {
  const { rows } = await w.pool.query<{ name: string; version: number }>(
    'select name, version from roles where id = $1',
    [id],
  )
  const { name = '', version = 0 } = rows[0] ?? {}
  return actor.call(updateRole, {
    params: { role_id: id },
    headers: { 'if-match': `"${version}"` },
    body: {
      name,
      category: null,
      description: 'A role of a history',
      actions: needsOf(actions.map((one) => at(pairs, one))),
    },
  })
}

describe('issue 12: nobody ever gives more than they hold', () => {
  test('property: over random histories of groups, roles and grants, of people and of a service account', async () => {
    const accepted = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 25 }), async (history) => {
        const world = await makeWorld()
        for (const one of history) {
          const before = await holdings(world)
          const { status } = await act(world, one)
          if (status >= 400) continue
          accepted.set(one.kind, (accepted.get(one.kind) ?? 0) + 1)
          const actor = before.get(at(world.people, one.actor).id)
          const after = await holdings(world)
          const gained = [...after].flatMap(([id, held]) => [...held].filter((right) => !before.get(id)?.has(right)))
          expect(gained.filter((right) => !actor?.has(right))).toEqual([])
          // A person who views as another holds all of it.
          const viewed = one.kind === 'view' ? [...(before.get(at(world.people, one.person).id) ?? [])] : []
          expect(viewed.filter((right) => !actor?.has(right))).toEqual([])
        }
      }),
      { numRuns: 30 },
    )
    // Each kind of step was taken, so that the property is about something.
    expect([...accepted.keys()].toSorted()).toEqual(['edit', 'give', 'join', 'leave', 'meet', 'take', 'view'])
  }, 180_000)
})

describe('issue 12: a revoked right shows nothing after its acknowledgement', () => {
  const rights = { location: ['GET'], console_user: ['GET', 'MODIFYROLES', 'DISABLE'] } as const
  const groupRights = { resource_group: ['GET', 'MODIFYBELONGS'] } as const

  async function scene() {
    const group = await w.make.group()
    const place = await w.make.location(null)
    await w.make.members('location', place, [group])
    const admin = await w.person([{ group_id: everything, needs: { ...rights, ...groupRights } }])
    const person = await w.person([])
    const role = await w.make.grant(person.id, group, [['location', 'GET']])
    const stream = await readStream(address, person.token)
    return { group, place, admin, person, role, stream }
  }
  type Scene = Awaited<ReturnType<typeof scene>>

  const revoked: [string, (scene: Scene) => Promise<Answer>][] = [
    [
      'the role is taken',
      ({ admin, person, group, role }) =>
        admin.call(changeRoles, {
          body: { resource_ids: [person.id], resource_group_id: group, add: [], remove: [role] },
        }),
    ],
    [
      'the location leaves the group',
      ({ admin, place, group }) =>
        admin.call(changeBelongs, {
          body: { resource_type: 'location', resource_ids: [place], add: [], remove: [group] },
        }),
    ],
    [
      'the person is disabled',
      ({ admin, person }) =>
        admin.call(disableConsoleUser, {
          params: { console_user_id: person.id },
          body: { reason: 'Left the company' },
        }),
    ],
  ]

  test.each(revoked)('in lists, exports and the live stream, when %s', async (_what, revoke) => {
    const here = await scene()
    const { person, place, stream } = here
    const rows = async (): Promise<number> => {
      const { status, body } = await person.call(listLocations)
      return status === 200 ? body.items.length : 0
    }
    const exported = async (): Promise<number> => {
      const { status, text } = await person.call(exportLocations)
      return status === 200 ? text.trim().split('\n').length - 1 : 0
    }
    expect([await rows(), await exported()]).toEqual([1, 1])
    expect((await revoke(here)).status).toBeLessThan(300)
    expect([await rows(), await exported()]).toEqual([0, 0])
    // What changes now is not sent; the last message is for this person alone and shows that nothing came before.
    const changes = [
      { type: 'device', id: 'after the revocation', location_id: place },
      { type: 'saved_view', id: 'last', location_id: null, person_id: person.id },
    ] as const
    await announce(w.db, { kind: 'changes', changes: [...changes] })
    expect(await idsUntil('last', stream)).not.toContain('after the revocation')
    stream.close()
  })
})

/** What arrives until this id came or the stream ended. */
async function idsUntil(last: string, stream: Awaited<ReturnType<typeof readStream>>): Promise<string[]> {
  const ids: string[] = []
  for (let one = await stream.next(); one !== null; one = await stream.next()) {
    ids.push(...(one.data.changes ?? []).map(({ id }) => id))
    if (ids.includes(last)) break
  }
  return ids
}
