import { beforeEach, expect, test } from 'vitest'
import { can } from './can.ts'
import { createCall } from '../http/http-client.ts'
import { createRights, fetchRoles } from './rights.ts'
import { forgetUser, useUser } from '../stores/user-store.ts'

const map = { location: ['GET', 'LAUNCH'], device: [] }
const roles = [
  { role_id: '2', role_name: 'viewer', resource_group_id: 'g', resource_group_name: 'City' },
  { role_id: '1', role_name: 'support', resource_group_id: 'g', resource_group_name: 'City' },
]

function world(answer: (path: string) => unknown = (path) => (path.endsWith('/roles') ? roles : map)) {
  const asked: string[] = []
  const call = createCall({
    fetch: async (address) => {
      asked.push(String(address))
      return Response.json(answer(String(address)))
    },
    apiUrl: () => 'http://api.example',
    token: async () => 't',
    isOnline: () => true,
    onUnauthorized: () => undefined,
  })
  return {
    asked,
    rights: createRights({ call, credentials: async () => ({ sub: 'p', email: 'e', organizationId: 'o' }) }),
    call,
  }
}
beforeEach(() => forgetUser())

test('spec 4: permissions and roles are fetched once a session; concurrent asks share one request', async () => {
  const { asked, rights } = world()
  const asks = Promise.all([rights.ensure(), rights.ensure()])
  expect(useUser.getState().loadingUserPermissions).toBe(true)
  await asks
  await rights.ensure()
  expect(asked).toHaveLength(2)
  expect(useUser.getState()).toMatchObject({
    email: 'e',
    subId: 'p',
    organizationId: 'o',
    userPermissions: map,
    loadingUserPermissions: false,
  })
  expect(useUser.getState().userRoles?.map(({ id, name }) => ({ id, name }))).toEqual([
    { id: '1', name: 'support' },
    { id: '2', name: 'viewer' },
  ])
})

test('a failed fetch is not remembered', async () => {
  let isBroken = true
  const { rights } = world((path) => {
    if (isBroken) throw new TypeError('Failed to fetch')
    return path.endsWith('/roles') ? roles : map
  })
  await expect(rights.ensure()).rejects.toThrow('Network Error')
  expect(useUser.getState()).toMatchObject({ userPermissions: null, loadingUserPermissions: false })
  isBroken = false
  await rights.ensure()
  expect(useUser.getState().userPermissions).toEqual(map)
})

test('rights that changed are loaded again', async () => {
  const { asked, rights } = world()
  await rights.ensure()
  await rights.renew()
  expect(asked).toHaveLength(4)
})

test('an answer that comes after the person has left is dropped', async () => {
  const { rights } = world()
  const asking = rights.ensure()
  rights.forget()
  forgetUser()
  await asking
  expect(useUser.getState()).toMatchObject({ subId: null, userPermissions: null })
})

test("spec 5: roles need an id: 'missing resource id'", async () => {
  await expect(fetchRoles(world().call, '')).rejects.toThrow(/^missing resource id$/)
})

test('spec 5: every type and every action must be held; a missing or empty type is false', () => {
  const held = { location: ['GET', 'LAUNCH'], device: [] } as never
  expect(can(held, { location: ['GET', 'LAUNCH'] })).toBe(true)
  expect(can(held, { location: ['GET', 'UPDATE'] })).toBe(false)
  expect(can(held, { location: ['GET'], device: ['GET'] })).toBe(false)
  expect(can(held, { user: ['GET'] })).toBe(false)
  expect(can(null, { location: ['GET'] })).toBe(false)
})
