import { afterAll, beforeAll, expect, test } from 'vitest'
import { findUsers } from '@wheelhouse/contract/find-user/find-user.ts'
import { rfidReversed } from '@wheelhouse/contract/find-user/recognise.ts'
import { revealPersonalData } from '@wheelhouse/contract/users/users.ts'
import { openDatabase, openPool } from '@wheelhouse/db/database.ts'
import type { Db } from '@wheelhouse/db/database.ts'
import { layDatabaseRoles } from '@wheelhouse/db/database-roles.ts'
import { layFoundation } from '@wheelhouse/db/foundation.ts'
import { migrate } from '@wheelhouse/db/migrate.ts'
import { openKey } from '@wheelhouse/db/sealing.ts'
import type { SealedKey } from '@wheelhouse/db/sealing.ts'
import { testDatabase } from '@wheelhouse/db/test-database.ts'
import type { TestDatabase } from '@wheelhouse/db/test-database.ts'
import { syncAllowlists } from '../../src/features/allowlists/lock-sync.ts'
import { sealClearKeys } from '../../src/features/access-keys/seal-clear-keys.ts'
import { clearKeysIn, clearKeysInFiles } from '../support/clear-keys.ts'
import { dyingDatabase, Killed } from '../support/dying-database.ts'
import { createFactories } from '../support/factories.ts'
import { stockRights } from '../support/roles.ts'
import { fakeClock, testApp, testKey } from '../support/test-app.ts'
import type { TestApp } from '../support/test-app.ts'
import { migrateBy } from './fixture.ts'

let database: TestDatabase
let w: TestApp
let holding: string
let waiting: string
let deaths = 0

const card = '04A2B1C9D0E1F2'
const keys = { card, app: 'A7F3C1D92E4B60588', pin: '274913', aloneWithPerson: '906183', garage: '00745A70' }
const mari = '01900000-0000-7000-8000-00000000aaaa'
const jaan = '01900000-0000-7000-8000-00000000bbbb'
const list = '01900000-0000-7000-8000-00000000cccc'
const config = { installation_key: testKey }
const clock = fakeClock()

/** As the version before stored them: Jaan's PIN with the person alone. */
async function storeInClear(): Promise<void> {
  await database.pool.query(
    `insert into users (id, name, country_code, pin, created_at) values ($1, 'Mari', 'EE', $3, now()), ($2, 'Jaan', 'EE', $4, now())`,
    [mari, jaan, keys.pin, keys.aloneWithPerson],
  )
  await database.pool.query(
    `insert into access_keys (id, user_id, type, key, created_at) select gen_random_uuid(), $1, type, key, now()
     from unnest(array['rfid', 'app', 'pin'], $2::text[]) k(type, key)`,
    [mari, [keys.card, keys.app, keys.pin]],
  )
  await database.pool.query(
    `insert into allowlists (id, name, visibility, sync, status, created_at, updated_at) values ($1, 'Garage', 'private', 'keys_only', 'active', now(), now())`,
    [list],
  )
  await database.pool.query(
    `insert into allowlist_entities (id, allowlist_id, kind, user_id, key, created_at, content_at)
     values (gen_random_uuid(), $1, 'key', null, $2, now(), now()), (gen_random_uuid(), $1, 'user', $3, null, now(), now())`,
    [list, keys.garage, mari],
  )
  await database.pool.query(
    `insert into key_scans (hardware_id, access_key_id, key, scanned_at, seq) values ('A1', null, $1, now(), 1)`,
    [keys.card],
  )
  await makeLocks()
  await database.pool.query('analyze')
}

/** Two locks of the garage: one holds its list, the other waits for it. */
async function makeLocks(): Promise<void> {
  const make = createFactories(database.db, clock)
  const location = await make.location(await make.organization())
  const controller = await make.controller()
  ;[holding, waiting] = [await make.hardware(controller), await make.hardware(controller)]
  for (const [number, hardware_id] of [holding, waiting].entries())
    await make.device(location, { number: number + 1, hardware_id })
  await database.pool.query(
    `insert into allowlist_targets (id, allowlist_id, location_id, created_at) values (gen_random_uuid(), $1, $2, now())`,
    [list, location],
  )
  await database.pool.query(
    `insert into allowlist_hardware (hardware_id, version, content_hash, content_at, keys, is_restricted, state, confirmed_version, next_try_at)
     select id, 7, 'of the keys themselves', now(), 3, true, state, version, now()
     from unnest($1::text[], array['in_sync', 'pending'], array[7, 6]) l(id, state, version)`,
    [[holding, waiting]],
  )
  await database.pool.query('delete from allowlist_changes')
}

/** A process of the services, which ends with its connections. */
async function started<T>(work: (db: Db, pool: ReturnType<typeof openPool>) => Promise<T>): Promise<T> {
  const pool = openPool(database.urls.services, { max: 1 })
  try {
    return await work(openDatabase(pool), pool)
  } finally {
    await pool.end()
  }
}

const clearRows = async (): Promise<number> =>
  (await database.pool.query<{ count: number }>('select count(*) from clear_keys')).rows[0]?.count ?? -1

beforeAll(async () => {
  database = await testDatabase({ template: 'template0' })
  await migrateBy(database.pool, (name) => name < '0092')
  await storeInClear()
  await migrate(database.pool)
  await layFoundation(database.pool)
  await layDatabaseRoles(database.pool)
})
afterAll(() => w.end())

test('without the key of the installation nothing is sealed and nothing is lost', async () => {
  await expect(started((db) => sealClearKeys({ db, clock, config: { installation_key: undefined } }))).rejects.toThrow(
    'WHEELHOUSE_KEY',
  )
  expect(await clearRows()).toBe(5)
})

test('a start that is killed after any of its statements is done again, and the last one seals all', async () => {
  for (let isDone = false; !isDone; deaths++) {
    const death = { statements: Math.floor(deaths / 2), isDoneUnheard: deaths % 2 === 1 }
    isDone = await started((_db, pool) => sealClearKeys({ db: dyingDatabase(pool, death), clock, config })).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof Killed)) throw error
        return false
      },
    )
    if (!isDone) expect([0, 5]).toContain(await clearRows())
  }
  expect(deaths).toBeGreaterThan(20)
  expect(await clearRows()).toBe(0)
  expect(await started((db) => sealClearKeys({ db, clock, config }))).toBe(0)
})

test('no key is left, neither in a row nor in the files of the database', async () => {
  expect(await clearKeysIn(database.pool, Object.values(keys))).toEqual([])
  // Rewritten by the one who starts the product, because it belongs to nobody else.
  await database.pool.query('vacuum (full) pg_statistic')
  expect(await clearKeysInFiles(database.pool, Object.values(keys))).toEqual([])
})

test('each key opens with the key of the installation, also the PIN that was with its person alone', async () => {
  const { rows } = await database.pool.query<SealedKey & { user_id: string | null }>(
    `select user_id, key_hash, key_sealed from access_keys
     union all select null, key_hash, key_sealed from allowlist_entities where kind <> 'user' order by 1`,
  )
  const opened = rows.map(({ user_id, ...sealed }) => `${user_id} ${openKey(testKey, sealed)}`)
  const expected = [keys.card, keys.app, keys.pin].map((key) => `${mari} ${key}`)
  expect(opened.toSorted()).toEqual([...expected, `${jaan} ${keys.aloneWithPerson}`, `null ${keys.garage}`].toSorted())
})

test('with another key the server does not start, and says why in one sentence', async () => {
  await expect(started((db) => sealClearKeys({ db, clock, config: { installation_key: 'another' } }))).rejects.toThrow(
    'The keys of riders are sealed with another key: put wheelhouse.key (or WHEELHOUSE_KEY) back.',
  )
})

test('a card of before is found in either order of its bytes, and a PIN is read', async () => {
  w = await testApp({}, undefined, undefined, [], database)
  const everything = await w.pool.query<{ id: string }>('select id from resource_groups where covers_everything')
  const admin = await w.person([{ group_id: everything.rows[0]?.id ?? '', needs: stockRights('Superadmin') }])
  for (const q of [card, rfidReversed(card)]) {
    const { body } = await admin.send(findUsers, { body: { q } })
    expect([q, body.items]).toMatchObject([q, [{ id: mari }]])
  }
  const { body } = await admin.call(revealPersonalData, { params: { user_id: jaan } })
  expect(body).toMatchObject({ pin: keys.aloneWithPerson })
})

test('a lock that holds its list keeps it, and one that waits for it gets a new version', async () => {
  await database.pool.query('insert into allowlist_changes (hardware_id) values ($1)', [holding])
  await syncAllowlists(w)
  const { rows } = await database.pool.query<{ hardware_id: string; version: number; state: string }>(
    'select hardware_id, version, state from allowlist_hardware',
  )
  const states = new Map(rows.map(({ hardware_id, version, state }) => [hardware_id, [version, state]]))
  expect(states.get(holding)).toEqual([7, 'in_sync'])
  expect(states.get(waiting)).toEqual([8, 'pending'])
})
