import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { userAllowlists } from '@wheelhouse/contract/allowlists/user-allowlists.ts'
import type { UserAllowlist } from '@wheelhouse/contract/allowlists/user-allowlists.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { hexId } from '../../../test/support/serial.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeAccessKey, makeUser } from '../users/samples.ts'
import { makeAllowlist, makeEntity } from './samples.ts'
import { userAllowlistList } from './user-list.ts'

let w: TestApp
let ours: Organization
let user: string
let garage: string
let support: Caller

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  ours = await w.make.organization()
  user = await makeUser(w, [ours.owner])
  garage = await makeAllowlist(w, ours.id, [ours.owner], { name: 'Garage', status: 'active' })
  support = await w.person([{ group_id: ours.owner, needs: stockRights('First-line support') }], ours.id)
})

const holding = (needs: Needs): Promise<Caller> => w.person([{ group_id: ours.owner, needs }])
const listed = async (who: Caller, query: object = {}, user_id = user): Promise<UserAllowlist[]> =>
  (await who.send(userAllowlists.route, { params: { user_id }, query })).body.items

test('screens: the page of a person lists the allowlists that name the person or one of their cards', async () => {
  const [rfid, nfc] = [hexId(8), hexId(14)]
  const card = await makeAccessKey(w, user, { key: rfid })
  const phone = await makeAccessKey(w, user, { type: 'nfc', key: nfc })
  const later = new Date(w.clock.now().getTime() + 60_000).toISOString()
  await makeEntity(w, garage, { user_id: user })
  await makeEntity(w, garage, { key: rfid, kind: 'master_key', expires_at: later })
  await makeEntity(w, garage, { key: nfc })
  // Somebody else's, and a card of nobody.
  await makeEntity(w, garage, { user_id: await makeUser(w, [ours.owner]) })
  await makeEntity(w, garage)
  const of = { allowlist_id: garage, allowlist_name: 'Garage', allowlist_status: 'active', status: 'active' }
  expect(await listed(support, { sort: 'kind', order: 'asc' })).toMatchObject([
    { ...of, kind: 'user', access_key_id: null, key_type: null, expires_at: null, comment: '' },
    { ...of, kind: 'key', access_key_id: phone, key_type: 'nfc' },
    { ...of, kind: 'master_key', access_key_id: card, key_type: 'rfid', expires_at: later },
  ])
  expect(await listed(support, { kind: 'master_key' })).toHaveLength(1)
  w.clock.advance(60_000)
  expect(await listed(support, { status: 'expired' })).toMatchObject([{ kind: 'master_key' }])
})

test('a PIN or the key of an app is no card, also where its characters are the same', async () => {
  const key = hexId(8)
  await makeAccessKey(w, user, { type: 'app', key })
  await makeEntity(w, garage, { key })
  expect(await listed(support)).toEqual([])
})

test('rights: of allowlists that the reader does not see nothing is shown', async () => {
  const theirs = await w.make.organization()
  await makeEntity(w, await makeAllowlist(w, theirs.id, [theirs.owner]), { user_id: user })
  expect(await listed(support)).toEqual([])
  await makeEntity(w, garage, { user_id: user })
  expect(await listed(support)).toMatchObject([{ allowlist_id: garage }])
  expect(await listed(await holding({ user: ['GET'] }))).toEqual([])
})

test('rights: which cards are theirs is shown only to readers who see the keys of that person', async () => {
  const key = hexId(8)
  await makeAccessKey(w, user, { key })
  await makeEntity(w, garage, { key })
  const needs: Needs = { user: ['GET'], whitelist: ['GET'] }
  expect(await listed(await holding(needs))).toEqual([])
  const elsewhere = { group_id: await w.make.group(), needs: { user: ['GET_ACCESS_KEYS'] } as const }
  expect(await listed(await w.person([{ group_id: ours.owner, needs }, elsewhere]))).toEqual([])
  expect(await listed(await holding({ ...needs, user: ['GET', 'GET_ACCESS_KEYS'] }))).toHaveLength(1)
})

test('pages follow each other, and the file has all of them', async () => {
  const names = ['Attic', 'Barn', 'Cellar']
  for (const name of names)
    await makeEntity(w, await makeAllowlist(w, ours.id, [ours.owner], { name }), { user_id: user })
  const [params, order] = [{ user_id: user }, { sort: 'allowlist_name', order: 'asc' }]
  const query = { ...order, limit: 2 }
  const { body: first } = await support.send(userAllowlists.route, { params, query })
  expect(first).toMatchObject({ total: 3, items: [{ allowlist_name: 'Attic' }, { allowlist_name: 'Barn' }] })
  expect(await listed(support, { ...query, cursor: first.next })).toMatchObject([{ allowlist_name: 'Cellar' }])
  const file = await support.send(userAllowlists.csv, {
    params,
    query: { ...order, column: ['allowlist_name', 'kind'] },
  })
  expect(file.text).toBe('\uFEFFallowlist_name,kind\r\nAttic,user\r\nBarn,user\r\nCellar,user\r\n')
})

test('data model: the entries of a person and of their cards are found by indexes, at any number of entries', async () => {
  const reader = { ...w, person: { id: support.id }, correlation_id: uuidv7() }
  const { from, where } = userAllowlistList.conditions(reader, {}, { user_id: user })
  const plan = await w.db.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select e.id from ${from} where ${where}`.execute(db)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('allowlist_entities_of_user')
  expect(plan).toContain('allowlist_entities_of_key')
})
