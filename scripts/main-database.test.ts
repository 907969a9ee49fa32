import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '@wheelhouse/db/database.ts'
import { testDatabase } from '@wheelhouse/db/test-database.ts'
import type { TestDatabase } from '@wheelhouse/db/test-database.ts'
import { addressesOfParts, openMainDatabase } from './main-database.ts'
import type { MainDatabase } from './main-database.ts'
import { readSettings } from './settings.ts'

/** A database as its operator makes it: an owner who is no superuser, and a role for each part. */
const mark = randomUUID().slice(0, 8)
const role = { owner: `own er-${mark}`, services: `the services-${mark}`, identity: `identity-${mark}` }
const quoted = (name: keyof typeof role): string => `"${role[name]}"`

let server: TestDatabase
let main: MainDatabase
beforeAll(async () => {
  server = await testDatabase({ template: 'template0' })
  for (const name of ['owner', 'services', 'identity'] as const)
    await server.pool.query(`create role ${quoted(name)} login`)
  await server.pool.query(`grant ${quoted('services')}, ${quoted('identity')} to ${quoted('owner')}`)
  await server.pool.query(`alter database "${new URL(server.url).pathname.slice(1)}" owner to ${quoted('owner')}`)
  main = await openMainDatabase(settings(), () => {})
})
afterAll(async () => {
  await main.close()
  await server.pool.query(`drop owned by ${quoted('services')}, ${quoted('identity')}, ${quoted('owner')} cascade`)
  await server.drop()
})

const as = (name: string): string => Object.assign(new URL(server.url), { username: encodeURIComponent(name) }).href
const settings = (env: Record<string, string> = {}) =>
  readSettings({
    DATABASE_URL: as(role.owner),
    SERVICES_DATABASE_URL: as(role.services),
    IDENTITY_DATABASE_URL: as(role.identity),
    ...env,
  })
const denied = { code: '42501' }

test('security 15: with an address for each part, neither reads what is the other one’s', async () => {
  const addresses = await addressesOfParts(main, settings())
  expect(addresses).toEqual({ services: as(role.services), identity: as(role.identity) })
  const [services, identity] = [openPool(addresses.services), openPool(addresses.identity)]
  await services.query('select from users, revoked_grants limit 1')
  await services.query('create schema pgboss; create table pgboss.job (id int)')
  await identity.query('select from accounts, role_grants limit 1')
  await expect(services.query('select from accounts')).rejects.toMatchObject(denied)
  await expect(services.query(`set role ${quoted('owner')}`)).rejects.toMatchObject(denied)
  await expect(identity.query('select from users')).rejects.toMatchObject(denied)
  await expect(identity.query('create table more (id int)')).rejects.toMatchObject(denied)
  await Promise.all([services.end(), identity.end()])
})

test('the next start of an installation changes nothing, and migrations still reach the tables that were given away', async () => {
  await addressesOfParts(main, settings())
  await main.pool.query('alter table users add column added_later int; alter table accounts add column added_later int')
  await main.pool.query('alter table users drop column added_later; alter table accounts drop column added_later')
})

test('with DATABASE_URL alone both parts are its role, which keeps all rights', async () => {
  const owner = as(role.owner)
  const addresses = await addressesOfParts(main, readSettings({ DATABASE_URL: owner }))
  expect(addresses).toEqual({ services: owner, identity: owner })
  await main.pool.query('select from accounts, users limit 1')
})

test('roles that do not fit are refused in one sentence', async () => {
  await expect(addressesOfParts(main, settings({ SERVICES_DATABASE_URL: as('nobody') }))).rejects.toThrow(
    'The database has no role nobody: create it (docs/OPERATIONS.md, Database).',
  )
  await expect(addressesOfParts(main, settings({ SERVICES_DATABASE_URL: as('wheelhouse') }))).rejects.toThrow(
    'The role wheelhouse is a superuser: a part needs an ordinary one.',
  )
  await server.pool.query(`create role "stranger-${mark}" login`)
  await expect(addressesOfParts(main, settings({ IDENTITY_DATABASE_URL: as(`stranger-${mark}`) }))).rejects.toThrow(
    /may not give tables to .*: grant it both roles\.$/,
  )
})
