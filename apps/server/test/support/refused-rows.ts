import { uuidv7 } from 'uuidv7'
import type { TestApp } from './test-app.ts'

/** The database refuses each write of a row with this value, as it would for a fault of one thing. Returns how to end that. */
export async function refuseRows(
  { pool }: TestApp,
  table: string,
  column: string,
  value: string,
): Promise<() => Promise<unknown>> {
  const name = `refused_${uuidv7().replaceAll('-', '')}`
  await pool.query(
    `create function ${name}() returns trigger language plpgsql as $$ begin raise exception 'refused by a test'; end $$`,
  )
  await pool.query(`create trigger ${name} before insert or update on ${table} for each row
    when (new.${column}::text = '${value}') execute function ${name}()`)
  return () => pool.query(`drop function ${name} cascade`)
}
