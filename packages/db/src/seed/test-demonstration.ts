import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPool } from '../database.ts'
import { testDatabase, testServerUrl } from '../test-database.ts'
import type { TestDatabase } from '../test-database.ts'
import { seedDemonstration } from './seed.ts'

/** When the demonstration of the tests was made. */
export const demonstrationNow = new Date('2026-11-21T10:42:00.000Z')
export const demonstrationKey = 'the key of an installation for tests'

export interface TestDemonstration {
  database: TestDatabase
  /** State folder with the files of the fleet: the test removes it. */
  dataDir: string
}

const templateName = 'wheelhouse_demonstration'
const lockNumber = 2_026_112_110

/** A copy of the demonstration, which the first file of a run makes: seeding takes longer than most tests. */
export async function testDemonstration(): Promise<TestDemonstration> {
  const made = join(tmpdir(), templateName)
  await makeOnce(made)
  const dataDir = mkdtempSync(join(tmpdir(), 'wheelhouse-seed-'))
  cpSync(made, dataDir, { recursive: true })
  return { database: await testDatabase({ template: templateName }), dataDir }
}

async function makeOnce(dataDir: string): Promise<void> {
  const server = openPool(testServerUrl(), { max: 1, statementTimeoutMs: 0 })
  const client = await server.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockNumber])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [templateName])
    if (rowCount !== 0) return
    const { pool, url } = await testDatabase()
    await seedDemonstration({ pool, dataDir, installationKey: demonstrationKey, now: demonstrationNow })
    await pool.end()
    await client.query(`alter database ${new URL(url).pathname.slice(1)} rename to ${templateName}`)
  } finally {
    client.release(true)
    await server.end()
  }
}
