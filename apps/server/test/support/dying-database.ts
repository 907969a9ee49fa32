import { Kysely, PostgresDialect } from 'kysely'
import type { PostgresPoolClient } from 'kysely'
import type { Db, Pool } from '@wheelhouse/db/database.ts'
import type { Database } from '@wheelhouse/db/tables.gen.ts'

export class Killed extends Error {}

interface Death {
  /** How many statements the process still gets answered. */
  statements: number
  /** The last one is done, and the process dies before it learns so: the case of a commit whose answer is lost. */
  isDoneUnheard: boolean
}

/**
 * The database as a process sees it that is killed between two statements. PostgreSQL rolls back what a lost connection left open,
 * so a rollback still passes; every other statement after the death fails.
 */
export function dyingDatabase(pool: Pool, { statements, isDoneUnheard }: Death): Db {
  let left = statements
  async function query(client: PostgresPoolClient, text: string, values: readonly unknown[]): Promise<unknown> {
    if (/^\s*rollback/i.test(text)) return client.query(text, values)
    const isLast = left-- === 0
    if (left < -1 || (isLast && !isDoneUnheard)) throw new Killed()
    const result = await client.query(text, values)
    if (isLast) throw new Killed()
    return result
  }
  const dialect = new PostgresDialect({
    pool: {
      options: pool.options,
      end: () => Promise.resolve(),
      async connect() {
        // The interface of Kysely names only the part of the client that it uses.
        const client = (await pool.connect()) as PostgresPoolClient
        const dying = (text: string, values: readonly unknown[] = []) => query(client, text, values)
        return { query: dying as PostgresPoolClient['query'], release: (error) => client.release(error) }
      },
    },
  })
  return new Kysely<Database>({ dialect })
}
