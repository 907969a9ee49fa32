import { Kysely, PostgresDialect } from 'kysely'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { rowTypes } from './row-types.ts'
import type { Database } from './tables.gen.ts'
import { watchedClient } from './watched-client.ts'
import type { Watch } from './watched-client.ts'

export type Db = Kysely<Database>
export type Pool = pg.Pool

export interface PoolOptions {
  /** Maximum number of connections. */
  max?: number
  /** A statement that runs longer is cancelled; 0 switches this off. */
  statementTimeoutMs?: number
  /** When a connection without a reply is broken; usually after 20 to 40 s. */
  watch?: Watch
  applicationName?: string
}

/**
 * Rows carry int8 and numeric as numbers, timestamptz as `2026-11-21T02:00:00.000Z`, and date unchanged. A connection
 * that is lost while idle is dropped silently: the next statement opens a new one.
 */
export function openPool(url: string, options: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: withSettings(url, options.statementTimeoutMs ?? 30_000),
    max: options.max ?? 10,
    connectionTimeoutMillis: 10_000,
    application_name: options.applicationName ?? 'wheelhouse',
    types: rowTypes,
    Client: watchedClient(options.watch),
  })
  pool.on('error', () => {})
  // Losing a connection between two statements of a transaction would otherwise end the process; its next statement
  // reports the loss.
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

/** The pool belongs to the caller: end it with `pool.end()`, not with `db.destroy()`. */
export function openDatabase(pool: pg.Pool): Db {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: namingPool(pool) }) })
}

/**
 * As start-up parameters these cost no round trip. Generic plans: the shape of our statements determines the path, so
 * planning once per connection is enough. Compiling to machine code never pays for pages of 50 rows. With PostgreSQL's
 * default of 4 MB a join over 100,000 devices would go through indexes row by row instead of through memory. A client that
 * disappeared without closing its connection loses its locks within a minute.
 */
function withSettings(url: string, statementTimeoutMs: number): string {
  const parsed = new URL(url)
  const settings = {
    plan_cache_mode: 'force_generic_plan',
    statement_timeout: statementTimeoutMs,
    timezone: 'UTC',
    jit: 'off',
    work_mem: '32MB',
    tcp_keepalives_idle: 30,
    tcp_keepalives_interval: 10,
    tcp_keepalives_count: 3,
  }
  const ours = Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
  const theirs = parsed.searchParams.get('options')
  parsed.searchParams.set('options', theirs ? `${ours} ${theirs}` : ours)
  return parsed.href.replaceAll('+', '%20')
}

// PostgreSQL keeps a plan only for a named statement, and Kysely does not name them. The limit keeps statements whose
// text varies with their parameters (a list of rows to insert) from filling the memory of every connection.
const mostNames = 1_000
const longestNamedText = 20_000
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const cached = names.get(text)
  if (cached || names.size >= mostNames || text.length > longestNamedText) return cached
  if (!/^\s*(select|with|insert|update|delete)\b/i.test(text)) return undefined
  const name = `w${names.size + 1}`
  names.set(text, name)
  return name
}

function namingPool(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const cached = clients.get(client)
      if (cached) return cached
      const naming = namingClient(client)
      clients.set(client, naming)
      return naming
    },
  }
}

function namingClient(client: pg.PoolClient): PostgresPoolClient {
  function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  function query(textOrCursor: unknown, values?: readonly unknown[]): unknown {
    if (typeof textOrCursor === 'string')
      return client.query({ name: nameOf(textOrCursor), text: textOrCursor, values: values ? [...values] : [] })
    // A cursor of `pg`, which submits itself: Kysely types only what it reads of one.
    return client.query(textOrCursor as pg.Submittable)
  }
  return { query, release: (error) => client.release(error) }
}
