import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type pg from 'pg'
import { ensureEventPartitions } from '@wheelhouse/db/event-partitions.ts'
import { migrate, readMigrations } from '@wheelhouse/db/migrate.ts'

export type Row = Record<string, unknown>

export interface FixtureTable {
  name: string
  columns: string[]
  /** Its primary key. */
  key: string[]
  rows: Row[]
}

/** Rows of the demonstration of an earlier release, and the migrations that it had. */
export interface Fixture {
  version: string
  migrations: string[]
  tables: FixtureTable[]
}

export const readFixture = (version: string): Fixture =>
  JSON.parse(gunzipSync(readFileSync(join(import.meta.dirname, `release-${version}.json.gz`))).toString()) as Fixture

/** The database as it was when there were only these migrations. */
export async function migrateBy(pool: pg.Pool, isKnown: (name: string) => boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  for (const { name, text } of readMigrations()) if (isKnown(name)) writeFileSync(join(folder, name), text)
  await migrate(pool, folder)
  rmSync(folder, { recursive: true })
}

/** Makes of an empty database the one of that release, by its own migrations. */
export async function restoreRelease(pool: pg.Pool, { migrations, tables }: Fixture): Promise<void> {
  await migrateBy(pool, (name) => migrations.includes(name))
  await ensureEventPartitions(pool, ...periodOf(tables))
  const client = await pool.connect()
  try {
    // The rows are whole among themselves; only their order is not that of the constraints.
    await client.query(`set session_replication_role = replica`)
    for (const { name, columns, rows } of tables) {
      const names = columns.map((one) => `"${one}"`).join(', ')
      // What the migrations themselves wrote is in the fixture too.
      await client.query(`delete from "${name}"`)
      await client.query(
        `insert into "${name}" (${names}) overriding system value select ${names} from jsonb_populate_recordset(null::"${name}", $1)`,
        [JSON.stringify(rows)],
      )
    }
  } finally {
    client.release(true)
  }
}

const timeOf = (uuidv7: string): number => Number.parseInt(uuidv7.replaceAll('-', '').slice(0, 12), 16)

/** An event is stored in the month of its id. */
function periodOf(tables: FixtureTable[]): [Date, Date] {
  const events = tables.find(({ name }) => name === 'events')?.rows ?? []
  const times = events.map(({ id }) => timeOf(String(id)))
  return [new Date(Math.min(...times)), new Date(Math.max(...times))]
}
