import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * A column of a list says what it is in SQL, how PostgreSQL writes it as JSON, and how rows are ordered by it. PostgreSQL writes
 * a page's rows as text: decoding them here and encoding them again took two thirds of the server's time for a page.
 */
export type Expr = RawBuilder<unknown>

/** The type of a column's value in a cursor. */
export type Cast = 'text' | 'int' | 'float8' | 'timestamptz' | 'uuid'

export interface Column<T> {
  /** JSON as text, or null for a null, for which `jsonOf` writes `null`. */
  readonly json: Expr
  /** What a list is ordered by, when this column orders it. */
  readonly order: SortColumn | null
  /** For the compiler alone: the type of the value in the reply. */
  readonly value?: T
}

/** What a list can be ordered by; `cast` is the type of its value in a cursor. */
export interface SortColumn {
  by: Expr
  cast: Cast
}

const column = <T>(json: Expr, by: Expr, cast: Cast): Column<T> => ({ json, order: { by, cast } })
const quoted = (text: Expr): Expr => sql`'"' || ${text} || '"'`

export const uuid = (expr: Expr): Column<string> => column(quoted(sql`(${expr})::text`), expr, 'uuid')
/** What people write; ordered as people's languages order it, an empty text last. */
export const text = (expr: Expr): Column<string> =>
  column(sql`to_json((${expr})::text)::text`, collated(sql`nullif(${expr}, '')`), 'text')
/** One of the contract's values, a code or an id in print; ordered by its characters. */
export const word = <Word extends string>(expr: Expr): Column<Word> =>
  column(sql`to_json((${expr})::text)::text`, sql`(${expr})::text`, 'text')
/** Integers, also amounts in minor units of a currency. */
export const int = (expr: Expr): Column<number> => column(sql`(${expr})::text`, expr, 'int')
export const float = (expr: Expr): Column<number> => column(sql`(${expr})::text`, sql`(${expr})::float8`, 'float8')
export const bool = (expr: Expr): Column<boolean> => column(sql`(${expr})::text`, sql`(${expr})::int`, 'int')
/** Requires a database session whose time zone is UTC; the pool opens every session so. */
export const instant = (expr: Expr): Column<string> =>
  column(quoted(sql`to_char(${expr}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`), expr, 'timestamptz')
export const day = (expr: Expr): Column<string> => column(quoted(sql`(${expr})::text`), sql`(${expr})::text`, 'text')
/** A JSON value or an array, of a shape that the compiler cannot check. No list is ordered by it. */
export const json = <T>(expr: Expr): Column<T> => ({ json: sql`to_json(${expr})::text`, order: null })
/** The same column where a row may lack it. */
export const orNull = <T>({ json: text, order }: Column<T>): Column<T | null> => ({ json: text, order })

/** A column in the order of people's languages. */
export const collated = (expr: Expr): Expr => sql`${expr} collate "und-x-icu"`

/** Exactly the fields of the row: a missing, a superfluous or a wrongly typed one does not compile. */
export type Columns<Row> = { readonly [Name in keyof Required<Row>]: Column<Row[Name & keyof Row]> }

/** Columns that are the same object in each request are written out once; null until they are seen a second time. */
const written = new WeakMap<object, Expr | null>()

/** The row as one JSON object. Keys are names of the contract, never of the request. */
export function jsonOf<Row>(columns: Columns<Row>): Expr {
  const known = written.get(columns)
  if (known) return known
  const made = objectOf(columns)
  written.set(columns, known === null ? textOnly(made) : null)
  return made
}

function objectOf<Row>(columns: Columns<Row>): Expr {
  const entries = Object.entries<Column<unknown>>(columns)
  const pieces = entries.flatMap(([name, { json: value }], at) => [
    sql.lit(`${at === 0 ? '{' : ','}"${name}":`),
    sql`coalesce(${value}, 'null')`,
  ])
  return joined([...pieces, sql.lit('}')])
}

/** Compiles without a database. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** The expression as plain text where it has no parameters: to build and compile 17 columns takes longer than to send them. */
function textOnly(expr: Expr): Expr {
  const { sql: text, parameters } = expr.compile(compiler)
  return parameters.length === 0 ? sql.raw(text) : expr
}

/**
 * The pieces as one text, joined in pairs: PostgreSQL's `concat` looks up how to print each of its arguments and takes four times as
 * long, and a chain would copy the growing text for every piece.
 */
function joined(pieces: readonly Expr[]): Expr {
  const [first = sql.lit(''), second] = pieces
  if (pieces.length === 1) return first
  if (pieces.length === 2) return sql`(${first} || ${second})`
  const middle = pieces.length >> 1
  return sql`(${joined(pieces.slice(0, middle))} || ${joined(pieces.slice(middle))})`
}
