import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOwnSessions } from '@wheelhouse/contract/console-users/console-users.ts'
import { layFoundation } from '@wheelhouse/db/foundation.ts'
import { layDatabaseRoles } from '@wheelhouse/db/database-roles.ts'
import { migrate } from '@wheelhouse/db/migrate.ts'
import { testDatabase } from '@wheelhouse/db/test-database.ts'
import { testApp } from '../support/test-app.ts'
import type { TestApp } from '../support/test-app.ts'
import { readFixture, restoreRelease } from './fixture.ts'
import type { Row } from './fixture.ts'

/** The last release. Its demonstration is the fixture (`make-fixture.ts`). */
const fixture = readFixture('0.3.1')
let w: TestApp
let superadmin: { id: string; token: string }

beforeAll(async () => {
  const database = await testDatabase({ isMigrated: false })
  await restoreRelease(database.pool, fixture)
  // As each start does.
  await migrate(database.pool)
  await layFoundation(database.pool)
  await layDatabaseRoles(database.pool)
  w = await testApp({ WHEELHOUSE_KEY: 'k'.repeat(32) }, undefined, undefined, [], database)
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
