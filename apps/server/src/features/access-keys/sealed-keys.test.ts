import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { addAccessKey, listAccessKeys } from '@wheelhouse/contract/access-keys/access-keys.ts'
import {
  addAllowlistKeys,
  listAllowlistEntities,
  revealAllowlistKeys,
} from '@wheelhouse/contract/allowlists/allowlist-entities.ts'
import { createAllowlist } from '@wheelhouse/contract/allowlists/allowlists.ts'
import { findUsers } from '@wheelhouse/contract/find-user/find-user.ts'
import { rfidReversed } from '@wheelhouse/contract/find-user/recognise.ts'
import { search } from '@wheelhouse/contract/search/search.ts'
import { revealPersonalData } from '@wheelhouse/contract/users/users.ts'
import { DeviceEvent } from '@wheelhouse/device-protocol/messages.ts'
import { clearKeysIn } from '../../../test/support/clear-keys.ts'
import { makeSite } from '../../../test/gateway/gateway-fixtures.ts'
import { makeSuperadmin } from '../../../test/support/roles.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'
import { applyDeviceEvent } from '../../gateway/device-events.ts'
import { makeAccessKey, makeUser } from '../users/samples.ts'

let w: TestApp
let admin: Caller
let mari: string
let list: string

const card = '04A2B1C9D0E1F2'
const app = 'A7F3C1D92E4B60588'
const pin = '274913'
const [garage, master] = ['00745A70', 'FF745A71D0E1F3']
const keys = [card, app, pin, garage, master]

beforeAll(async () => {
  w = await testApp({ SEARCHES_PER_MINUTE: '10000' })
  admin = await makeSuperadmin(w)
  mari = await makeUser(w, [])
  for (const [type, key] of [
    ['rfid', card],
    ['pin', pin],
  ])
    await kept(addAccessKey, { params: { user_id: mari }, body: { type, key } })
  // The app adds its keys itself.
  await makeAccessKey(w, mari, { type: 'app', key: app })
  const body = { name: 'Garage', description: '', visibility: 'private', sync: 'app_and_keys' }
  list = (await kept(createAllowlist, { body })).body.id
  for (const [kind, entry] of [
    ['key', garage],
    ['master_key', master],
  ])
    await kept(addAllowlistKeys, { params: { allowlist_id: list }, body: { kind, entries: [entry] } })
})
afterAll(() => w.end())

/** As the console calls: its reply is kept for a repeat. */
const kept = (route: Parameters<Caller['call']>[0], input: object): Promise<Answer> =>
  admin.send(route, { ...input, headers: { 'idempotency-key': uuidv7() } })

const scan = async (site: Awaited<ReturnType<typeof makeSite>>, key: string, seq: number) => {
  const data = { key, key_type: 'rfid' }
  const event = DeviceEvent.parse({ id: uuidv7(), type: 'key_scan', at: w.clock.now().toISOString(), seq, data })
  return applyDeviceEvent(w, site, event, w.clock.now())
}

test('no row of any table holds a PIN, a card or the key of an app, in either order of its bytes', async () => {
  const site = await makeSite(w)
  expect(await scan(site, card, 1)).toBe('applied')
  expect(await scan(site, garage, 2)).toBe('applied')
  for (const route of [revealPersonalData, listAccessKeys]) await kept(route, { params: { user_id: mari } })
  const entities = (await admin.ask(listAllowlistEntities, { params: { allowlist_id: list } })).items
  const ids = entities.map(({ id }: { id: string }) => id)
  const { body } = await kept(revealAllowlistKeys, { params: { allowlist_id: list }, body: { ids } })
  expect(body.keys.map(({ key }: { key: string }) => key).toSorted()).toEqual([garage, master])
  await admin.send(findUsers, { body: { q: card } })
  await w.runJobs()
  expect(await clearKeysIn(w.pool, keys)).toEqual([])
  // What it looks for it would find.
  await w.pool.query(`insert into installation (key, value) values ('planted', to_jsonb($1::text))`, [
    rfidReversed(card),
  ])
  expect(await clearKeysIn(w.pool, keys)).toHaveLength(1)
  await w.pool.query(`delete from installation where key = 'planted'`)
})

test('a card is found by find user and by the search, in either order of its bytes', async () => {
  for (const q of [card, rfidReversed(card)]) {
    const found = await admin.send(findUsers, { body: { q } })
    expect([q, found.body.items]).toMatchObject([q, [{ id: mari, is_reversed: q !== card }]])
    const hits = await admin.call(search, { query: { q } })
    const matched = q === card ? 'rfid' : 'rfid_reversed'
    expect(hits.body.items).toMatchObject([{ type: 'user', id: mari, matched, rfid: card }])
  }
})

test('an allowlist shows the ends of its keys, finds a whole one, and lists none twice', async () => {
  const params = { allowlist_id: list }
  const entities = (await admin.ask(listAllowlistEntities, { params })).items
  expect(entities.map(({ masked }: { masked: string }) => masked).toSorted()).toEqual(['•••••1F3', '•••••A70'])
  const { body } = await admin.call(listAllowlistEntities, { params, query: { q: garage.toLowerCase() } })
  expect(body.items).toMatchObject([{ masked: '•••••A70' }])
  const again = await admin.call(addAllowlistKeys, { params, body: { kind: 'key', entries: [garage] } })
  expect(again.body.error_results).toMatchObject([{ entry: garage, error_code: 'already_listed' }])
})

test('a key is looked for by one probe of an index', async () => {
  const client = await w.pool.connect()
  try {
    await client.query('set enable_seqscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain select k.user_id from access_keys k where k.type in ('rfid', 'nfc') and k.key_hash = any('{"\\\\x0a"}'::bytea[])`,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('access_key_is_unique')
    expect(plan).toContain('key_hash')
    expect(plan).not.toContain('Filter')
  } finally {
    client.release()
  }
})
