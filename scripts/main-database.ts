import { join } from 'node:path'
import { openPool } from '@wheelhouse/db/database.ts'
import type { Pool } from '@wheelhouse/db/database.ts'
import { asRole, layDatabaseRoles } from '@wheelhouse/db/database-roles.ts'
import type { DatabaseRole } from '@wheelhouse/db/database-roles.ts'
import { EmbeddedPostgresError, startPostgres } from '@wheelhouse/db/embedded/embedded.ts'
import { MigrationError, migrate } from '@wheelhouse/db/migrate.ts'
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
    if ((error as { code?: unknown }).code === '42501')
      throw new StartError(
        `The role of DATABASE_URL may not create tables (${(error as Error).message}): make it the owner of the database, or grant it CREATE on the schema public.`,
      )
    throw error instanceof MigrationError ? new StartError(error.message) : error
  }
}

/**
 * As which role each part connects. In the embedded database the roles get what migrations and the demonstration have added;
 * the role of DATABASE_URL is the operator's choice.
 */
export async function addressesOfParts(
  { url, pool }: MainDatabase,
  { databaseUrl }: StartSettings,
): Promise<Record<DatabaseRole, string>> {
  if (databaseUrl) return { services: url, identity: url }
  await layDatabaseRoles(pool)
  return { services: asRole(url, 'services'), identity: asRole(url, 'identity') }
}

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
