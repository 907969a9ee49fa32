import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { openPool } from '@wheelhouse/db/database.ts'
import type { Fixture, FixtureTable, Row } from './fixture.ts'

/**
 * `node apps/server/test/upgrade/make-fixture.ts DATABASE_URL VERSION` writes the fixture of a release out of the
 * demonstration of that release: small tables as a whole, a few rows of the others, and every row that these refer to.
 */
const [url = '', version = ''] = process.argv.slice(2)
const wholeBelow = 80
const fewRows = 12
// Without each of its rows the people of the release would hold other rights.
const whole = new Set(['role_actions', 'role_grants'])

// Secrets, and what is only valid while that release runs.
const leftOut = new Set(['schema_migrations', 'identity_keys', 'oidc_payloads', 'installation_keys'])

interface Reference {
  child: string
  parent: string
  child_columns: string[]
  parent_columns: string[]
}

const pool = openPool(url, { max: 1, statementTimeoutMs: 0 })
const query = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await pool.query<T>(text, values)).rows

const tables = await query<{ name: string; columns: string[]; key: string[] }>(`
  select c.relname as name,
    (select array_agg(a.attname::text order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    (select array_agg(a.attname::text order by a.attnum) from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey) where i.indrelid = c.oid and i.indisprimary) as key
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`)
const references = await query<Reference>(`
  select k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent,
    (select array_agg(a.attname::text order by n) from unnest(k.conkey) with ordinality u(num, n) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.num) as child_columns,
    (select array_agg(a.attname::text order by n) from unnest(k.confkey) with ordinality u(num, n) join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.num) as parent_columns
  from pg_constraint k where k.contype = 'f' and k.conparentid = 0`)

const taken = new Map<string, Map<string, Row>>()
const keyOf = (row: Row, columns: readonly string[]): string => JSON.stringify(columns.map((name) => row[name]))

function take(name: string, rows: Row[]): Row[] {
  const table = tables.find((one) => one.name === name)
  const known = taken.get(name) ?? new Map<string, Row>()
  taken.set(name, known)
  return rows.filter((row) => {
    const key = keyOf(row, table?.key ?? Object.keys(row))
    const isNew = !known.has(key)
    known.set(key, row)
    return isNew
  })
}

const rowsWhere = async (name: string, condition: string, values: unknown[] = []): Promise<Row[]> => {
  const columns = tables.find((one) => one.name === name)?.columns ?? []
  const rows = await query<{ row: Row }>(
    `select to_jsonb(x) as row from (select ${columns.map((one) => `t."${one}"`).join(', ')} from "${name}" t where ${condition}) x`,
    values,
  )
  return rows.map(({ row }) => row)
}

/** Takes what the rows refer to, and what that refers to. */
async function close(name: string, rows: Row[]): Promise<void> {
  for (const { parent, child_columns, parent_columns } of references.filter(({ child }) => child === name)) {
    const wanted = rows.filter((row) => child_columns.every((column) => row[column] !== null))
    if (wanted.length === 0) continue
    const names = parent_columns.map((column) => `"${column}"`)
    const condition = `(${names.join(', ')}) in (select ${names.join(', ')} from jsonb_populate_recordset(null::"${parent}", $1))`
    const asked = wanted.map((row) =>
      Object.fromEntries(parent_columns.map((column, at) => [column, row[child_columns[at] ?? '']])),
    )
    const added = take(parent, await rowsWhere(parent, condition, [JSON.stringify(asked)]))
    if (added.length > 0) await close(parent, added)
  }
}

for (const { name } of tables.filter((one) => !leftOut.has(one.name))) {
  const [size] = await query<{ count: number }>(
    `select count(*)::int from (select 1 from "${name}" limit ${wholeBelow}) x`,
  )
  const isWhole = whole.has(name) || (size?.count ?? 0) < wholeBelow
  const limit = isWhole ? '' : `limit ${fewRows}`
  await close(name, take(name, await rowsWhere(name, `true order by md5(t::text) ${limit}`)))
}
// Memberships refer to many kinds of things, so no constraint leads to them.
const ids = [...taken.values()].flatMap((rows) => [...rows.values()].map((row) => row.id))
const members = await rowsWhere('resource_group_members', 't.resource_id::text = any($1)', [
  ids.filter((one) => typeof one === 'string'),
])
await close('resource_group_members', take('resource_group_members', members))

const migrations = await query<{ name: string }>('select name from schema_migrations order by name')
const fixture: Fixture = {
  version,
  migrations: migrations.map(({ name }) => name),
  tables: tables.flatMap(({ name, columns, key }): FixtureTable[] => {
    const rows = [...(taken.get(name)?.values() ?? [])]
    return rows.length === 0 ? [] : [{ name, columns, key: key ?? [], rows }]
  }),
}
await pool.end()
const file = join(import.meta.dirname, `release-${version}.json.gz`)
writeFileSync(file, gzipSync(JSON.stringify(fixture), { level: 9 }))
for (const { name, rows } of fixture.tables) process.stdout.write(`${String(rows.length).padStart(6)} ${name}\n`)
