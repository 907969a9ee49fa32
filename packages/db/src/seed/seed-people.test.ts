import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyPassword } from '../passwords.ts'
import type { TestDatabase } from '../test-database.ts'
import { issueKinds } from '@wheelhouse/contract/locations/locations.ts'
import { testDemonstration } from './test-demonstration.ts'
import { seedQuestions } from './test-questions.ts'

let database: TestDatabase
let dataDir: string

beforeAll(async () => {
  ;({ database, dataDir } = await testDemonstration())
})
afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true })
})

const { ask, count } = seedQuestions(() => ({ database }))

test('the people of the provider share a view of the locations that need attention', async () => {
  const views = await ask<{ search: string }>(
    `select v.search from saved_views v join organizations o on o.id = v.organization_id
      where o.name = 'Wheelhouse' and v.list = 'locations' and v.name = 'Needs attention'`,
  )
  expect(views.map(({ search }) => new URLSearchParams(search).getAll('issue'))).toEqual([[...issueKinds]])
})

test('everybody of the organizations has signed in before', async () => {
  expect(await count('console_users where last_signed_in_at is null or last_signed_in_at > disabled_at')).toBe(0)
})

test('rights: each organization has its four groups, and the default roles match their descriptions', async () => {
  expect(
    await count(
      `organizations o where (select count(*) from resource_groups g where g.organization_id = o.id and g.type = 'system') <> 4`,
    ),
  ).toBe(0)
  expect(await ask(`select name from resource_groups where covers_everything`)).toEqual([{ name: 'Everything' }])
  const grants = await ask<{
    email: string
    role: string
    in: string
  }>(`select u.email, r.name as role, g.name as in from role_grants rg join console_users u on u.id = rg.person_id
    join roles r on r.id = rg.role_id join resource_groups g on g.id = rg.group_id where u.email like '%@demo.test' order by u.email, r.name`)
  expect(grants).toEqual([
    { email: 'owner@demo.test', role: 'First-line support', in: 'Tallinn Mobility: distributor' },
    { email: 'owner@demo.test', role: 'Manager', in: 'Tallinn Mobility: owner' },
    { email: 'superadmin@demo.test', role: 'Superadmin', in: 'Everything' },
    { email: 'support@demo.test', role: 'Support', in: 'Everything' },
    { email: 'technician@demo.test', role: 'Technician', in: 'Everything' },
    { email: 'viewer@demo.test', role: 'Viewer', in: 'Oslo Sykkelparkering AS: owner' },
  ])
  const seen = await ask<{
    email: string
    locations: number
  }>(`select u.email, count(distinct m.resource_id) as locations from role_grants rg join console_users u on u.id = rg.person_id
    join resource_group_members m on m.group_id = rg.group_id and m.resource_type = 'location' where u.email in ('owner@demo.test', 'viewer@demo.test') group by 1 order by 1`)
  expect(seen).toEqual([
    { email: 'owner@demo.test', locations: 25 },
    { email: 'viewer@demo.test', locations: 15 },
  ])
})

test('only the five people of the demonstration have its password', async () => {
  const accounts = await ask<{ email: string; password_hash: string | null }>(
    `select a.email, a.password_hash from accounts a join console_users u on u.id = a.id and u.email = a.email order by a.email`,
  )
  expect(accounts).toHaveLength(10)
  const withPassword = accounts.filter(({ password_hash }) => password_hash !== null)
  expect(withPassword.map(({ email }) => email)).toEqual(
    ['owner', 'superadmin', 'support', 'technician', 'viewer'].map((name) => `${name}@demo.test`),
  )
  expect(await Promise.all(withPassword.map(({ password_hash }) => verifyPassword('demo', password_hash)))).toEqual([
    true,
    true,
    true,
    true,
    true,
  ])
})
