import type { Insertable } from 'kysely'
import type pg from 'pg'
import { hexOf } from '../sealing.ts'
import type { Database } from '../tables.gen.ts'

const rowsAtOnce = 10_000

/**
 * Inserts many rows with few statements: one JSON parameter each, unpacked by PostgreSQL. All rows have the keys of the
 * first.
 */
export async function insertRows<Table extends keyof Database>(
  client: pg.PoolClient,
  table: Table,
  rows: readonly Insertable<Database[Table]>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
    .map((column) => `"${column}"`)
    .join(', ')
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const part = JSON.stringify(rows.slice(from, from + rowsAtOnce).map(withHex))
    await client.query(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
      [part],
    )
  }
}

/** JSON has no bytes. */
function withHex(row: object): object {
  if (!Object.values(row).some(Buffer.isBuffer)) return row
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, Buffer.isBuffer(value) ? hexOf(value) : value]),
  )
}
