import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Db as QueueDatabase } from 'pg-boss'
import { isDatabaseAway } from '@wheelhouse/db/database-away.ts'
import { watchedClient } from '@wheelhouse/db/watched-client.ts'
import { openListening } from './listening.ts'
import type { Log } from './log.ts'

/** While the database is away, it is asked for in this time, once for all queues. */
const askAgainMs = 1_000

export interface JobsDatabase extends QueueDatabase {
  /** Whether the last statement found no database. */
  isAway(): boolean
  close(): Promise<void>
}

class DatabaseAway extends Error {}

/**
 * The connections of the job queue. Each of its queues asks once a second by itself: without this, dozens of attempts a second
 * would go on and be logged while the database is away. They wait together instead, and an outage is logged once.
 */
export function openJobsDatabase(databaseUrl: string, log: Log): JobsDatabase {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 4,
    application_name: 'wheelhouse jobs',
    connectionTimeoutMillis: 10_000,
    Client: watchedClient(),
  })
  const closing = new AbortController()
  let isAway = false
  let asking: Promise<boolean> | undefined

  function lost(error: unknown): void {
    if (!isAway) log.warn({ err: error }, 'the job queue cannot reach its database')
    isAway = true
  }
  // An idle connection that breaks is replaced; only a statement can say that the database is away.
  pool.on('error', () => {})

  async function askAgain(): Promise<boolean> {
    try {
      await pause(askAgainMs, undefined, { ref: false, signal: closing.signal })
      await pool.query('select')
      isAway = false
      return true
    } catch {
      return false
    } finally {
      asking = undefined
    }
  }

  return {
    isAway: () => isAway,
    async executeSql(text, values) {
      if (isAway && !(await (asking ??= askAgain()))) throw new DatabaseAway('The database is away')
      try {
        return await pool.query(text, values)
      } catch (error) {
        if (isDatabaseAway(error)) lost(error)
        throw error
      }
    },
    /** On a separate connection: one of the pool would be handed to a statement. */
    listen: (channel, onPayload, onRestored) =>
      openListening({ databaseUrl, name: 'jobs', channel, log, onPayload, onRestored }),
    async close() {
      closing.abort()
      await pool.end()
    },
  }
}
