import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { certain } from '@wheelhouse/contract/certain.ts'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { userAllowlists } from '@wheelhouse/contract/allowlists/user-allowlists.ts'
import type { UserAllowlist } from '@wheelhouse/contract/allowlists/user-allowlists.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { hexId } from '../../../test/support/serial.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import type { Db } from '../../platform/context.ts'
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

const keyState = async (who: Caller, kind = 'user') => {
  const [row] = await listed(who, { kind })
  return row && { status: row.status, keys: row.keys, is_user_disabled: row.is_user_disabled }
}
const disable = () =>
  w.db
    .updateTable('users')
    .set({ disabled_at: w.clock.now().toISOString(), disabled_reason: 'Moved away' })
    .where('id', '=', user)
    .execute()

test('an entry says with how many keys it opens, and that its user is disabled, as the list of the allowlist does', async () => {
  const key = hexId(8)
  await makeEntity(w, garage, { user_id: user })
  await makeEntity(w, garage, { key })
  expect(await keyState(support)).toEqual({ status: 'active', keys: 0, is_user_disabled: false })
  await makeAccessKey(w, user, { key })
  await makeAccessKey(w, user, { type: 'app', key: hexId(32) })
  expect(await keyState(support)).toMatchObject({ keys: 2 })
  await w.db.updateTable('allowlists').set({ sync: 'keys_only' }).where('id', '=', garage).execute()
  expect(await keyState(support)).toMatchObject({ keys: 1 })
  await disable()
  expect(await keyState(support)).toEqual({ status: 'active', keys: 0, is_user_disabled: true })
  // The card is on the list by itself.
  expect(await keyState(support, 'key')).toEqual({ status: 'active', keys: 1, is_user_disabled: false })
})

test('rights: how many keys a person has is shown only to readers who see them', async () => {
  await makeEntity(w, garage, { user_id: user })
  await disable()
  const reader = await holding({ user: ['GET'], whitelist: ['GET'] })
  expect(await keyState(reader)).toEqual({ status: 'active', keys: null, is_user_disabled: true })
})

/** How often the targets of allowlists were gone through, which is where all their locks are found. */
async function targetScans(db: Db): Promise<number> {
  const { rows } = await sql<{ scans: number }>`select (seq_scan + coalesce(idx_scan, 0))::int as scans
    from pg_stat_xact_user_tables where relname = 'allowlist_targets'`.execute(db)
  return certain(rows[0]).scans
}

const scansOfPage = (query: object): Promise<number> =>
  w.db.transaction().execute(async (db) => {
    const reader = { ...w, db, person: { id: support.id }, correlation_id: uuidv7() }
    const before = await targetScans(db)
    const page = { sort: 'created_at', order: 'desc', limit: 50, ...query }
    const { total } = await userAllowlistList.read(reader, { params: { user_id: user }, query: page })
    expect(total).toBe(3)
    return (await targetScans(db)) - before
  })

test('data model: the locks of an allowlist are read once for all of its entries, and twice only where the status decides', async () => {
  const [rfid, nfc] = [hexId(8), hexId(14)]
  await makeAccessKey(w, user, { key: rfid })
  await makeAccessKey(w, user, { type: 'nfc', key: nfc })
  await makeEntity(w, garage, { user_id: user })
  for (const key of [rfid, nfc]) await makeEntity(w, garage, { key })
  // Targets are locations and devices.
  const aWalk = 2
  expect(await scansOfPage({})).toBe(aWalk)
  expect(await scansOfPage({ sort: 'allowlist_name' })).toBe(aWalk)
  for (const query of [{ status: ['active'] }, { status_not: ['expired'] }, { sort: 'status' }])
    expect(await scansOfPage(query)).toBe(2 * aWalk)
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
