import type pg from 'pg'
import type { TestDatabase } from '../test-database.ts'

interface Place {
  database: TestDatabase
}

/** What tests ask of the demonstration. The place is asked for at each call, because every test has another one. */
export function seedQuestions(place: () => Place) {
  async function ask<Row extends pg.QueryResultRow>(text: string, on: pg.Pool = place().database.pool): Promise<Row[]> {
    return (await on.query<Row>(text)).rows
  }
  const count = async (from: string): Promise<number> =>
    (await ask<{ count: number }>(`select count(*) from ${from}`))[0]?.count ?? -1
  /** Every table of the application, without the partitions of one and the queue of jobs. */
  const tablesOf = async (pool: pg.Pool): Promise<string[]> =>
    (
      await ask<{ name: string }>(
        `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
          and not c.relispartition order by 1`,
        pool,
      )
    ).map(({ name }) => name)
  return { ask, count, tablesOf }
}
