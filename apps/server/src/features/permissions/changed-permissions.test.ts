import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeBelongs, changeRoles } from '@wheelhouse/contract/permissions/permissions.ts'
import { listPersonRoles } from '@wheelhouse/contract/permissions/own-rights.ts'
import { getLocation, listLocations } from '@wheelhouse/contract/locations/locations.ts'
import { groupMembers } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import type { MemberType } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { makePoint } from '../points-of-interest/samples.ts'
import { steward } from '../../../test/support/steward.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())

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
