import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Adapter } from 'oidc-provider'
import { testDatabase } from '@wheelhouse/db/test-database.ts'
import type { TestDatabase } from '@wheelhouse/db/test-database.ts'
import { payloadAdapter } from './payload-adapter.ts'

let database: TestDatabase
let aheadMs = 0
let codes: Adapter
let grants: Adapter
beforeAll(async () => {
  database = await testDatabase()
  const adapter = payloadAdapter(database.pool, () => new Date(Date.now() + aheadMs), 0)
  codes = adapter('AuthorizationCode')
  grants = adapter('Grant')
})
afterAll(() => database.drop())

const exp = Math.floor(Date.now() / 1000) + 300
const isRevoked = async (grantId: string) =>
  (await database.pool.query('select 1 from revoked_grants where grant_id = $1', [grantId])).rows.length > 0

test('when one code is consumed twice at once, the second is refused and ends the grant', async () => {
  await grants.upsert('grant-1', { exp, accountId: 'a' }, 300)
  await codes.upsert('code-1', { jti: 'code-1', exp, grantId: 'grant-1' }, 300)
  const outcomes = await Promise.allSettled([codes.consume('code-1'), codes.consume('code-1')])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await isRevoked('grant-1')).toBe(true)
  expect(await grants.find('grant-1')).toBeUndefined()
  expect(await codes.find('code-1')).toBeUndefined()
})

test('a token saved under a grant that has been revoked is not stored', async () => {
  await grants.destroy('grant-2')
  await codes.upsert('code-2', { jti: 'code-2', exp, grantId: 'grant-2' }, 300)
  expect(await codes.find('code-2')).toBeUndefined()
})

test('a request in progress does not restore a session or grant that was ended', async () => {
  const adapter = payloadAdapter(database.pool, () => new Date(), 0)
  const sessions = adapter('Session')
  const session = {
    exp,
    uid: 'uid-1',
    accountId: 'a',
    authorizations: { 'wheelhouse-console': { grantId: 'grant-4' } },
  }
  await sessions.upsert('session-1', session, 300)
  expect(await sessions.find('session-1')).toMatchObject({ accountId: 'a' })
  await sessions.destroy('session-1')
  await grants.destroy('grant-4')
  await sessions.upsert('session-1', session, 300)
  await grants.upsert('grant-4', { exp, accountId: 'a' }, 300)
  expect([await sessions.find('session-1'), await grants.find('grant-4')]).toEqual([undefined, undefined])
})

test('an expired row is not found, whether or not it was swept', async () => {
  await codes.upsert('code-3', { jti: 'code-3', exp, grantId: 'grant-3' }, 300)
  expect(await codes.find('code-3')).toMatchObject({ jti: 'code-3', grantId: 'grant-3' })
  aheadMs = 301_000
  expect(await codes.find('code-3')).toBeUndefined()
  aheadMs = 0
})
