import { isPassing } from '@wheelhouse/db/database-away.ts'
import type { Counting } from './counts.ts'

/** Rows of one batch; when so many are waiting, they are written at once. */
export const rowsAtMost = 500
/** While the database is unavailable so many are kept. */
export const waitingAtMost = 50_000
const everyMs = 250

export interface RowBatches {
  flush(): void
  /** Writes what is waiting, once more. */
  close(): Promise<void>
}

/** Calls `writeAll` every 250 ms and when it is flushed, one call after the other. */
export function openBatches(writeAll: () => Promise<void>): RowBatches {
  let writing: Promise<void> | undefined
  const write = (): Promise<void> => (writing ??= writeAll().finally(() => (writing = undefined)))
  const timer = setInterval(() => void write(), everyMs)
  return {
    flush: () => void write(),
    async close() {
      clearInterval(timer)
      await write()
    },
  }
}

/** One bad row must not lose the others: a batch that PostgreSQL refuses is halved until the bad row is alone, and dropped. */
export async function writeInHalves<Row extends { hardware_id: string }>(
  batch: Row[],
  write: (rows: Row[]) => Promise<void>,
  drop: Counting['drop'],
): Promise<void> {
  try {
    await write(batch)
  } catch (error) {
    if (isPassing(error)) throw error
    const [first] = batch
    if (batch.length === 1 && first)
      return drop('dropped_unstorable', { topic: 'heartbeat', hardware_id: first.hardware_id, detail: String(error) })
    const middle = Math.ceil(batch.length / 2)
    await writeInHalves(batch.slice(0, middle), write, drop)
    await writeInHalves(batch.slice(middle), write, drop)
  }
}
