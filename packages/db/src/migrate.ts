import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { fieldOf } from '@wheelhouse/contract/certain.ts'
import { codeOf, messageOf } from './thrown.ts'

/** Shown as one sentence to the person who starts the product. */
export class MigrationError extends Error {}

interface Migration {
  name: string
  text: string
  hash: string
}

const ourFolder = fileURLToPath(new URL('../migrations', import.meta.url))
/** Arbitrary, but the same in every process. */
const advisoryLock = 7_239_401_583

/** Applies new files in order of name, each in its own transaction. Returns the names applied now. */
export async function migrate(pool: pg.Pool, folder: string = ourFolder): Promise<string[]> {
  const files = readMigrations(folder)
  if (pending(files, await appliedHashes(pool)).length === 0) return []
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [advisoryLock])
    await client.query(
      'create table if not exists schema_migrations (name text primary key, hash text not null, applied_at timestamptz(3) not null)',
    )
    const todo = pending(files, await appliedHashes(client))
    for (const file of todo) await apply(client, file)
    return todo.map((file) => file.name)
  } finally {
    // Closing the connection releases the lock and resets the time-out.
    client.release(true)
  }
}

export function readMigrations(folder: string = ourFolder): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(`${folder}/${name}`, 'utf8').replaceAll('\r\n', '\n')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    })
}

async function appliedHashes(on: pg.Pool | pg.PoolClient): Promise<Map<string, string>> {
  try {
    const { rows } = await on.query<{ name: string; hash: string }>('select name, hash from schema_migrations')
    return new Map(rows.map((row) => [row.name, row.hash]))
  } catch (error) {
    if (codeOf(error) === '42P01') return new Map()
    throw error
  }
}

function pending(files: Migration[], applied: Map<string, string>): Migration[] {
  const knownNames = new Set(files.map((file) => file.name))
  const foreign = [...applied.keys()].find((name) => !knownNames.has(name))
  if (foreign)
    throw new MigrationError(
      `The database was migrated by another version of Wheelhouse: it has ${foreign}, which is unknown here.`,
    )
  const changed = files.find((file) => applied.has(file.name) && applied.get(file.name) !== file.hash)
  if (changed) {
    throw new MigrationError(
      `The migration ${changed.name} was changed after it had been applied; restore it and write a new migration.`,
    )
  }
  return files.filter((file) => !applied.has(file.name))
}

async function apply(client: pg.PoolClient, file: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(file.text)
    await client.query('insert into schema_migrations values ($1, $2, now())', [file.name, file.hash])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new MigrationError(`The migration ${file.name} failed${lineOf(error, file.text)}: ${messageOf(error)}`)
  }
}

function lineOf(error: unknown, text: string): string {
  const position = Number(fieldOf(Object(error), 'position'))
  return position > 0 ? ` in line ${text.slice(0, position).split('\n').length}` : ''
}
