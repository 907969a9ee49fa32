import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { layDatabaseRoles } from './database-roles.ts'
import { openPool } from './database.ts'
import { startPostgres } from './embedded/embedded.ts'
import { migrate } from './migrate.ts'
import { makeTestFolder } from './test-folder.ts'

/** Environment variable with the address of the server for the workers of a test run. */
export const testServerVariable = 'WHEELHOUSE_TEST_SERVER'
export const templateName = 'wheelhouse_template'

const roomNeeded = 3_000_000_000

let end: (() => Promise<void>) | undefined

/** Vitest's global set-up: one server for all workers, whose template is migrated once. */
export async function setup(): Promise<void> {
  const folder = makeTestFolder('wheelhouse-test-', roomNeeded)
  const dataDir = join(folder, 'postgres')
  const server = await startPostgres({
    dataDir,
    fsync: false,
    settings: { max_connections: '300', autovacuum: 'off', max_wal_size: '1GB' },
  })
  const { TMPDIR: temporary } = process.env
  end = async () => {
    await server.stop()
    if (temporary === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = temporary
    rmSync(folder, { recursive: true, force: true })
  }
  await makeTemplate(server.url)
  process.env[testServerVariable] = server.url
  // Temporary files of tests are deleted with this folder, even if a test fails before it cleans up.
  process.env.TMPDIR = join(folder, 'tmp')
  mkdirSync(process.env.TMPDIR, { mode: 0o711 })
}

export async function teardown(): Promise<void> {
  await end?.()
}

async function makeTemplate(url: string): Promise<void> {
  const server = openPool(url, { max: 1 })
  await server.query(`create database ${templateName}`)
  await server.end()
  const template = openPool(databaseUrl(url, templateName), { max: 1 })
  await migrate(template)
  await layDatabaseRoles(template)
  await template.end()
}

export function databaseUrl(url: string, name: string): string {
  const parsed = new URL(url)
  parsed.pathname = `/${name}`
  return parsed.href
}
