import { keysOf, recordOf } from '@wheelhouse/contract/certain.ts'
import { openPool } from '@wheelhouse/db/database.ts'
import type { Pool } from '@wheelhouse/db/database.ts'
import type { Filled } from '../fixtures.ts'
import { dashboardByHand } from './dashboard-queries.ts'

export interface AskedByHand {
  person: string
  isEverything: boolean
  from: string
  to: string
  now: string
}

type Statement = keyof typeof dashboardByHand
type Value = string | number | null
/** What each statement found. */
export type FoundByHand = Record<Statement, Record<string, Value>[]>

const statements = keysOf(dashboardByHand)
const connections = 4

/**
 * The twelve charts by hand, in one connection one after the other, or in several at once. PostgreSQL plans each for its parameters
 * until it finds that this brings nothing, which is faster than either way alone.
 */
export function openDashboardPeer({ url }: Filled) {
  const own = new URL(url)
  own.searchParams.set('options', '-c plan_cache_mode=auto')
  const pool = openPool(own.href, { max: connections, statementTimeoutMs: 0, applicationName: 'wheelhouse bench peer' })
  return {
    inOne: async (asked: AskedByHand): Promise<void> => {
      const client = await pool.connect()
      try {
        for (const statement of statements) await found(client, statement, asked)
      } finally {
        client.release()
      }
    },
    atOnce: async (asked: AskedByHand): Promise<FoundByHand> => {
      const all = await Promise.all(statements.map(async (one) => [one, await found(pool, one, asked)] as const))
      const rows = new Map(all)
      return recordOf(statements, (one) => rows.get(one) ?? [])
    },
    end: () => pool.end(),
  }
}

export type DashboardPeer = ReturnType<typeof openDashboardPeer>

async function found(
  on: Pick<Pool, 'query'>,
  statement: Statement,
  asked: AskedByHand,
): Promise<Record<string, Value>[]> {
  const { text, takes } = dashboardByHand[statement]
  const { rows } = await on.query<Record<string, Value>>({
    // A name, so that it is planned once.
    name: `${statement} ${asked.isEverything}`,
    text: text(asked.isEverything),
    values: [asked.person, ...takes.map((name) => asked[name])],
  })
  return rows
}
