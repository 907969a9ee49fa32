import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Route } from '@wheelhouse/contract/route.ts'
import { certain } from '@wheelhouse/contract/certain.ts'
import {
  addAllowlistKeys,
  addAllowlistUsers,
  listAllowlistEntities,
  removeAllowlistKeys,
  removeAllowlistUsers,
  revealAllowlistKeys,
  updateAllowlistKey,
  updateAllowlistUser,
} from '@wheelhouse/contract/allowlists/allowlist-entities.ts'
import { addAllowlistTargets } from '@wheelhouse/contract/allowlists/allowlist-targets.ts'
import { listAllowlistEvents } from '@wheelhouse/contract/allowlists/allowlists.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeEntities, makeEntity, makeRider } from './samples.ts'
import { versioned, makeAllowlistPlace, allowlistActions } from '../../../test/support/allowlist-place.ts'

let w: TestApp
let ours: Organization
/** Manager of the organization; first-line support; manager of another organization. */
let manager: Caller
let support: Caller
let location_id: string

beforeAll(async () => {
  w = await testApp()
  await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ ours, manager, support, location_id } = await makeAllowlistPlace(w))
})

const { made, read } = allowlistActions(() => ({ manager }))
const entities = async (id: string, who = manager, query = {}) =>
  (await who.ask(listAllowlistEntities, { params: { allowlist_id: id }, query })).items
const addKeys = (id: string, entries: string[], body = {}, who = manager): Promise<Answer> =>
  who.call(addAllowlistKeys, { params: { allowlist_id: id }, body: { kind: 'key', entries, ...body } })
const addUsers = (id: string, entries: string[], who = manager): Promise<Answer> =>
  who.call(addAllowlistUsers, { params: { allowlist_id: id }, body: { entries } })

describe('spec 5: entries are pasted, each with its own result', () => {
  test('cards in hex and decimal; what is wrong is named, what is right stays', async () => {
    const { id } = await made()
    const answer = await addKeys(id, ['00745A70', '0007625328', '04a2b1c9d0e1f2', '00:11:22:33', 'ZZ', '4294967296'])
    expect(answer.status).toBe(422)
    expect(answer.body.results.map(({ entry }: { entry: string }) => entry)).toEqual([
      '00745A70',
      '04a2b1c9d0e1f2',
      '00:11:22:33',
    ])
    expect(answer.body.error_results).toEqual([
      { entry: '0007625328', error_code: 'already_listed', error_message: 'Already on this allowlist' },
      { entry: 'ZZ', error_code: 'invalid_entry', error_message: 'Invalid RFID key' },
      { entry: '4294967296', error_code: 'invalid_entry', error_message: 'Invalid RFID-DEC key' },
    ])
    expect((await read(id)).body).toMatchObject({ keys: 3, users: 0 })
  })

  test('users by phone, email and id, each once; an unknown one is not found', async () => {
    const { id } = await made()
    const byPhone = await makeRider(w, { phone: '+37255512001' })
    await makeRider(w, { email: 'Mari@riders.test' })
    const byId = await makeRider(w)
    const answer = await addUsers(id, [
      '0037255512001',
      'mari@RIDERS.test',
      byId,
      byPhone,
      'x@riders.test',
      '5551',
      'me',
    ])
    expect(answer.body.results).toHaveLength(3)
    expect(answer.body.error_results.map((item: { entry: string; error_message: string }) => item)).toEqual([
      { entry: byPhone, error_code: 'already_listed', error_message: 'Already on this allowlist' },
      { entry: 'x@riders.test', error_code: 'user_not_listed', error_message: 'User not found' },
      { entry: '5551', error_code: 'invalid_entry', error_message: 'Invalid phone number' },
      { entry: 'me', error_code: 'invalid_entry', error_message: 'Invalid user id' },
    ])
  })

  test('an entry that is too long for its kind fails alone', async () => {
    const { id } = await made()
    const email = `${'m'.repeat(60)}@riders.test`
    await makeRider(w, { email })
    const long = `${'m'.repeat(250)}@riders.test`
    const users = await addUsers(id, [email, long])
    expect(users.body.results).toMatchObject([{ entry: email }])
    expect(users.body.error_results).toMatchObject([{ entry: long, error_message: 'Invalid email address' }])
    const digits = '7'.repeat(300)
    const keys = await addKeys(id, ['00745A70', digits])
    expect(keys.body.results).toMatchObject([{ entry: '00745A70' }])
    expect(keys.body.error_results).toMatchObject([{ entry: digits, error_message: 'Invalid RFID key' }])
  })

  test('a user whose data was erased is not found by id', async () => {
    const { id } = await made()
    const erased = await makeRider(w, { name: 'Deleted user', deleted_at: w.clock.now().toISOString() })
    const answer = await addUsers(id, [erased])
    expect(answer.body.error_results).toMatchObject([{ entry: erased, error_code: 'user_not_listed' }])
  })

  test('the same request under one key adds once and gets the same answer', async () => {
    const { id } = await made()
    const send = () =>
      manager.call(addAllowlistKeys, {
        params: { allowlist_id: id },
        body: { kind: 'key', entries: ['00745A70', 'ZZ'] },
        headers: { 'idempotency-key': 'paste' },
      })
    const [first, second] = [await send(), await send()]
    expect(first.status).toBe(422)
    expect(second.text).toBe(first.text)
    expect((await read(id)).body.keys).toBe(1)
  })

  test('values: an allowlist holds 5,000 entries at most', async () => {
    const { id } = await made()
    await makeEntities(w, id, 4_999)
    const answer = await addKeys(id, ['AA745A70', 'BB745A70'])
    expect(answer.body).toMatchObject({
      results: [{ entry: 'AA745A70' }],
      error_results: [{ entry: 'BB745A70', error_code: 'allowlist_full' }],
    })
  })

  test('an expiry in the past is refused, and an entry is expired as soon as its time has come', async () => {
    const { id } = await made()
    const at = (ms: number): string => new Date(w.clock.now().getTime() + ms).toISOString()
    expect((await addKeys(id, ['00745A70'], { expires_at: at(-1) })).body).toMatchObject({
      error_code: 'invalid_body',
      field: 'expires_at',
    })
    await addKeys(id, ['00745A70'], { expires_at: at(60_000) })
    expect(await entities(id)).toMatchObject([{ status: 'active' }])
    w.clock.advance(60_000)
    expect(await entities(id)).toMatchObject([{ status: 'expired' }])
    expect(await entities(id, manager, { status: 'expired' })).toHaveLength(1)
    expect(await entities(id, manager, { status: 'active' })).toHaveLength(0)
  })

  test('one entry is read by its id, in that allowlist alone', async () => {
    const [one, other] = [await made(), await made()]
    const [key] = [await makeEntity(w, one.id), await makeEntity(w, one.id)]
    expect(await entities(one.id, manager, { id: key })).toMatchObject([{ id: key }])
    expect(await entities(other.id, manager, { id: key })).toEqual([])
  })

  test('expiry and comment are changed, entries removed; users and keys by their own calls only', async () => {
    const { id } = await made()
    const user = await makeEntity(w, id, { user_id: await makeRider(w) })
    const key = await makeEntity(w, id)
    const body = { expires_at: null, comment: 'Flat 7' }
    const edit = (route: Route, params: object) =>
      manager.send(route, { params: { allowlist_id: id, ...params }, body, headers: versioned(1) })
    expect((await edit(updateAllowlistUser, { allowlist_user_id: key })).status).toBe(404)
    expect((await edit(updateAllowlistUser, { allowlist_user_id: user })).body).toMatchObject({ comment: 'Flat 7' })
    expect((await edit(updateAllowlistKey, { allowlist_key_id: key })).body).toMatchObject({ version: 2 })
    const remove = (route: Route, ids: string[]) => manager.send(route, { params: { allowlist_id: id }, body: { ids } })
    expect((await remove(removeAllowlistUsers, [user, key])).status).toBe(404)
    expect((await read(id)).body).toMatchObject({ users: 1, keys: 1 })
    expect((await remove(removeAllowlistKeys, [key])).status).toBe(204)
    expect((await remove(removeAllowlistUsers, [user])).status).toBe(204)
    expect(await entities(id)).toEqual([])
  })

  test('rights, model: a user joins the groups of operator and distributor with the first entry', async () => {
    const { id } = await made()
    const rider = await makeRider(w)
    await addUsers(id, [rider])
    const groups = async () =>
      (await w.pool.query('select group_id from resource_group_members where resource_id = $1', [rider])).rows.length
    expect(await groups()).toBe(0)
    const params = { allowlist_id: id }
    await manager.call(addAllowlistTargets, { params, body: { location_ids: [location_id] } })
    expect(await groups()).toBe(2)
  })
})

describe('rights, field levels: personal data of entries', () => {
  test('keys are masked for everybody, contacts for who holds GET_PRIVILEGED; who may not see a user gets neither', async () => {
    const { id } = await made()
    const rider = await makeRider(w, { name: 'Mari Tamm', phone: '+37251234567' })
    await addUsers(id, [rider])
    await addKeys(id, ['04A2B1C9D0E1F2'])
    const [key, user] = await entities(id, manager, { sort: 'kind', order: 'desc' })
    expect(key).toMatchObject({ masked: '•••••1F2', user_name: null })
    expect(user).toMatchObject({ masked: '', user_id: null, user_name: null })
    await w.make.members('user', rider, [ours.owner])
    expect(await entities(id, support, { kind: 'user' })).toMatchObject([
      { masked: '+3725•••••67', user_id: rider, user_name: 'Mari Tamm' },
    ])
    const needs = { ...stockRights('Manager'), user: ['GET'] } as const
    const reader = await w.person([{ group_id: ours.owner, needs }], ours.id)
    expect(await entities(id, reader, { kind: 'user' })).toMatchObject([{ masked: '', user_name: 'Mari Tamm' }])
  })

  test('a key is shown in full to who holds GET_PRIVILEGED, and each look is an event', async () => {
    const { id } = await made()
    await addKeys(id, ['04A2B1C9D0E1F2'])
    const entity = certain((await entities(id))[0]).id
    const reveal = (who: Caller) =>
      who.call(revealAllowlistKeys, { params: { allowlist_id: id }, body: { ids: [entity] } })
    expect((await reveal(manager)).status).toBe(403)
    expect((await reveal(support)).body).toEqual({ keys: [{ id: entity, key: '04A2B1C9D0E1F2' }] })
    const events = await manager.call(listAllowlistEvents, { params: { allowlist_id: id } })
    expect(events.body.items[0]).toMatchObject({ verb: 'keys_revealed', after: { count: 1 }, actor_id: support.id })
    expect(events.text).not.toContain('04A2B1')
  })

  test('only who may see keys finds an entry by its key', async () => {
    const { id } = await made()
    await addKeys(id, ['04A2B1C9D0E1F2'])
    const q = { q: '04a2b1c9d0e1f2' }
    expect(await entities(id, manager, q)).toEqual([])
    expect(await entities(id, support, q)).toHaveLength(1)
  })
})
