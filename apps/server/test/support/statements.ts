import type { Pool } from '@wheelhouse/db/database.ts'
import type pg from 'pg'

/** Collects the text of each statement that runs on the pool, until `stop`. It changes nothing about them. */
export function recordStatements(pool: Pool) {
  const texts: string[] = []
  const recorded = new WeakSet<pg.PoolClient>()
  let isRecording = true
  const record = (client: pg.PoolClient): void => {
    if (recorded.has(client)) return
    recorded.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const recording = (...args: unknown[]): unknown => {
      const text = textOf(args[0])
      if (isRecording && text !== null) texts.push(text)
      return query(...args)
    }
    Object.assign(client, { query: recording })
  }
  pool.on('acquire', record)
  return {
    /** What ran since the last call. */
    take: (): string[] => texts.splice(0),
    stop: (): void => {
      isRecording = false
      pool.off('acquire', record)
    },
  }
}

function textOf(statement: unknown): string | null {
  if (typeof statement === 'string') return statement
  const { text } = statement as { text?: unknown }
  return typeof text === 'string' ? text : null
}
