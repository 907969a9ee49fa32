import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from './database.ts'
import { databaseRoles, identityTables, layDatabaseRoles } from './database-roles.ts'
import type { DatabaseRole } from './database-roles.ts'
import { ensureEventPartitions } from './event-partitions.ts'
import { testDatabase } from './test-database.ts'
import type { TestDatabase } from './test-database.ts'

let database: TestDatabase
let as: Record<DatabaseRole, pg.Pool>
beforeAll(async () => {
  database = await testDatabase()
  as = { services: openPool(database.urls.services), identity: openPool(database.urls.identity) }
})
afterAll(async () => {
  await Promise.all(Object.values(as).map((pool) => pool.end()))
  await database.drop()
})

const denied = { code: '42501' }
const tablesOf = async (role: DatabaseRole): Promise<string[]> => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tableowner = $1 order by 1`,
    [databaseRoles[role]],
  )
  return rows.map(({ name }) => name)
}

test('security 15: neither role is a superuser, or may make roles and databases', async () => {
  const { rows } = await database.pool.query(
    'select rolname, rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication as is_strong from pg_roles where rolname = any($1) order by 1',
    [Object.values(databaseRoles)],
  )
  expect(rows).toEqual([
    { rolname: 'wheelhouse_identity', is_strong: false },
    { rolname: 'wheelhouse_services', is_strong: false },
  ])
})

test('security 15: every table has its owner, so that a new one of the provider is named here', async () => {
  expect(await tablesOf('identity')).toEqual([...identityTables])
  const { rows } = await database.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tableowner <> all($1)`,
    [Object.values(databaseRoles)],
  )
  expect(rows).toEqual([{ name: 'schema_migrations' }])
})

test.each(identityTables)('security 15: the services neither read nor change %s', async (table) => {
  const reading = as.services.query(`select from ${table} limit 1`)
  if (table === 'revoked_grants') await reading
  else await expect(reading).rejects.toMatchObject(denied)
  await expect(as.services.query(`delete from ${table}`)).rejects.toMatchObject(denied)
  await expect(as.services.query(`alter table ${table} disable trigger user`)).rejects.toMatchObject(denied)
})

test('security 15: the provider sees no rider, no money and no device, and who is staff', async () => {
  await as.identity.query('select from role_grants, roles limit 1')
  for (const table of (await tablesOf('services')).filter((name) => !['role_grants', 'roles'].includes(name)))
    await expect(as.identity.query(`select from ${table} limit 1`), table).rejects.toMatchObject(denied)
  await expect(as.identity.query('delete from role_grants')).rejects.toMatchObject(denied)
})

test.each(['services', 'identity'] as const)(
  'security 15: %s cannot leave its role or reach the machine',
  async (role) => {
    for (const statement of [
      'set role wheelhouse',
      'set session authorization wheelhouse',
      `select pg_read_file('/etc/passwd')`,
      `copy (select 1) to program 'true'`,
      `alter role ${databaseRoles[role]} superuser`,
      `grant wheelhouse to ${databaseRoles[role]}`,
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'wheelhouse'`,
    ])
      await expect(as[role].query(statement), statement).rejects.toMatchObject(denied)
  },
)

test('the services make and drop the partitions of months, those of the demonstration too, and their queue', async () => {
  await ensureEventPartitions(database.pool, new Date('2031-01-15'), new Date('2031-01-16'))
  await layDatabaseRoles(database.pool)
  await ensureEventPartitions(as.services, new Date('2031-02-15'), new Date('2031-02-16'))
  const { rows } = await as.services.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass and inhrelid::regclass::text ~ '2031'`,
  )
  expect(rows).toHaveLength(2)
  for (const { name } of rows) await as.services.query(`drop table ${name}`)
  await as.services.query('create schema pgboss; create type pgboss.state as enum (); create table pgboss.job (id int)')
})

test('what the superuser made before is given to the services, and a second call changes nothing', async () => {
  const { pool } = database
  await pool.query(
    `create table made_later (id serial primary key); create function made_later() returns int language sql return 1;
     drop schema if exists pgboss cascade; create schema pgboss; create table pgboss.job (id int); create type pgboss.state as enum ('a')`,
  )
  await layDatabaseRoles(pool)
  await layDatabaseRoles(pool)
  await as.services.query(`insert into made_later default values; drop function made_later(); drop table made_later;
    alter type pgboss.state add value 'b'; drop schema pgboss cascade`)
})
