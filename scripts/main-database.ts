import { join } from 'node:path'
import { openPool } from '@wheelhouse/db/database.ts'
import type { Pool } from '@wheelhouse/db/database.ts'
import { asRole, giveTablesToRoles, layDatabaseRoles } from '@wheelhouse/db/database-roles.ts'
import type { DatabaseRole } from '@wheelhouse/db/database-roles.ts'
import { EmbeddedPostgresError, startPostgres } from '@wheelhouse/db/embedded/embedded.ts'
import { MigrationError, migrate } from '@wheelhouse/db/migrate.ts'
import { codeOf, messageOf } from '@wheelhouse/db/thrown.ts'
import { step } from './progress.ts'
import type { Say } from './progress.ts'
import { StartError } from './settings.ts'
import type { StartSettings } from './settings.ts'

export interface MainDatabase {
  url: string
  pool: Pool
  /** Ends the pool, and the server if it is the embedded one. */
  close(): Promise<void>
}

/** The embedded database or the one of DATABASE_URL, migrated. */
export async function openMainDatabase({ databaseUrl, dataDir }: StartSettings, say: Say): Promise<MainDatabase> {
  const server = databaseUrl ? { url: databaseUrl, stop: async () => {} } : await startEmbedded(dataDir, say)
  // Two connections, because the seed reads and writes at once; no time-out, because it takes long.
  const pool = openPool(server.url, { max: 2, statementTimeoutMs: 0, applicationName: 'wheelhouse start' })
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => (closing ??= pool.end().then(() => server.stop()))
  try {
    if (databaseUrl) await refuseUnfit(pool)
    await step(say, 'Migrating the database', () => migrate(pool))
    return { url: server.url, pool, close }
  } catch (error) {
    await close()
    if (codeOf(error) === '42501')
      throw new StartError(
        `The role of DATABASE_URL may not create tables (${messageOf(error)}): make it the owner of the database, or grant it CREATE on the schema public.`,
      )
    throw error instanceof MigrationError ? new StartError(error.message) : error
  }
}

/**
 * As which role each part connects: it gets what migrations and the demonstration have added. With DATABASE_URL alone both
 * parts are that role.
 */
export async function addressesOfParts(
  { url, pool }: MainDatabase,
  { databaseUrl, partUrls }: StartSettings,
): Promise<Record<DatabaseRole, string>> {
  if (partUrls) {
    await giveTables(pool, partUrls)
    return partUrls
  }
  if (databaseUrl) return { services: url, identity: url }
  await layDatabaseRoles(pool)
  return { services: asRole(url, 'services'), identity: asRole(url, 'identity') }
}

async function giveTables(pool: Pool, urls: Record<DatabaseRole, string>): Promise<void> {
  const roles = { services: roleOf(urls.services), identity: roleOf(urls.identity) }
  const { rows } = await pool.query<{ name: string; is_superuser: boolean }>(
    'select rolname as name, rolsuper as is_superuser from pg_roles where rolname = any($1)',
    [Object.values(roles)],
  )
  for (const role of Object.values(roles)) {
    const found = rows.find(({ name }) => name === role)
    if (!found) throw new StartError(`The database has no role ${role}: create it (docs/OPERATIONS.md, Database).`)
    if (found.is_superuser) throw new StartError(`The role ${role} is a superuser: a part needs an ordinary one.`)
  }
  await giveTablesToRoles(pool, roles).catch((error: Error & { code?: unknown }) => {
    if (error.code !== '42501') throw error
    throw new StartError(
      `The role of DATABASE_URL may not give tables to ${Object.values(roles).join(' and ')} (${error.message}): grant it both roles.`,
    )
  })
}

const roleOf = (url: string): string => decodeURIComponent(new URL(url).username)

async function startEmbedded(dataDir: string, say: Say) {
  try {
    return await step(say, 'Starting PostgreSQL', () => startPostgres({ dataDir: join(dataDir, 'postgres'), log: say }))
  } catch (error) {
    throw error instanceof EmbeddedPostgresError ? new StartError(error.message) : error
  }
}

const oldestVersion = 15

async function refuseUnfit(pool: Pool): Promise<void> {
  const fitness = `select current_setting('server_version_num')::int / 10000 as version, pg_is_in_recovery() as is_replica`
  const { rows } = await pool.query<{ version: number; is_replica: boolean }>(fitness).catch((error: Error) => {
    throw new StartError(`The database of DATABASE_URL cannot be reached: ${reasonOf(error)}.`)
  })
  if (rows[0] && rows[0].version < oldestVersion)
    throw new StartError(
      `The database of DATABASE_URL is PostgreSQL ${rows[0].version}; Wheelhouse needs ${oldestVersion} or later.`,
    )
  if (rows[0]?.is_replica)
    throw new StartError('The database of DATABASE_URL is a replica; Wheelhouse writes, so name the primary.')
}

/** When several addresses of one name fail, each has a separate message. */
function reasonOf(error: Error): string {
  return (
    error instanceof AggregateError ? error.errors.map((one: Error) => one.message).join(', ') : error.message
  ).replace(/\.$/, '')
}
