import type pg from 'pg'

interface Column {
  table: string
  column: string
  /** PostgreSQL's name of the type; that of an array begins with an underscore. */
  type: string
  is_nullable: boolean
  has_default: boolean
  is_always_generated: boolean
}

/** As rows carry them (see `row-types.ts`). */
const valueTypes: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bpchar: 'string',
  bytea: 'Buffer',
  cidr: 'string',
  date: 'string',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  json: 'unknown',
  jsonb: 'unknown',
  numeric: 'number',
  text: 'string',
  timestamptz: 'string',
  tstzmultirange: 'string',
  uuid: 'string',
  varchar: 'string',
}

// A partition has the columns of its table, which is the one that statements name.
const columnsOfTables = `
  select c.relname as "table", a.attname as "column", t.typname as type, not a.attnotnull as is_nullable,
    a.atthasdef or a.attidentity = 'd' as has_default, a.attgenerated <> '' or a.attidentity = 'a' as is_always_generated
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname <> 'schema_migrations'
  order by c.relname collate "C", a.attnum`

/** The source of `tables.gen.ts`: one interface for each table of the database. */
export async function tableTypes(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<Column>(columnsOfTables)
  const tables = Map.groupBy(rows, ({ table }) => table)
  const interfaces = [...tables].map(([table, columns]) => interfaceOf(nameOf(table), columns.map(lineOf)))
  const database = interfaceOf(
    'Database',
    [...tables.keys()].map((table) => `${table}: ${nameOf(table)}`),
  )
  const lines = [
    '// Written by scripts/generate-tables.ts from the migrated database. Change a migration and run it again.',
    "import type { Generated, GeneratedAlways } from 'kysely'",
    ...interfaces,
    database,
    '',
  ]
  return lines.join('\n')
}

const interfaceOf = (name: string, lines: string[]): string =>
  ['', `export interface ${name} {`, ...lines.map((line) => `  ${line}`), '}'].join('\n')

/** `points_of_interest` to `PointsOfInterestTable`. */
const nameOf = (table: string): string =>
  `${table.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Table`

function lineOf({ table, column, type, is_nullable, has_default, is_always_generated }: Column): string {
  const item = valueTypes[type.replace(/^_/, '')]
  if (!item) throw new Error(`${table}.${column}: table-types.ts does not know the type ${type}`)
  const value = type.startsWith('_') ? `${item}[]` : item
  const read = is_nullable && value !== 'unknown' ? `${value} | null` : value
  if (is_always_generated) return `${column}: GeneratedAlways<${read}>`
  // A column that may be null may be left out of an insert without a default, too.
  return `${column}: ${has_default ? `Generated<${read}>` : read}`
}
