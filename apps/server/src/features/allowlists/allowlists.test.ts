import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { certain } from '@wheelhouse/contract/certain.ts'
import { addAllowlistKeys, addAllowlistUsers } from '@wheelhouse/contract/allowlists/allowlist-entities.ts'
import {
  addAllowlistTargets,
  allowlistTargetDevices,
  allowlistTargetLocations,
  removeAllowlistTargets,
} from '@wheelhouse/contract/allowlists/allowlist-targets.ts'
import {
  createAllowlist,
  deleteAllowlist,
  listAllowlists,
  setAllowlistStatus,
  updateAllowlist,
} from '@wheelhouse/contract/allowlists/allowlists.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { hexId } from '../../../test/support/serial.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { garage, versioned, makeAllowlistPlace, allowlistActions } from '../../../test/support/allowlist-place.ts'

let w: TestApp
let ours: Organization
/** Manager of the organization; first-line support; manager of another organization. */
let manager: Caller
let stranger: Caller
let location_id: string

beforeAll(async () => {
  w = await testApp()
  await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ ours, manager, stranger, location_id } = await makeAllowlistPlace(w))
})

const { made, read } = allowlistActions(() => ({ manager }))

describe('spec 3 and 4: what an allowlist is', () => {
  test('it is born not enabled in the organization of its maker, and switched on and off', async () => {
    const { id } = await made()
    expect((await read(id)).body).toMatchObject({
      ...garage,
      status: 'not_enabled',
      organization_id: ours.id,
      users: 0,
      locks: 0,
    })
    const set = (status: string, version: number) =>
      manager.send(setAllowlistStatus, {
        params: { allowlist_id: id },
        body: { status },
        headers: versioned(version),
      })
    expect((await set('active', 1)).body).toMatchObject({ status: 'active', version: 2 })
    expect((await set('not_enabled', 1)).status).toBe(412)
    expect((await set('not_enabled', 2)).body).toMatchObject({ status: 'not_enabled', version: 3 })
  })

  test.each([
    ['a name of 2 characters', { name: 'Ab' }, 'name'],
    ['a name of 65', { name: 'a'.repeat(65) }, 'name'],
    ['a description of 501', { description: 'a'.repeat(501) }, 'description'],
    ['a visibility that is none', { visibility: 'partner' }, 'visibility'],
    ['a sync that is none', { sync: 'all' }, 'sync'],
  ])('values, bounds: %s is refused', async (_name, body, field) => {
    const refused = await manager.send(createAllowlist, { body: { ...garage, ...body } })
    expect(refused.body).toMatchObject({ error_code: 'invalid_body', field })
  })

  test('an active allowlist cannot be deleted, so that no row opens a garage', async () => {
    const { id } = await made()
    const params = { allowlist_id: id }
    await manager.call(setAllowlistStatus, { params, body: { status: 'active' }, headers: versioned(1) })
    // The state is said also to who has not seen it yet.
    for (const version of [1, 2]) {
      const { status, body } = await manager.refused(deleteAllowlist, { params, headers: versioned(version) })
      expect([status, body.error_code]).toEqual([409, 'allowlist_active'])
    }
    await manager.call(setAllowlistStatus, { params, body: { status: 'not_enabled' }, headers: versioned(2) })
    expect((await manager.call(deleteAllowlist, { params, headers: versioned(3) })).status).toBe(204)
    expect((await read(id)).status).toBe(404)
  })
})

describe('rights: who sees and changes an allowlist', () => {
  test('a private one is seen by its organization alone, a public one by those who work with it', async () => {
    const operator = await w.person([{ group_id: ours.operator, needs: stockRights('Manager') }])
    const { id } = await made()
    expect((await read(id, operator)).status).toBe(404)
    const params = { allowlist_id: id }
    const open = { ...garage, visibility: 'public' } as const
    await manager.call(updateAllowlist, { params, body: open, headers: versioned(1) })
    expect((await read(id, operator)).status).toBe(200)
    expect((await operator.ask(listAllowlists)).items).toHaveLength(1)
    await manager.call(updateAllowlist, { params, body: garage, headers: versioned(2) })
    expect((await read(id, operator)).status).toBe(404)
    expect((await read(id, stranger)).status).toBe(404)
  })

  test.each([
    ['ADDUSERS', addAllowlistUsers, { entries: ['nobody@riders.test'] }],
    ['ADDKEYS', addAllowlistKeys, { kind: 'key', entries: ['00745A70'] }],
    ['MODIFYTARGETS', addAllowlistTargets, { location_ids: ['01900000-0000-7000-8000-000000000000'] }],
  ] as const)('%s is asked for by its own call', async (action, route, body) => {
    const { id } = await made()
    const reader = await w.person([{ group_id: ours.owner, needs: { whitelist: ['GET'] } }], ours.id)
    const refused = await reader.send(route, { params: { allowlist_id: id }, body })
    expect(refused.body).toMatchObject({ error_code: 'forbidden', missing: `${action} on whitelist` })
  })

  test('MODIFYTARGETS must be held where the locks are: a reader of a location cannot close it', async () => {
    const theirs = await w.make.organization()
    const place = await w.make.location(theirs)
    const both = await w.person(
      [
        { group_id: ours.owner, needs: stockRights('Manager') },
        { group_id: theirs.owner, needs: stockRights('Viewer') },
      ],
      ours.id,
    )
    const { id } = await made({}, both)
    const add = (who: Caller, ids: string[]) =>
      who.call(addAllowlistTargets, { params: { allowlist_id: id }, body: { location_ids: ids } })
    const failures = async (who: Caller, ids: string[]) => (await add(who, ids)).body.error_results
    expect(await failures(manager, [place])).toMatchObject([{ target_id: place, error_code: 'not_found' }])
    expect(await failures(both, [place])).toMatchObject([{ target_id: place, error_code: 'forbidden' }])
    const mixed = await add(both, [place, location_id])
    expect(mixed.status).toBe(422)
    expect(mixed.body).toMatchObject({ results: [{ target_id: location_id }], error_results: [{ target_id: place }] })
    expect((await read(id, both)).body).toMatchObject({ target_locations: 1 })
  })
})

describe('spec 3: targets are locations or devices', () => {
  test('they are added once and removed, and counted with their locks', async () => {
    const { id } = await made()
    const hardware_id = await w.make.hardware(await w.make.controller())
    const dock = await w.make.device(location_id, { hardware_id })
    await w.make.device(location_id, { type: 'guard', hardware_id: await w.make.hardware(await w.make.controller()) })
    const params = { allowlist_id: id }
    const add = (body: object) => manager.send(addAllowlistTargets, { params, body: body })
    await add({ location_ids: [location_id], device_ids: [dock] })
    await add({ location_ids: [location_id] })
    expect((await read(id)).body).toMatchObject({ target_locations: 1, target_devices: 1, locks: 1 })
    const locations = (await manager.ask(allowlistTargetLocations.route, { params })).items
    expect(locations).toMatchObject([{ location_id, locks: 1, locks_pending: 0 }])
    const devices = (await manager.ask(allowlistTargetDevices.route, { params })).items
    expect(devices).toMatchObject([{ device_id: dock, location_id }])
    const fileOf = async (list: typeof allowlistTargetLocations | typeof allowlistTargetDevices) =>
      (await manager.send(list.csv, { params, query: { column: ['location_code', 'locks'] } })).text.split('\r\n')[1]
    const row = `${certain(locations[0]).location_code},1`
    expect([await fileOf(allowlistTargetLocations), await fileOf(allowlistTargetDevices)]).toEqual([row, row])
    const ids = [certain(locations[0]).id, certain(devices[0]).id]
    expect((await manager.call(removeAllowlistTargets, { params, body: { ids } })).status).toBe(200)
    expect((await read(id)).body).toMatchObject({ target_locations: 0, target_devices: 0, locks: 0 })
  })

  test('a device without a lock is no target, and none at all is refused', async () => {
    const { id } = await made()
    const guard = await w.make.device(location_id, { type: 'guard' })
    const add = (body: object) => manager.send(addAllowlistTargets, { params: { allowlist_id: id }, body: body })
    expect((await add({ device_ids: [guard] })).body.error_results).toMatchObject([
      { target_id: guard, error_code: 'command_not_for_device' },
    ])
    expect((await add({})).body).toMatchObject({ error_message: 'location_ids: Pick at least one location or device' })
    expect((await add({ device_ids: [hexId(8)] })).status).toBe(400)
  })
})
