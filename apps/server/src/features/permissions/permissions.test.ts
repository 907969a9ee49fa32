import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  changeBelongs,
  changeRoles,
  createResourceGroup,
  findBelongingGroups,
  listBelongs,
  listPrivileged,
  listResourceGroups,
  listRoles,
} from '@wheelhouse/contract/permissions/permissions.ts'
import { listPersonRoles, permissionTypesActions } from '@wheelhouse/contract/permissions/own-rights.ts'
import { getLocation, listLocations } from '@wheelhouse/contract/locations/locations.ts'
import { groupMembers } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import type { MemberType } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { makePayment } from '../payments/samples.ts'
import { makePoint } from '../points-of-interest/samples.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())

const steward = {
  resource_group: ['GET', 'GETBELONGS', 'MODIFYBELONGS', 'GET_RESOURCES', 'CREATE'],
  location: ['GET'],
  console_user: ['GET', 'MODIFYROLES'],
  permission: ['GET'],
} as const

describe('rights: the permission calls', () => {
  test('the map of a person is the union over all groups', async () => {
    const [one, two] = [await w.make.group(), await w.make.group()]
    const person = await w.person([
      { group_id: one, needs: { location: ['GET', 'UPDATE'] } },
      { group_id: two, needs: { location: ['GET'], dashboards: ['analytics-dashboard:get'] } },
    ])
    const answer = await person.call(permissionTypesActions)
    expect(answer.body).toEqual({ location: ['GET', 'UPDATE'], dashboards: ['analytics-dashboard:get'] })
  })

  test('roles are a bare list with role_id and role_name, sorted by name', async () => {
    const person = await w.person([{ group_id: await w.make.group(), needs: { permission: ['GET'] } }])
    const answer = await person.call(listRoles)
    const names = (answer.body as { role_name: string }[]).map((role) => role.role_name)
    expect(names.length).toBeGreaterThan(0)
    expect(names).toEqual(names.toSorted())
    expect(answer.body[0]).toHaveProperty('role_id')
  })

  test("reading your own roles needs no right, reading another person's needs MODIFYROLES, another kind of id is 404", async () => {
    const group = await w.make.group()
    const person = await w.person([{ group_id: group, needs: { location: ['GET'] } }])
    const location = await w.make.location(null)
    const own = await person.call(listPersonRoles, { params: { id: person.id } })
    expect(own.body).toMatchObject([{ resource_group_id: group }])
    expect(Object.keys(own.body[0]).toSorted()).toEqual([
      'resource_group_id',
      'resource_group_name',
      'role_id',
      'role_name',
    ])
    const stranger = await w.make.consoleUser(null)
    expect((await person.call(listPersonRoles, { params: { id: stranger } })).status).toBe(404)
    expect((await person.call(listPersonRoles, { params: { id: location } })).status).toBe(404)
  })

  test('groups are filtered by type and by what the caller sees', async () => {
    const mine = await w.make.group({ type: 'public' })
    await w.make.group({ type: 'public' })
    const person = await w.person([{ group_id: mine, needs: { resource_group: ['GET'] } }])
    expect(await person.ask(listResourceGroups, { query: { type: 'public' } })).toMatchObject([
      { id: mine, type: 'public' },
    ])
    expect(await person.ask(listResourceGroups, { query: { type: 'system' } })).toEqual([])
    expect((await person.send(listResourceGroups, { query: { type: 'nonsense' } })).body.error_code).toBe(
      'invalid_query',
    )
  })

  test('a group is created by who holds CREATE over everything', async () => {
    const body = { name: 'City centre', description: 'All locations in the centre', type: 'private' } as const
    const local = await w.person([{ group_id: await w.make.group(), needs: { resource_group: ['CREATE'] } }])
    expect((await local.call(createResourceGroup, { body })).status).toBe(403)
    const everything = await w.make.group({ covers_everything: true, type: 'system' })
    const admin = await w.person([{ group_id: everything, needs: steward }])
    const made = await admin.call(createResourceGroup, { body })
    expect(made.body).toMatchObject(body)
    expect((await admin.refused(createResourceGroup, { body: { ...body, name: 'x' } })).body).toMatchObject({
      error_code: 'invalid_body',
      field: 'name',
    })
  })

  test('privileged takes repeated query keys and lists who holds what', async () => {
    const group = await w.make.group()
    const person = await w.person([{ group_id: group, needs: { ...steward, device: ['SETSTATUS', 'FORCESTATUS'] } }])
    const answer = await person.call(listPrivileged, {
      params: { id: group },
      query: { type: ['device', 'location'], action: ['SETSTATUS', 'FORCESTATUS'] },
    })
    expect(answer.body).toMatchObject([{ user_id: person.id, type: 'device', actions: ['FORCESTATUS', 'SETSTATUS'] }])
    expect(
      (await person.send(listPrivileged, { params: { id: group }, query: { action: 'SETSTATUS' } })).body,
    ).toHaveLength(1)
  })

  test('belongs: a device follows its location, and what is not visible is not found', async () => {
    const organization = await w.make.organization()
    const location = await w.make.location(organization)
    const device = await w.make.device(location)
    const person = await w.person([{ group_id: organization.owner, needs: { ...steward, device: ['GET'] } }])
    expect(await person.ask(listBelongs, { params: { id: device } })).toMatchObject([{ id: organization.owner }])
    const foreign = await w.make.location(await w.make.organization())
    expect((await person.call(listBelongs, { params: { id: foreign } })).status).toBe(404)
    const found = await person.call(findBelongingGroups, {
      body: { resource_type: 'location', resource_ids: [location, foreign] },
    })
    expect(found.body).toEqual([{ resource_id: location, resource_group_ids: [organization.owner] }])
  })

  test('belongs: groups that the caller may not see are left out, by name and by id', async () => {
    const [organization, secret] = [await w.make.organization(), await w.make.group({ name: 'Sold next month' })]
    const location = await w.make.location(organization)
    await w.make.members('location', location, [secret])
    const person = await w.person([{ group_id: organization.owner, needs: steward }])
    const ofSecret = await w.person([
      { group_id: secret, needs: { location: ['GET'], resource_group: ['GETBELONGS'] } },
    ])
    const body = { resource_type: 'location' as const, resource_ids: [location] }
    expect(await person.ask(listBelongs, { params: { id: location } })).toMatchObject([{ id: organization.owner }])
    expect((await person.call(findBelongingGroups, { body })).body).toEqual([
      { resource_id: location, resource_group_ids: [organization.owner] },
    ])
    expect(await ofSecret.ask(listBelongs, { params: { id: location } })).toEqual([])
    expect((await ofSecret.call(findBelongingGroups, { body })).body).toEqual([
      { resource_id: location, resource_group_ids: [] },
    ])
  })

  test('belongs: a payment follows its location, a custom role its organization, a group belongs to itself', async () => {
    const organization = await w.make.organization()
    const payment = await makePayment(w, 'paid', { location_id: await w.make.location(organization) })
    const role = await w.make.role([['location', 'GET']])
    await w.pool.query('update roles set organization_id = $1 where id = $2', [organization.id, role])
    const person = await w.person([{ group_id: organization.owner, needs: { ...steward, payment: ['GET'] } }])
    const things = [
      ['payment', payment],
      ['permission', role],
      ['resource_group', organization.owner],
    ] as const
    for (const [resource_type, id] of things) {
      expect(await person.ask(listBelongs, { params: { id } }), resource_type).toMatchObject([
        { id: organization.owner },
      ])
      const found = await person.call(findBelongingGroups, { body: { resource_type, resource_ids: [id] } })
      expect(found.body, resource_type).toEqual([{ resource_id: id, resource_group_ids: [organization.owner] }])
    }
  })
})

describe('rights: who may change who may what', () => {
  test('a location moves in and out of a group, at once, with 204; a foreign one fails alone', async () => {
    const organization = await w.make.organization()
    const [location, foreign, group] = [
      await w.make.location(organization),
      await w.make.location(await w.make.organization()),
      await w.make.group(),
    ]
    const person = await w.person([
      { group_id: organization.owner, needs: steward },
      { group_id: group, needs: steward },
    ])
    const reader = await w.person([{ group_id: group, needs: { location: ['GET'] } }])
    const change = (add: string[], remove: string[], ids = [location]) =>
      person.call(changeBelongs, { body: { resource_type: 'location', resource_ids: ids, add, remove } })
    expect((await change([group], [])).status).toBe(204)
    expect((await reader.call(getLocation, { params: { location_id: location } })).status).toBe(200)
    expect((await change([], [group])).status).toBe(204)
    expect((await reader.call(getLocation, { params: { location_id: location } })).status).toBe(404)
    const { rows } = await w.pool.query(
      'select after, resource_name, visible_through_id from events where resource_id = $1 order by id',
      [location],
    )
    const { label } = await person.ask(getLocation, { params: { location_id: location } })
    const [{ name }] = (await w.pool.query('select name from resource_groups where id = $1', [group])).rows as [
      { name: string },
    ]
    const told = { resource_name: label, visible_through_id: location }
    expect(rows).toEqual([
      { ...told, after: { added: [name], added_ids: [group], removed: [], removed_ids: [] } },
      { ...told, after: { added: [], added_ids: [], removed: [name], removed_ids: [group] } },
    ])
    const partly = await change([group], [], [location, foreign])
    expect(partly.status).toBe(422)
    expect(partly.body.error_results).toEqual([
      { resource_id: foreign, error_code: 'not_found', error_message: 'Not found' },
    ])
    expect((await reader.ask(listLocations)).items).toMatchObject([{ id: location }])
  })

  test('a single device and a point of interest are members of their own', async () => {
    const organization = await w.make.organization()
    const device = await w.make.device(await w.make.location(organization))
    const [point, group] = [await makePoint(w, organization), await w.make.group()]
    const needs = { ...steward, device: ['GET'], point_of_interest: ['GET'] } as const
    const person = await w.person([organization.owner, group].map((group_id) => ({ group_id, needs })))
    const add = (resource_type: MemberType, id: string) =>
      person.call(changeBelongs, { body: { resource_type, resource_ids: [id], add: [group], remove: [] } })
    expect([(await add('device', device)).status, (await add('point_of_interest', point)).status]).toEqual([204, 204])
    const { items } = await person.ask(groupMembers.route, { params: { group_id: group }, query: { sort: 'type' } })
    expect(items.map(({ type, id }) => ({ type, id }))).toEqual([
      { type: 'device', id: device },
      { type: 'point_of_interest', id: point },
    ])
  })

  test('nobody adds a resource where a role would give more over it than they hold themselves', async () => {
    const organization = await w.make.organization()
    const location = await w.make.location(organization)
    const group = await w.make.group()
    const person = await w.person([
      { group_id: organization.owner, needs: steward },
      { group_id: group, needs: steward },
    ])
    await w.person([{ group_id: group, needs: { device: ['FORCESTATUS'] } }])
    const answer = await person.call(changeBelongs, {
      body: { resource_type: 'location', resource_ids: [location], add: [group], remove: [] },
    })
    expect(answer.body.error_results).toMatchObject([{ error_code: 'role_not_held' }])
  })

  test('system groups follow the organizations and sessions their location', async () => {
    const organization = await w.make.organization()
    const location = await w.make.location(organization)
    const person = await w.person([{ group_id: organization.owner, needs: steward }])
    const call = (resource_type: 'location' | 'session') =>
      person.call(changeBelongs, {
        body: { resource_type, resource_ids: [location], add: [organization.owner], remove: [] },
      })
    expect((await call('location')).body.error_code).toBe('system_group')
    expect((await call('session')).body.error_code).toBe('follows_another')
  })

  test('nobody grants a role that holds more than they do in that group', async () => {
    const organization = await w.make.organization()
    const person = await w.person([{ group_id: organization.owner, needs: steward }], organization.id)
    const other = await w.make.consoleUser(organization.id)
    const [small, large] = [await w.make.role([['location', 'GET']]), await w.make.role([['payment', 'REFUND']])]
    const give = (add: string[], group = organization.owner) =>
      person.call(changeRoles, { body: { resource_ids: [other], resource_group_id: group, add, remove: [] } })
    expect((await give([small])).status).toBe(204)
    expect((await give([large])).body.error_code).toBe('role_not_held')
    expect((await give([small], organization.reseller)).status).toBe(404)
    expect(await person.ask(listPersonRoles, { params: { id: other } })).toMatchObject([{ role_id: small }])
    const events = await w.db
      .selectFrom('events')
      .select(['verb', 'actor_id'])
      .where('resource_id', '=', other)
      .execute()
    expect(events).toEqual([{ verb: 'changed', actor_id: person.id }])
  })

  test('a system-internal role is given to no person, and the last superadmin keeps the role', async () => {
    const everything = await w.make.group({ covers_everything: true, type: 'system' })
    const needs = { ...steward, location: ['GET', 'MODIFY_SUPERADMIN_FIELDS'] } as const
    const admin = await w.person([{ group_id: everything, needs }])
    const [held] = await w.db.selectFrom('role_grants').select('role_id').where('person_id', '=', admin.id).execute()
    const service = await w.make.role([['location', 'GET']], 'SYSTEM_INTERNAL')
    const change = (id: string, add: string[], remove: string[]) =>
      admin.call(changeRoles, { body: { resource_ids: [id], resource_group_id: everything, add, remove } })
    expect((await change(admin.id, [service], [])).body.error_code).toBe('role_for_no_person')
    expect((await change(admin.id, [], [held?.role_id ?? ''])).body.error_results).toMatchObject([
      { error_code: 'last_superadmin' },
    ])
    const second = await w.make.consoleUser(null)
    expect((await change(second, [held?.role_id ?? ''], [])).status).toBe(204)
    expect((await change(admin.id, [], [held?.role_id ?? ''])).status).toBe(204)
  })
})

describe('rights: people and tokens', () => {
  test('a disabled person and a revoked token stop at once', async () => {
    const person = await w.person([{ group_id: await w.make.group(), needs: { location: ['GET'] } }])
    const gid = 'grant-of-this-test'
    const other = w.as(person.id, await w.token(person.id, { gid }))
    expect((await other.call(listLocations)).status).toBe(200)
    await w.pool.query('insert into revoked_grants (grant_id, revoked_at) values ($1, now())', [gid])
    expect((await other.call(listLocations)).status).toBe(401)
    expect((await person.call(listLocations)).status).toBe(200)
    await w.db
      .updateTable('console_users')
      .set({ disabled_at: w.clock.now().toISOString(), disabled_reason: 'left' })
      .where('id', '=', person.id)
      .execute()
    expect((await person.refused(listLocations)).body.error_code).toBe('account_disabled')
  })

  test('of two people who ask for two places in turn, each gets only their own reply, and a revoked right is gone at once', async () => {
    const [one, two] = [await w.make.organization(), await w.make.organization()]
    const asked = { [await w.make.location(one)]: one, [await w.make.location(two)]: two }
    const seers = [one, two].map(async ({ owner }) => ({
      owner,
      person: await w.person([{ group_id: owner, needs: { location: ['GET'] } }]),
    }))
    for (const turn of ['first', 'again'])
      for (const { owner, person } of await Promise.all(seers))
        for (const [location_id, organization] of Object.entries(asked)) {
          const { status } = await person.call(getLocation, { params: { location_id } })
          expect([turn, status]).toEqual([turn, owner === organization.owner ? 200 : 404])
        }
    const { person } = (await Promise.all(seers))[0] as { person: Awaited<ReturnType<TestApp['person']>> }
    await w.pool.query('delete from role_grants where person_id = $1', [person.id])
    expect((await person.call(getLocation, { params: { location_id: Object.keys(asked)[0] ?? '' } })).status).toBe(404)
  })
})
