import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getLocation } from '@wheelhouse/contract/locations/locations.ts'
import { changeRoles, listRoles } from '@wheelhouse/contract/permissions/permissions.ts'
import {
  createRole,
  deleteRole,
  listGrantableRoles,
  listRoleEvents,
  updateRole,
} from '@wheelhouse/contract/roles/roles.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { serial } from '../../../test/support/serial.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'

let w: TestApp
let organization: Organization
let admin: Caller
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  organization = await w.make.organization()
  const needs = {
    permission: ['GET', 'CREATE', 'UPDATE', 'DELETE'],
    console_user: ['GET', 'MODIFYROLES'],
    resource_group: ['GET'],
    location: ['GET', 'UPDATE'],
  } as const
  admin = await w.person([{ group_id: organization.owner, needs }], organization.id)
})

const body = (more: object = {}) => ({
  name: `Made role ${serial()}`,
  category: null,
  description: 'For the crew of the harbour',
  actions: { location: ['GET'] },
  ...more,
})
const create = async (more: object = {}) => admin.send(createRole, { body: body(more) })
const update = (role_id: string, version: number, more: object) =>
  admin.send(updateRole, { params: { role_id }, body: body(more), headers: { 'if-match': `"${version}"` } })
const remove = (role_id: string, version: number) =>
  admin.call(deleteRole, { params: { role_id }, headers: { 'if-match': `"${version}"` } })
const give = (role: string, person: string, group = organization.owner) =>
  admin.call(changeRoles, { body: { resource_ids: [person], resource_group_id: group, add: [role], remove: [] } })

describe('rights: nobody makes or gives what they do not hold', () => {
  test('a role is made of actions that one holds, and given to a person it counts at once', async () => {
    const location = await w.make.location(organization)
    const made = await create()
    expect(made.body).toMatchObject({ is_default: false, organization_id: organization.id, version: 1 })
    const person = await w.person([], organization.id)
    const read = async () => (await person.call(getLocation, { params: { location_id: location } })).status
    expect(await read()).toBe(404)
    expect((await give(made.body.role_id, person.id)).status).toBe(204)
    expect(await read()).toBe(200)
  })

  test.each([
    ['an action that is held nowhere', { actions: { location: ['LAUNCH'] } }, 403, 'role_not_held'],
    ['no action at all', { actions: {} }, 400, 'invalid_body'],
    ['an action that does not exist', { actions: { location: ['FLY'] } }, 400, 'invalid_body'],
    ['the internal category, which is the provider’s', { category: 'INTERNAL' }, 403, 'forbidden'],
    ['the category of machines', { category: 'SYSTEM_INTERNAL' }, 400, 'invalid_body'],
    ['no description', { description: 'short' }, 400, 'invalid_body'],
  ])('refused: %s', async (_what, more, status, code) => {
    expect(await create(more)).toMatchObject({ status, body: { error_code: code } })
  })

  test('an action is added only by who holds it in every group where the role is held', async () => {
    const made = (await create()).body
    const other = await w.make.organization()
    const person = await w.person([], organization.id)
    await w.db
      .insertInto('role_grants')
      .values({ person_id: person.id, group_id: other.owner, role_id: made.role_id })
      .execute()
    const more = { actions: { location: ['GET', 'UPDATE'] } }
    expect((await update(made.role_id, 1, more)).body.error_code).toBe('role_not_held')
    await w.make.grant(admin.id, other.owner, [['location', 'UPDATE']])
    expect((await update(made.role_id, 1, more)).body).toMatchObject({
      version: 2,
      actions: { location: ['GET', 'UPDATE'] },
    })
  })

  test('an edited role counts at once for those who hold it', async () => {
    const made = (await create({ actions: { location: ['GET', 'UPDATE'] } })).body
    const location = await w.make.location(organization)
    const person = await w.person([], organization.id)
    await give(made.role_id, person.id)
    const read = async () => (await person.call(getLocation, { params: { location_id: location } })).status
    expect(await read()).toBe(200)
    expect((await update(made.role_id, 1, { actions: { location: ['UPDATE'] } })).status).toBe(200)
    expect(await read()).toBe(404)
  })

  test('what can be given in a group is what giving accepts', async () => {
    const [held, foreign] = [await w.make.role([['location', 'GET']]), await w.make.role([['payment', 'REFUND']])]
    const machine = await w.make.role([['location', 'GET']], 'SYSTEM_INTERNAL')
    const { body: offered } = await admin.call(listGrantableRoles, { params: { group_id: organization.owner } })
    const person = await w.person([], organization.id)
    for (const role of [held, foreign, machine]) {
      const { is_grantable, missing } = offered.find((one: { role_id: string }) => one.role_id === role)
      expect((await give(role, person.id)).status === 204, role).toBe(is_grantable)
      if (role === foreign) expect(missing).toEqual(['REFUND on payment'])
    }
  })
})

describe('roles that people made', () => {
  test('default roles are not edited, and a role that is held is not deleted', async () => {
    const everything = await w.make.group({ type: 'system', covers_everything: true })
    await w.make.grant(admin.id, everything, [
      ['permission', 'GET'],
      ['permission', 'UPDATE'],
      ['permission', 'DELETE'],
    ])
    const byDefault = await w.make.role([['location', 'GET']])
    expect((await update(byDefault, 1, {})).body.error_code).toBe('role_is_default')
    expect((await remove(byDefault, 1)).body.error_code).toBe('role_is_default')
    const made = (await create()).body
    const person = await w.person([], organization.id)
    await give(made.role_id, person.id)
    expect((await remove(made.role_id, 1)).body.error_code).toBe('role_in_use')
    await w.db.deleteFrom('role_grants').where('role_id', '=', made.role_id).execute()
    expect((await remove(made.role_id, 1)).status).toBe(204)
  })

  test('its history says who changed what of it, to those who may edit it', async () => {
    const made = (await create()).body
    const more = { name: made.role_name, category: 'PARTNER', actions: { location: ['GET', 'UPDATE'] } }
    expect((await update(made.role_id, 1, more)).status).toBe(200)
    const params = { role_id: made.role_id }
    const { body: events } = await admin.call(listRoleEvents, { params })
    expect(events.items).toMatchObject([
      {
        verb: 'updated',
        actor_id: admin.id,
        before: { category: null, removed: [] },
        after: { category: 'PARTNER', added: ['location UPDATE'] },
      },
      { verb: 'created', resource_name: made.role_name },
    ])
    expect(events.items[0].after).not.toHaveProperty('name')
    const reader = await w.person([{ group_id: organization.owner, needs: { permission: ['GET'] } }], organization.id)
    expect((await reader.call(listRoleEvents, { params })).status).toBe(403)
  })

  test('another organization neither lists, edits nor gives them', async () => {
    const made = (await create()).body
    const other = await w.make.organization()
    const needs = {
      permission: ['GET', 'UPDATE'],
      console_user: ['GET', 'MODIFYROLES'],
      resource_group: ['GET'],
      location: ['GET'],
    } as const
    const stranger = await w.person([{ group_id: other.owner, needs }], other.id)
    const listed = await stranger.call(listRoles)
    expect(listed.body.map((role: { role_id: string }) => role.role_id)).not.toContain(made.role_id)
    const edited = await stranger.send(updateRole, {
      params: { role_id: made.role_id },
      body: body(),
      headers: { 'if-match': '"1"' },
    })
    expect(edited.status).toBe(404)
    expect((await stranger.call(listRoleEvents, { params: { role_id: made.role_id } })).status).toBe(404)
    const person = await w.person([], other.id)
    const given = await stranger.call(changeRoles, {
      body: { resource_ids: [person.id], resource_group_id: other.owner, add: [made.role_id], remove: [] },
    })
    expect(given.status).toBe(404)
  })

  test('security: only the provider gives an internal role another category, which would end the second factor of its holders', async () => {
    const made = (await create()).body
    await w.db.updateTable('roles').set({ category: 'INTERNAL' }).where('id', '=', made.role_id).execute()
    const relabel = () => update(made.role_id, 1, { category: 'PARTNER' })
    expect((await relabel()).body).toMatchObject({ error_code: 'forbidden', field: 'category' })
    const everything = await w.make.group({ type: 'system', covers_everything: true })
    await w.make.grant(admin.id, everything, [['permission', 'UPDATE']])
    expect((await relabel()).status).toBe(200)
  })

  test('a name is given once', async () => {
    const made = (await create()).body
    expect(await create({ name: made.role_name })).toMatchObject({
      status: 409,
      body: { error_code: 'role_name_taken', field: 'name' },
    })
  })

  test('security: the last superadmin keeps the role, also where the role itself is edited', async () => {
    const everything = await w.make.group({ type: 'system', covers_everything: true })
    const rights = [
      ['location', 'MODIFY_SUPERADMIN_FIELDS'],
      ['location', 'GET'],
      ['permission', 'UPDATE'],
      ['permission', 'GET'],
    ] as const
    const made = (await create()).body
    for (const [resource_type, action] of rights)
      await w.db
        .insertInto('role_actions')
        .values({ role_id: made.role_id, resource_type, action })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    await w.db
      .insertInto('role_grants')
      .values({ person_id: admin.id, group_id: everything, role_id: made.role_id })
      .execute()
    // A service account that holds the same keeps no person in charge.
    const service = await w.make.consoleUser(organization.id)
    await w.pool.query(`update console_users set kind = 'service' where id = $1`, [service])
    await w.make.grant(service, everything, [['location', 'MODIFY_SUPERADMIN_FIELDS']])
    const answer = await update(made.role_id, 1, { actions: { permission: ['GET', 'UPDATE'], location: ['GET'] } })
    expect(answer.body.error_code).toBe('last_superadmin')
  })
})

test('a role that gets a name while another role gets it is refused at its field', async () => {
  const made = (await create()).body
  const name = `Twice ${serial()}`
  const first = await w.pool.connect()
  await first.query('begin')
  await first.query(`insert into roles (id, name, description) values (gen_random_uuid(), $1, 'Made at once')`, [name])
  const second = update(made.role_id, 1, { name })
  await w.waitingForLocks(1)
  await first.query('commit')
  first.release()
  expect(await second).toMatchObject({ status: 409, body: { error_code: 'role_name_taken', field: 'name' } })
})
