import { isDatabaseAway } from '@wheelhouse/db/database-away.ts'
import { codeOf } from '@wheelhouse/db/thrown.ts'
import type { Log } from './log.ts'

interface Sweeping {
  log: Log
  /** Aborted when the process is shutting down. */
  signal?: AbortSignal
}

/** A statement that ran for too long: it says nothing about the others. */
const isCancelled = (error: unknown): boolean => codeOf(error) === '57014'

/**
 * Does the work of a sweep for one thing after the other. One that fails must not hold up the others: it is logged, and the next
 * sweep tries it again. While the database is away nothing can be done for any of them, so the sweep ends with that error.
 */
export async function doEachAlone<T extends { id: string }>(
  { log, signal }: Sweeping,
  sweep: string,
  things: readonly T[],
  work: (thing: T) => Promise<unknown>,
): Promise<void> {
  let failed = 0
  for (const thing of things) {
    if (signal?.aborted) break
    try {
      await work(thing)
    } catch (err) {
      if (isDatabaseAway(err) && !isCancelled(err)) throw err
      failed++
      log.error({ err, sweep, id: thing.id }, 'a sweep could not work on one of its things')
    }
  }
  if (failed > 0) log.warn({ sweep, failed, of: things.length }, 'a sweep left things undone')
}
