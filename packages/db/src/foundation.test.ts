import { afterAll, beforeAll, expect, test } from 'vitest'
import { AdministratorError, createAdministrator } from './first-administrator.ts'
import { layFoundation } from './foundation.ts'
import { testDatabase } from './test-database.ts'
import type { TestDatabase } from './test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const rows = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await database.pool.query<T>(text, values)).rows
const count = async (table: string): Promise<number> =>
  (await rows<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n ?? 0

test('rights: an empty installation gets the default roles and the two groups without organization once, however often it starts', async () => {
  await Promise.all([layFoundation(database.pool), layFoundation(database.pool)])
  const [roles, rights, groups] = [await count('roles'), await count('role_actions'), await count('resource_groups')]
  expect([roles, groups]).toEqual([9, 2])
  expect(rights).toBeGreaterThan(200)
  await layFoundation(database.pool)
  expect([await count('roles'), await count('role_actions'), await count('resource_groups')]).toEqual([
    roles,
    rights,
    groups,
  ])
})

const rightsOf = (role: string) =>
  rows<{ resource_type: string; action: string }>(
    `select resource_type, action from role_actions join roles on id = role_id where name = $1`,
    [role],
  )

test('rights: what the installation removed from or added to a default role stays so, however often it starts', async () => {
  await database.pool.query(
    `delete from role_actions using roles r where r.id = role_id and r.name = 'Viewer' and (resource_type, action) = ('location', 'GET')`,
  )
  await database.pool.query(`insert into role_actions select id, 'payment', 'REFUND' from roles where name = 'Viewer'`)
  await database.pool.query(
    `insert into roles (id, name, category, description) values (gen_random_uuid(), 'Night shift', null, 'Ours')`,
  )
  await database.pool.query(`insert into role_actions select id, 'device', 'GET' from roles where name = 'Night shift'`)
  await database.pool.query(
    `with gone as (delete from role_actions using roles r where r.id = role_id and r.name = 'Manager') select 1`,
  )
  await database.pool.query(`delete from roles where name = 'Manager'`)
  await layFoundation(database.pool)
  const viewer = await rightsOf('Viewer')
  expect(viewer).not.toContainEqual({ resource_type: 'location', action: 'GET' })
  expect(viewer).toContainEqual({ resource_type: 'payment', action: 'REFUND' })
  expect(viewer).toContainEqual({ resource_type: 'device', action: 'GET' })
  expect(await rightsOf('Night shift')).toEqual([{ resource_type: 'device', action: 'GET' }])
  expect(await rows(`select 1 from roles where name = 'Manager'`)).toEqual([])
})

test('rights: the first start that records default rights removes those that no version gives, and only that start', async () => {
  await database.pool.query('delete from foundation_laid')
  await database.pool.query(
    `insert into role_actions select id, 'location', 'GET_PRIVILEGED_FIELDS' from roles where name = 'Viewer'`,
  )
  await layFoundation(database.pool)
  expect(await rightsOf('Viewer')).not.toContainEqual({ resource_type: 'location', action: 'GET_PRIVILEGED_FIELDS' })
  await database.pool.query(
    `insert into role_actions select id, 'location', 'GET_PRIVILEGED_FIELDS' from roles where name = 'Viewer'`,
  )
  await layFoundation(database.pool)
  expect(await rightsOf('Viewer')).toContainEqual({ resource_type: 'location', action: 'GET_PRIVILEGED_FIELDS' })
  await database.pool.query(
    `delete from role_actions using roles r where r.id = role_id and r.name = 'Viewer' and action = 'GET_PRIVILEGED_FIELDS'`,
  )
})

test('rights: rights that a new version adds or removes change at the next start', async () => {
  // As an older version left it: without GET of sessions, and with a right that no longer exists.
  await database.pool.query(
    `delete from foundation_laid where (role, resource_type, action) = ('Viewer', 'session', 'GET')`,
  )
  await database.pool.query(
    `delete from role_actions using roles r where r.id = role_id and r.name = 'Viewer' and (resource_type, action) = ('session', 'GET')`,
  )
  await database.pool.query(`insert into foundation_laid values ('Viewer', 'user', 'GET')`)
  await database.pool.query(`insert into role_actions select id, 'user', 'GET' from roles where name = 'Viewer'`)
  await layFoundation(database.pool)
  expect(await rightsOf('Viewer')).toContainEqual({ resource_type: 'session', action: 'GET' })
  expect(await rightsOf('Viewer')).not.toContainEqual({ resource_type: 'user', action: 'GET' })
})

test('the first administrator is a superadmin over everything and gets a link that is stored only as its hash', async () => {
  const link = await createAdministrator(database.pool, {
    email: 'ingrid@example.org',
    name: 'Ingrid',
    organization: 'Provider',
  })
  expect(link).toMatch(/^invitation\?token=[\w-]{43}$/)
  const granted = await rows(
    `select r.name as role, g.covers_everything from console_users p join role_grants x on x.person_id = p.id
     join roles r on r.id = x.role_id join resource_groups g on g.id = x.group_id where p.email = 'ingrid@example.org'`,
  )
  expect(granted).toEqual([{ role: 'Superadmin', covers_everything: true }])
  expect(await rows(`select 1 from account_links where token_hash = $1`, [link?.split('=')[1]])).toEqual([])
  expect(await rows(`select organization_part from resource_groups where organization_id is not null`)).toHaveLength(4)
})

test('repeating it creates no second person, and a new link voids the old one', async () => {
  const [people, organizations] = [await count('console_users'), await count('organizations')]
  await createAdministrator(database.pool, { email: 'INGRID@example.org', name: 'Ingrid', organization: 'provider' })
  expect([await count('console_users'), await count('organizations'), await count('account_links')]).toEqual([
    people,
    organizations,
    1,
  ])
})

test('with a hosted provider the person is identified by the sub of its tokens, and there is no link', async () => {
  const sub = '3f2b9c1e-0000-4000-8000-000000000001'
  const admin = { email: 'tom@example.org', name: 'Tom', organization: 'Provider', sub }
  expect(await createAdministrator(database.pool, admin)).toBeNull()
  expect(await rows(`select id from console_users where email = 'tom@example.org'`)).toEqual([{ id: sub }])
  await expect(
    createAdministrator(database.pool, { ...admin, sub: '3f2b9c1e-0000-4000-8000-000000000002' }),
  ).rejects.toThrow(AdministratorError)
})

test('a disabled person is not enabled as a side effect', async () => {
  await database.pool.query(
    `update console_users set disabled_at = now(), disabled_reason = 'left' where email = 'tom@example.org'`,
  )
  await expect(
    createAdministrator(database.pool, { email: 'tom@example.org', name: 'Tom', organization: 'Provider' }),
  ).rejects.toThrow('is disabled')
})
