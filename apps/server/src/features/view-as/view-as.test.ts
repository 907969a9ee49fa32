import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Action, Needs, ResourceType } from '@wheelhouse/contract/access.ts'
import { disableConsoleUser } from '@wheelhouse/contract/console-users/console-users.ts'
import { profile } from '@wheelhouse/contract/console-users/profile.ts'
import { getLocation, listLocations } from '@wheelhouse/contract/locations/locations.ts'
import { changeRoles } from '@wheelhouse/contract/permissions/permissions.ts'
import { listPersonRoles, permissionTypesActions } from '@wheelhouse/contract/permissions/own-rights.ts'
import { deleteRole } from '@wheelhouse/contract/roles/roles.ts'
import { search } from '@wheelhouse/contract/search/search.ts'
import { beginView, endView, viewAsHeader, viewLastsMinutes } from '@wheelhouse/contract/view-as/view-as.ts'
import type { NewPermissionView, PermissionView } from '@wheelhouse/contract/view-as/view-as.ts'
import { makeUser } from '../users/samples.ts'
import { forgetHints } from '../../authz/visible.ts'
import { announce } from '../../platform/bus.ts'
import { readStream } from '../../../test/support/reader.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'

let w: TestApp
let address: string
let everything: string
let group: string
let admin: Caller
let viewer: Caller

const rights: Needs = {
  location: ['GET', 'UPDATE', 'GET_EVENTS'],
  device: ['GET', 'SETSTATUS'],
  user: ['GET', 'GET_PRIVILEGED'],
  console_user: ['GET', 'MODIFYROLES', 'DISABLE'],
  resource_group: ['GET', 'GETBELONGS'],
  permission: ['GET', 'DELETE'],
}

beforeAll(async () => {
  w = await testApp()
  address = `${await w.app.listen({ port: 0, host: '127.0.0.1' })}/event/v1/stream`
  everything = await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => w.end())
beforeEach(async () => {
  group = await w.make.group()
  admin = await w.person([{ group_id: everything, needs: rights }])
  viewer = await w.person([{ group_id: group, needs: { location: ['GET'] } }])
})

const begin = (subject: NewPermissionView, who = admin) => who.call(beginView, { body: subject })
const began = async (subject: NewPermissionView): Promise<PermissionView> => (await begin(subject)).body
const headersOf = (view: { id: string }) => ({ [viewAsHeader]: view.id })
/** Calls as a guest: under the token of the viewer, with the view named. */
const guest = (view: { id: string }, who = admin): Caller => w.as(who.id, who.token, headersOf(view))
const placeIn = async (...groups: string[]): Promise<string> => {
  const id = await w.make.location(null)
  await w.make.members('location', id, groups)
  return id
}
const shownTo = async (who: Caller): Promise<string[]> => {
  const { status, body } = await who.call(listLocations, { query: { limit: 500 } })
  return status === 200 ? body.items.map((row: { id: string }) => row.id).toSorted() : []
}
const codeOf = ({ status, body }: { status: number; body: { error_code?: string } | null }) => [
  status,
  body?.error_code,
]
const eventsOf = async (verb: string) =>
  (
    await w.pool.query(
      `select actor_id, resource_id, resource_type, after from events where feature = 'view-as' and verb = $1`,
      [verb],
    )
  ).rows

describe('issue 12: view as a person', () => {
  test('shows their rows, their rights and their roles, under the name of the viewer', async () => {
    const [seen, hidden] = [await placeIn(group), await placeIn()]
    const view = await began({ console_user_id: viewer.id })
    expect(view).toMatchObject({ kind: 'person', subject_id: viewer.id })
    expect(await shownTo(guest(view))).toEqual([seen])
    expect((await guest(view).call(getLocation, { params: { location_id: hidden } })).status).toBe(404)
    expect(await guest(view).ask(permissionTypesActions)).toEqual({ location: ['GET'] })
    expect(await guest(view).ask(listPersonRoles, { params: { id: viewer.id } })).toHaveLength(1)
    expect((await guest(view).ask(profile)).id).toBe(admin.id)
    expect(await shownTo(admin)).toEqual(expect.arrayContaining([seen, hidden]))
  })

  test('its begin and its end are events of the viewer, also where time ends it', async () => {
    const [first, second] = [await began({ console_user_id: viewer.id }), await began({ console_user_id: viewer.id })]
    expect((await guest(first).call(profile)).status, 'what is the own one disregards the view').toBe(200)
    expect(codeOf(await guest(first).call(listLocations))).toEqual([403, 'view_over'])
    const of = (events: Record<string, unknown>[]) => events.filter(({ resource_id }) => resource_id === viewer.id)
    expect(of(await eventsOf('began')).map(({ actor_id }) => actor_id)).toEqual([admin.id, admin.id])
    expect((await admin.call(endView, { params: { view_id: first.id } })).status).toBe(404)
    expect(of(await eventsOf('ended'))).toHaveLength(1)
    w.clock.advance(viewLastsMinutes * 60_000)
    expect(codeOf(await guest(second).call(listLocations))).toEqual([403, 'view_over'])
    await w.runJobs()
    expect(of(await eventsOf('ended'))).toHaveLength(2)
    expect(codeOf(await begin({ console_user_id: viewer.id }))).toEqual([200, undefined])
  })

  test('nobody views more than they hold, not even when the other gains it during the view', async () => {
    const partner = await w.person([
      { group_id: group, needs: { console_user: ['GET', 'MODIFYROLES'], location: ['GET'] } },
    ])
    await w.make.members('console_user', viewer.id, [group])
    const view: PermissionView = (await begin({ console_user_id: viewer.id }, partner)).body
    expect((await guest(view, partner).call(listLocations)).status).toBe(200)
    await w.make.grant(viewer.id, group, [['location', 'DELETE']])
    expect(codeOf(await guest(view, partner).call(listLocations))).toEqual([403, 'view_over'])
    expect(codeOf(await begin({ console_user_id: viewer.id }, partner))).toEqual([403, 'view_of_more_rights'])
    expect(codeOf(await begin({ console_user_id: admin.id }, partner)), 'not visible').toEqual([404, 'not_found'])
    expect(codeOf(await begin({ console_user_id: admin.id }, viewer)), 'without the right').toEqual([403, 'forbidden'])
  })

  test('it ends with the right to it, the sign-in of the viewer and the account of the other', async () => {
    const view = await began({ console_user_id: viewer.id })
    const elsewhere = w.as(admin.id, await w.token(admin.id, { gid: 'another-sign-in' }))
    expect(codeOf(await guest(view, elsewhere).call(listLocations))).toEqual([403, 'view_over'])
    const stranger = await w.person([{ group_id: everything, needs: rights }])
    expect(codeOf(await guest(view, stranger).call(listLocations))).toEqual([403, 'view_over'])
    await stranger.call(disableConsoleUser, {
      params: { console_user_id: viewer.id },
      body: { reason: 'A test of views' },
    })
    expect(codeOf(await guest(view).call(listLocations))).toEqual([403, 'view_over'])
    expect(codeOf(await begin({ console_user_id: viewer.id }))).toEqual([409, 'view_of_disabled'])
    expect((await guest(view).call(profile)).status).toBe(200)
  })

  test('a search by personal data finds nobody, because a match would reveal it', async () => {
    const supporter = await w.person([{ group_id: group, needs: { user: ['GET', 'GET_PRIVILEGED'] } }])
    const rider = await makeUser(w, [group], { phone: '+37255501234' })
    const query = { q: '+37255501234' }
    expect((await supporter.call(search, { query })).text).toContain(rider)
    const view = await began({ console_user_id: supporter.id })
    const answer = await guest(view).call(search, { query })
    expect([answer.status, answer.text.includes(rider)]).toEqual([200, false])
  })

  test('the live stream sends what the other may see, nothing for the other alone, and closes with the view', async () => {
    const [seen, hidden] = [await placeIn(group), await placeIn()]
    const view = await began({ console_user_id: viewer.id })
    const reader = await readStream(address, admin.token, undefined, headersOf(view))
    const changed = (location_id: string, id: string, person_id?: string) =>
      announce(w.db, { kind: 'changes', changes: [{ type: 'device', id, location_id, person_id }] })
    await changed(hidden, 'hidden')
    await changed(seen, 'for the other alone', viewer.id)
    await changed(seen, 'seen')
    expect((await reader.next())?.data.changes?.map(({ id }) => id)).toEqual(['seen'])
    await admin.call(endView, { params: { view_id: view.id } })
    expect((await reader.next())?.event).toBe('rights_changed')
    expect(await reader.next()).toBeNull()
  })
})

describe('issue 12: view as a role', () => {
  const roleOf = (...pairs: (readonly [ResourceType, Action])[]) => w.make.role(pairs)

  test('shows what the role gives in a group, and leaves no trace among the people', async () => {
    const [seen] = [await placeIn(group), await placeIn()]
    const role_id = await roleOf(['location', 'GET'], ['location', 'UPDATE'])
    const view = await began({ role_id, resource_group_id: group })
    expect(view.kind).toBe('role')
    expect(await shownTo(guest(view))).toEqual([seen])
    expect((await guest(view).call(getLocation, { params: { location_id: seen } })).status).toBe(200)
    expect(await guest(view).ask(permissionTypesActions)).toEqual({ location: ['GET', 'UPDATE'] })
    expect(await guest(view).ask(listPersonRoles, { params: { id: view.subject_id } })).toMatchObject([{ role_id }])
    const people = await w.pool.query(
      'select 1 from role_grants g join console_users p on p.id = g.person_id where g.role_id = $1',
      [role_id],
    )
    expect(people.rows).toEqual([])
    await admin.call(endView, { params: { view_id: view.id } })
    expect((await w.pool.query('select 1 from role_grants where role_id = $1', [role_id])).rows).toEqual([])
  })

  test('the live stream sends what the role would see', async () => {
    const [seen, hidden] = [await placeIn(group), await placeIn()]
    const view = await began({ role_id: await roleOf(['location', 'GET']), resource_group_id: group })
    const reader = await readStream(address, admin.token, undefined, headersOf(view))
    for (const [location_id, id] of [
      [hidden, 'hidden'],
      [seen, 'seen'],
    ] as const)
      await announce(w.db, { kind: 'changes', changes: [{ type: 'device', id, location_id }] })
    expect((await reader.next())?.data.changes?.map(({ id }) => id)).toEqual(['seen'])
    reader.close()
  })

  test('a role with more than the viewer holds is refused, and deleting a role ends its views', async () => {
    const more = await roleOf(['location', 'DELETE'])
    expect(codeOf(await begin({ role_id: more, resource_group_id: group }))).toEqual([403, 'view_of_more_rights'])
    const role_id = await roleOf(['location', 'GET'])
    await w.pool.query('update roles set created_by = $1 where id = $2', [admin.id, role_id])
    const view = await began({ role_id, resource_group_id: group })
    const gone = await admin.call(deleteRole, { params: { role_id }, headers: { 'if-match': '"1"' } })
    expect(gone.status).toBe(204)
    expect(codeOf(await guest(view).call(listLocations))).toEqual([403, 'view_over'])
    expect((await eventsOf('ended')).some(({ resource_id }) => resource_id === role_id)).toBe(true)
  })

  test('a role of another organization is an unknown one, whatever it holds', async () => {
    const [own, other] = [await w.make.organization(), await w.make.organization()]
    const partner = await w.person([
      {
        group_id: own.owner,
        needs: {
          console_user: ['GET', 'MODIFYROLES'],
          resource_group: ['GET'],
          permission: ['GET'],
          location: ['GET'],
        },
      },
    ])
    for (const pairs of [[['location', 'GET']], [['location', 'DELETE']]] as const) {
      const role_id = await roleOf(...pairs)
      await w.pool.query('update roles set organization_id = $1 where id = $2', [other.id, role_id])
      const subject = { role_id, resource_group_id: own.owner }
      expect(codeOf(await begin(subject, partner))).toEqual([404, 'not_found'])
    }
  })

  test('a role that nobody may hold is not viewed, and a view is no way to give roles', async () => {
    const role_id = await w.make.role([['location', 'GET']], 'SYSTEM_INTERNAL')
    expect(codeOf(await begin({ role_id, resource_group_id: group }))).toEqual([409, 'role_for_no_person'])
    const view = await began({ console_user_id: viewer.id })
    const body = { resource_ids: [viewer.id], resource_group_id: group, add: [role_id], remove: [] }
    expect(codeOf(await guest(view).call(changeRoles, { body }))).toEqual([403, 'view_is_read_only'])
  })
})

describe('property: a guest sees exactly what the other sees', () => {
  const pairs = [
    ['location', 'GET'],
    ['location', 'UPDATE'],
    ['device', 'GET'],
  ] as const
  const some = (most: number) => fc.uniqueArray(fc.nat({ max: most - 1 }), { maxLength: most })
  const history = fc.record({
    grants: fc.array(fc.record({ group: fc.nat({ max: 3 }), actions: some(pairs.length) }), { maxLength: 4 }),
    members: fc.array(some(3), { minLength: 3, maxLength: 3 }),
  })

  test('in lists, single checks, the map of rights and the live stream, over random grants and memberships', async () => {
    const groups = [everything, await w.make.group(), await w.make.group(), await w.make.group()]
    const places = [await w.make.location(null), await w.make.location(null), await w.make.location(null)]
    // Everybody sees this one, so that a stream without other changes ends as well.
    const common = await w.make.group()
    const last = await placeIn(common)
    await fc.assert(
      fc.asyncProperty(history, async ({ grants, members }) => {
        await w.db.deleteFrom('resource_group_members').where('resource_id', 'in', places).execute()
        for (const [at, place] of places.entries())
          await w.make.members(
            'location',
            place,
            (members[at] ?? []).map((one) => groups[one + 1] as string),
          )
        const person = await w.person([{ group_id: common, needs: { location: ['GET'] } }])
        for (const { group: at, actions } of grants)
          await w.make.grant(
            person.id,
            groups[at] as string,
            actions.flatMap((one) => (pairs[one] ? [pairs[one]] : [])),
          )
        forgetHints()
        // A second view of one viewer ends the first, and with that its streams: each run has a viewer without another view.
        const watcher = await w.person([{ group_id: everything, needs: rights }])
        const { body: view } = await begin({ console_user_id: person.id }, watcher)
        const seen = await shownTo(person)
        expect(await shownTo(guest(view, watcher))).toEqual(seen)
        expect((await guest(view, watcher).call(permissionTypesActions)).text).toBe(
          (await person.call(permissionTypesActions)).text,
        )
        for (const place of places) {
          const input = { params: { location_id: place } }
          expect((await guest(view, watcher).call(getLocation, input)).text).toBe(
            (await person.call(getLocation, input)).text,
          )
        }
        const readers = [
          await readStream(address, person.token),
          await readStream(address, watcher.token, undefined, headersOf(view)),
        ]
        await announce(w.db, {
          kind: 'changes',
          changes: [...places, last].map((location_id) => ({ type: 'device', id: location_id, location_id })),
        })
        for (const reader of readers)
          expect(await changesBefore(last, reader)).toEqual(places.filter((id) => seen.includes(id)))
        for (const reader of readers) reader.close()
      }),
      { numRuns: 25 },
    )
  }, 120_000)
})

/** The ids of the changes that arrive before this one. */
async function changesBefore(last: string, reader: Awaited<ReturnType<typeof readStream>>): Promise<string[]> {
  const ids: string[] = []
  for (let one = await reader.next(); one !== null; one = await reader.next()) {
    ids.push(...(one.data.changes ?? []).map(({ id }) => id))
    if (ids.includes(last)) break
  }
  return ids.filter((id) => id !== last)
}
