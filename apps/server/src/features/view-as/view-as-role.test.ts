import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Action, ResourceType } from '@wheelhouse/contract/access.ts'
import { getLocation, listLocations } from '@wheelhouse/contract/locations/locations.ts'
import { changeRoles } from '@wheelhouse/contract/permissions/permissions.ts'
import { listPersonRoles, permissionTypesActions } from '@wheelhouse/contract/permissions/own-rights.ts'
import { deleteRole } from '@wheelhouse/contract/roles/roles.ts'
import { endView } from '@wheelhouse/contract/view-as/view-as.ts'
import { announce } from '../../platform/bus.ts'
import { readStream } from '../../../test/support/reader.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { headersOf, shownTo, codeOf, makeViewPlace, viewActions } from '../../../test/support/view-place.ts'

let w: TestApp
let address: string
let everything: string
let group: string
let admin: Caller
let viewer: Caller

beforeAll(async () => {
  w = await testApp()
  address = `${await w.app.listen({ port: 0, host: '127.0.0.1' })}/event/v1/stream`
  everything = await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ group, admin, viewer } = await makeViewPlace(w, everything))
})

const { begin, began, guest, placeIn, eventsOf } = viewActions(() => ({ w, admin }))

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
