import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyOfMade } from '../test-database.ts'
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

/** A copy of the demonstration, which the first file of a run makes: seeding takes longer than most tests. */
export async function testDemonstration(): Promise<TestDemonstration> {
  const made = join(tmpdir(), templateName)
  const database = await copyOfMade(templateName, ({ pool }) =>
    seedDemonstration({ pool, dataDir: made, installationKey: demonstrationKey, now: demonstrationNow }),
  )
  const dataDir = mkdtempSync(join(tmpdir(), 'wheelhouse-seed-'))
  cpSync(made, dataDir, { recursive: true })
  return { database, dataDir }
}
