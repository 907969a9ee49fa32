import pg from 'pg'
import type { Db as QueueDatabase } from 'pg-boss'
import { isDatabaseAway } from '@wheelhouse/db/database-away.ts'
import type { Log } from './log.ts'

/** While the database is away, one statement in this time asks whether it is back. */
const askAgainMs = 1_000

export interface JobsDatabase extends QueueDatabase {
  /** Whether the last statement found no database. */
  isAway(): boolean
  close(): Promise<void>
}

class DatabaseAway extends Error {}

/**
 * The connections of the job queue. Each of its queues is asked once a second by itself: without this, dozens of attempts
 * a second would go on and be logged while the database is away. An outage is logged once.
 */
export function openJobsDatabase(databaseUrl: string, log: Log): JobsDatabase {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 4,
    application_name: 'wheelhouse jobs',
    connectionTimeoutMillis: 10_000,
  })
  let isAway = false
  let nextAttempt = 0

  function lost(error: unknown): void {
    if (!isAway) log.warn({ err: error }, 'the job queue cannot reach its database')
    isAway = true
  }
  // An idle connection that breaks is replaced; only a statement can say that the database is away.
  pool.on('error', () => {})

  return {
    isAway: () => isAway,
    async executeSql(text, values) {
      if (isAway && performance.now() < nextAttempt) throw new DatabaseAway('The database is away')
      nextAttempt = performance.now() + askAgainMs
      try {
        const result = await pool.query(text, values)
        isAway = false
        return result
      } catch (error) {
        if (isDatabaseAway(error)) lost(error)
        throw error
      }
    },
    close: () => pool.end(),
  }
}
