import { mkdtempSync, chmodSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createPointOfInterest } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import { openDatabase, openPool } from '@wheelhouse/db/database.ts'
import type { Pool } from '@wheelhouse/db/database.ts'
import { asRole, layDatabaseRoles } from '@wheelhouse/db/database-roles.ts'
import { startPostgres } from '@wheelhouse/db/embedded/embedded.ts'
import { migrate } from '@wheelhouse/db/migrate.ts'
import { testDatabase } from '@wheelhouse/db/test-database.ts'
import type { TestDatabase } from '@wheelhouse/db/test-database.ts'
import { databaseGate } from '../../test/support/database-gate.ts'
import { testApp } from '../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../test/support/test-app.ts'

const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends) await end()
})

const point = {
  type: 'utility-pump',
  icon_type: 'pump',
  access_level: 'internal',
  latitude: 59.43,
  longitude: 24.75,
} as const

async function writerOf(w: TestApp): Promise<Caller> {
  const organization = await w.make.organization()
  return w.person([{ group_id: organization.owner, needs: { point_of_interest: ['GET', 'CREATE'] } }], organization.id)
}

const create = (writer: Caller, label: string): Promise<Answer> =>
  writer.call(createPointOfInterest, {
    body: { ...point, label },
    headers: { 'idempotency-key': label.replaceAll(' ', '-') },
  })

/** Repeats it under its key, as a client does, until it is confirmed. */
async function createAtLast(writer: Caller, label: string): Promise<void> {
  await expect.poll(async () => (await create(writer, label)).status, { timeout: 20_000, interval: 50 }).toBe(200)
}

async function countsOf(pool: Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ label: string; count: number }>(
    'select label, count(*)::int from points_of_interest group by label',
  )
  return Object.fromEntries(rows.map(({ label, count }) => [label, count]))
}

test('a reply of the database that is cut in the middle, whichever it is, is a 503, and the repeat has one effect', async () => {
  const database = await testDatabase()
  const gate = await databaseGate(database.urls.services)
  const w = await testApp({}, undefined, undefined, [], {
    ...database,
    urls: { ...database.urls, services: gate.url },
  })
  ends.push(() => w.end(), gate.close)
  const writer = await writerOf(w)
  await createAtLast(writer, 'Warm')
  let [cut, label] = [0, '']
  for (let whole = 0; ; whole++) {
    label = `Cut ${whole}`
    const before = gate.halved()
    gate.halve(1, whole)
    const { status, body } = await create(writer, label)
    const wasCut = gate.halved() > before
    gate.halve(0)
    expect(wasCut || status === 200).toBe(true)
    if (status !== 200) expect([status, body.error_code]).toEqual([503, 'unavailable'])
    if (!wasCut) break
    cut++
    await createAtLast(writer, label)
  }
  // Sign-in, rights, key, row, event and commit are several replies.
  expect(cut).toBeGreaterThan(5)
  const counts = await countsOf(w.pool)
  expect(Object.values(counts).every((count) => count === 1)).toBe(true)
  expect(Object.keys(counts)).toHaveLength(cut + 2)
})

test('a call to a database that has fallen silent is answered when its connection is reset', async () => {
  const database = await testDatabase()
  const gate = await databaseGate(database.urls.services)
  const w = await testApp({}, undefined, undefined, [], {
    ...database,
    urls: { ...database.urls, services: gate.url },
  })
  ends.push(() => w.end(), gate.close)
  const writer = await writerOf(w)
  await createAtLast(writer, 'Warm')
  gate.silence()
  const waiting = create(writer, 'Silent')
  await expect.poll(gate.swallowed, { timeout: 20_000 }).toBeGreaterThan(0)
  gate.reset()
  expect((await waiting).status).toBe(503)
  await createAtLast(writer, 'Silent')
  expect(await countsOf(w.pool)).toEqual({ Warm: 1, Silent: 1 })
})

test('PostgreSQL killed under load: every confirmed write is kept, each has one effect, and the service is back without a restart', async () => {
  const { database, kill } = await killableDatabase()
  const w = await testApp({}, undefined, undefined, [], database)
  ends.push(() => w.end())
  const writer = await writerOf(w)
  const labels = Array.from({ length: 60 }, (_, n) => `Under load ${n}`)
  const load = labels.map(async (label) => create(writer, label))
  await Promise.race(load)
  kill()
  const statuses = new Set((await Promise.all(load)).map(({ status }) => status))
  // Those that were under way are refused in words; without one of each kind the kill was no fault.
  expect(statuses).toEqual(new Set([200, 503]))
  for (const label of labels) await createAtLast(writer, label)
  const counts = await countsOf(w.pool)
  expect(counts).toEqual(Object.fromEntries(labels.map((label) => [label, 1])))
})

/** A PostgreSQL of this test alone, whose process can be killed. */
async function killableDatabase(): Promise<{ database: TestDatabase; kill: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'killable-'))
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'postgres')
  // Without waiting for the disk; what is confirmed is with the system, which is not killed.
  const settings = { synchronous_commit: 'on', full_page_writes: 'on' }
  const postgres = await startPostgres({ dataDir, fsync: false, settings })
  const pool = openPool(postgres.url)
  await migrate(pool)
  await layDatabaseRoles(pool)
  const { url } = postgres
  return {
    database: {
      db: openDatabase(pool),
      pool,
      url,
      urls: { services: asRole(url, 'services'), identity: asRole(url, 'identity') },
      async drop() {
        await pool.end()
        await postgres.stop()
        rmSync(folder, { recursive: true, force: true })
      },
    },
    kill: () =>
      void process.kill(Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL'),
  }
}
