import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../test-database.ts'
import type { TestDatabase } from '../test-database.ts'
import { seedDemonstration } from './seed.ts'
import { demonstrationKey, demonstrationNow, testDemonstration } from './test-demonstration.ts'
import { seedQuestions } from './test-questions.ts'

const now = demonstrationNow
const installationKey = demonstrationKey
let database: TestDatabase
let dataDir: string

beforeAll(async () => {
  ;({ database, dataDir } = await testDemonstration())
})
afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true })
})

const { ask, tablesOf } = seedQuestions(() => ({ database }))

/**
 * Secrets are salted or sealed and differ each time; outages that are over get a random id. Marks are numbered in the order in
 * which a statement groups its rows, and that is the planner's choice.
 */
const differing: Readonly<Record<string, readonly string[]>> = {
  access_keys: ['key_sealed'],
  accounts: ['password_hash'],
  allowlist_entities: ['key_sealed'],
  controllers: ['secret_hash'],
  outages: ['id'],
  rollup_marks: ['id'],
}
/** The rows as text, whatever their order: half a million of them are more than one text may hold. */
const digestOf = (table: string): string => {
  const columns = differing[table]
  const row = columns ? `(to_jsonb(t) - '{${columns.join(',')}}'::text[])::text` : 't::text'
  return `select count(*), sum(hashtextextended(${row}, 0)) as digest from ${table} t`
}

test('the same time gives the same rows, except for secrets', async () => {
  const [made, folder] = [await testDatabase(), mkdtempSync(join(tmpdir(), 'wheelhouse-seed-'))]
  const began = performance.now()
  await seedDemonstration({ pool: made.pool, dataDir: folder, installationKey, now })
  // Printed only, because machines differ.
  process.stdout.write(`seeded in ${Math.round(performance.now() - began)} ms\n`)
  const digests = async (pool: pg.Pool) =>
    Promise.all((await tablesOf(pool)).map(async (table) => [table, (await ask(digestOf(table), pool))[0]]))
  expect(await digests(made.pool)).toEqual(await digests(database.pool))
  expect(readFileSync(join(folder, 'fleet.json'), 'utf8')).toBe(readFileSync(join(dataDir, 'fleet.json'), 'utf8'))
  await made.drop()
  rmSync(folder, { recursive: true })
})
