import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createResourceGroup,
  findBelongingGroups,
  listBelongs,
  listPrivileged,
  listResourceGroups,
  listRoles,
} from '@wheelhouse/contract/permissions/permissions.ts'
import { listPersonRoles, permissionTypesActions } from '@wheelhouse/contract/permissions/own-rights.ts'
import { getLocation, listLocations } from '@wheelhouse/contract/locations/locations.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { makePayment } from '../payments/samples.ts'
import { steward } from '../../../test/support/steward.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())

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
