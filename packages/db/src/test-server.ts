import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { layDatabaseRoles } from './database-roles.ts'
import { openPool } from './database.ts'
import { startPostgres } from './embedded/embedded.ts'
import { endPostmaster, isAlive, runningPostmaster } from './embedded/embedded-postmaster.ts'
import { migrate } from './migrate.ts'

/** Environment variable with the address of the server for the workers of a test run. */
export const testServerVariable = 'WHEELHOUSE_TEST_SERVER'
export const templateName = 'wheelhouse_template'

const prefix = 'wheelhouse-test-'
const memoryFolder = '/dev/shm'
const roomNeeded = 3_000_000_000

let end: (() => Promise<void>) | undefined

/** Vitest's global set-up: one server for all workers, whose template is migrated once. */
export async function setup(): Promise<void> {
  const parent = hasRoom(memoryFolder) ? memoryFolder : tmpdir()
  removeLeftovers(parent)
  const folder = mkdtempSync(join(parent, prefix))
  writeFileSync(join(folder, 'owner'), String(process.pid))
  // PostgreSQL may run under a different user, who must be able to enter.
  chmodSync(folder, 0o711)
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

/**
 * A database of a test is about a thousand small files, made and removed again. On a disk that costs more than all
 * statements of the test together, in memory a tenth of it.
 */
function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > roomNeeded
  } catch {
    return false
  }
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

/** A run that was killed leaves its server and its folder behind. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(parent, name)
    try {
      if (isAlive(Number(readFileSync(join(folder, 'owner'), 'utf8')))) continue
      const left = runningPostmaster(join(folder, 'postgres'))
      void (left ? endPostmaster(left.pid) : Promise.resolve()).then(() =>
        rmSync(folder, { recursive: true, force: true }),
      )
    } catch {
      // It belongs to another user, or is being created right now.
    }
  }
}
