import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { openDatabase, openPool } from './database.ts'
import type { Db } from './database.ts'
import { asRole, databaseRoles } from './database-roles.ts'
import type { DatabaseRole } from './database-roles.ts'
import { databaseUrl, templateName, testServerVariable } from './test-server.ts'

export interface TestDatabase {
  db: Db
  pool: pg.Pool
  /** For code that opens its own connections, as the superuser. */
  url: string
  /** As the parts of the product connect to it. */
  urls: Record<DatabaseRole, string>
  /** Call it after the last test; it ends the pool too. */
  drop(): Promise<void>
}

/** The server of this run of tests. */
export function testServerUrl(): string {
  const server = process.env[testServerVariable]
  if (server) return server
  throw new Error('There is no test server: run vitest from the root of the repository, whose configuration starts it.')
}

/** Creates a separate, migrated, empty database in about 20 ms: use one per test file. That of `template0` has no tables. */
export async function testDatabase({ template = templateName } = {}): Promise<TestDatabase> {
  const server = testServerUrl()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await ask(server, `create database ${name} template ${template} strategy file_copy`)
  // Rights on a database are not copied from its template.
  await ask(server, `grant create on database ${name} to ${databaseRoles.services}`)
  const url = databaseUrl(server, name)
  const pool = openPool(url)
  return {
    db: openDatabase(pool),
    pool,
    url,
    urls: { services: asRole(url, 'services'), identity: asRole(url, 'identity') },
    async drop() {
      await pool.end()
      await ask(server, `drop database ${name} with (force)`)
    },
  }
}

/** What this process knows to be made. */
const made = new Set<string>()

/** A copy of a database that takes long to make: the first file of a run makes it, under this name. */
export async function copyOfMade(name: string, make: (database: TestDatabase) => Promise<void>): Promise<TestDatabase> {
  if (!made.has(name)) await makeOnce(name, make)
  made.add(name)
  return testDatabase({ template: name })
}

async function makeOnce(name: string, make: (database: TestDatabase) => Promise<void>): Promise<void> {
  const server = openPool(testServerUrl(), { max: 1, statementTimeoutMs: 0 })
  const client = await server.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount !== 0) return
    const database = await testDatabase()
    await make(database)
    await database.pool.end()
    await client.query(`alter database ${new URL(database.url).pathname.slice(1)} rename to ${name}`)
  } finally {
    client.release(true)
    await server.end()
  }
}

async function ask(server: string, statement: string): Promise<void> {
  const pool = openPool(server, { max: 1 })
  try {
    await pool.query(statement)
  } finally {
    await pool.end()
  }
}
