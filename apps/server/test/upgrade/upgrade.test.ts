import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOwnSessions } from '@wheelhouse/contract/console-users/console-users.ts'
import { findUsers } from '@wheelhouse/contract/find-user/find-user.ts'
import { rfidReversed } from '@wheelhouse/contract/find-user/recognise.ts'
import { layFoundation } from '@wheelhouse/db/foundation.ts'
import { layDatabaseRoles } from '@wheelhouse/db/database-roles.ts'
import { migrate } from '@wheelhouse/db/migrate.ts'
import { testDatabase } from '@wheelhouse/db/test-database.ts'
import { sealClearKeys } from '../../src/features/access-keys/seal-clear-keys.ts'
import { clearKeysIn } from '../support/clear-keys.ts'
import { fakeClock, testApp } from '../support/test-app.ts'
import type { TestApp } from '../support/test-app.ts'
import { readFixture, restoreRelease } from './fixture.ts'
import type { Row } from './fixture.ts'

/** The last release. Its demonstration is the fixture (`make-fixture.ts`). */
const fixture = readFixture('0.3.1')
let w: TestApp
let superadmin: { id: string; token: string }
const installation_key = 'k'.repeat(32)

beforeAll(async () => {
  const database = await testDatabase({ template: 'template0' })
  await restoreRelease(database.pool, fixture)
  // As each start does.
  await migrate(database.pool)
  await layFoundation(database.pool)
  await layDatabaseRoles(database.pool)
  await sealClearKeys({ db: database.db, clock: fakeClock(), config: { installation_key } })
  w = await testApp({ WHEELHOUSE_KEY: installation_key }, undefined, undefined, [], database)
  const id = String(rowsOf('console_users').find(({ email }) => email === 'superadmin@demo.test')?.id)
  superadmin = { id, token: await w.token(id) }
})
afterAll(() => w.end())

const rowsOf = (name: string): Row[] => fixture.tables.find((table) => table.name === name)?.rows ?? []
const get = (url: string) =>
  w.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${superadmin.token}` } })

test('upgrade: every row of the last release has its key after the migrations of this one', async () => {
  const lost: string[] = []
  for (const { name, key, rows } of fixture.tables) {
    const columns = key.map((one) => `"${one}"`).join(', ')
    const { rows: missing } = await w.pool.query(
      `select ${columns} from jsonb_populate_recordset(null::"${name}", $1) except select ${columns} from "${name}"`,
      [JSON.stringify(rows)],
    )
    if (missing.length > 0) lost.push(`${name}: ${missing.length} of ${rows.length}`)
  }
  expect(lost).toEqual([])
})

test('upgrade: every list answers, by the contract, and holds what was there', async () => {
  const { paths } = (await w.app.inject({ url: '/openapi.json' })).json<{
    paths: Record<string, { get?: Operation }>
  }>()
  const answers: string[] = []
  const totals: Record<string, number> = {}
  for (const [path, { get: operation }] of Object.entries(paths)) {
    if (!operation || !isPlain(path, operation) || path === listOwnSessions.path) continue
    const reply = await get(path)
    if (reply.statusCode !== 200) answers.push(`${path}: ${reply.statusCode} ${reply.body.slice(0, 200)}`)
    else if (reply.body.startsWith('{"items"')) totals[path] = reply.json<{ total: number }>().total
  }
  expect(answers).toEqual([])
  expect(totals).toMatchObject({
    '/location/v1/locations': rowsOf('locations').filter(({ deleted_at }) => !deleted_at).length,
    '/point-of-interest/v1/points-of-interest': rowsOf('points_of_interest').length,
  })
  expect(Object.values(totals).filter((total) => total > 0).length).toBeGreaterThan(10)
})

test('upgrade: no PIN, card or key of an app is left in clear, and a card of before is found', async () => {
  const cards = rowsOf('access_keys').filter(({ type }) => type === 'rfid')
  const pins = rowsOf('users').map(({ pin }) => pin)
  const keys = [...rowsOf('access_keys').map(({ key }) => key), ...pins].filter((key) => typeof key === 'string')
  expect(keys.length).toBeGreaterThan(12)
  expect(await clearKeysIn(w.pool, keys)).toEqual([])
  const found = cards.map(async ({ key, user_id }) => {
    const body = { q: rfidReversed(String(key)) }
    const { items } = (await w.as(superadmin.id, superadmin.token).send(findUsers, { body: body })).body
    expect(items).toMatchObject([{ id: user_id, is_reversed: true }])
  })
  expect((await Promise.all(found)).length).toBeGreaterThan(0)
})

interface Operation {
  parameters?: { name: string; in: string; required?: boolean }[]
  responses: Record<string, { content?: Record<string, unknown> }>
}

/** Answered with JSON, and asked for without an id or a query. The identity provider, which has the sessions, does not run here. */
const isPlain = (path: string, { parameters = [], responses }: Operation): boolean =>
  !path.includes('{') &&
  path.includes('/v1/') &&
  !parameters.some(({ required }) => required) &&
  responses['200']?.content?.['application/json'] !== undefined
