import type { Pool } from '@wheelhouse/db/database.ts'
import { rfidReversed } from '@wheelhouse/contract/find-user/recognise.ts'

const bothOrders = (key: string): string[] => (/^(?:[0-9A-F]{2}){4,10}$/.test(key) ? [key, rfidReversed(key)] : [key])

/** Where one of these keys can be read: in which rows of which tables, and in the notes of the planner. Cards in both orders. */
export async function clearKeysIn(pool: Pool, keys: readonly string[]): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c where c.relkind = 'r'
       and c.relnamespace in ('public'::regnamespace, to_regnamespace('pgboss')) union all select 'pg_stats'`,
  )
  // A PIN is also a part of longer numbers.
  const pattern = `(^|[^0-9A-Za-z.])(${keys.flatMap(bothOrders).join('|')})($|[^0-9A-Za-z])`
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ text: string }>(`select t::text as text from ${name} t where t::text ~* $1`, [
      pattern,
    ])
    found.push(...rows.map(({ text }) => `${name}: ${text}`))
  }
  return found
}

/** The same in the files of the database, where what was deleted may be left. */
export async function clearKeysInFiles(pool: Pool, keys: readonly string[]): Promise<string[]> {
  await pool.query('checkpoint')
  const { rows } = await pool.query<{ name: string }>(
    `select distinct c.oid::regclass::text as name from pg_class c, unnest($1::text[]) key
     where c.relkind in ('r', 'i', 't', 'm') and pg_relation_filepath(c.oid) is not null
       and position(convert_to(key, 'UTF8') in pg_read_binary_file(pg_relation_filepath(c.oid), true)) > 0`,
    [keys],
  )
  return rows.map(({ name }) => name)
}
