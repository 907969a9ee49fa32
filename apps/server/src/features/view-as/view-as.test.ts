import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { disableConsoleUser } from '@wheelhouse/contract/console-users/console-users.ts'
import { profile } from '@wheelhouse/contract/console-users/profile.ts'
import { getLocation, listLocations } from '@wheelhouse/contract/locations/locations.ts'
import { listPersonRoles, permissionTypesActions } from '@wheelhouse/contract/permissions/own-rights.ts'
import { search } from '@wheelhouse/contract/search/search.ts'
import { endView, viewLastsMinutes } from '@wheelhouse/contract/view-as/view-as.ts'
import type { PermissionView } from '@wheelhouse/contract/view-as/view-as.ts'
import { makeUser } from '../users/samples.ts'
import { announce } from '../../platform/bus.ts'
import { readStream } from '../../../test/support/reader.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { rights, headersOf, shownTo, codeOf, makeViewPlace, viewActions } from '../../../test/support/view-place.ts'

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
