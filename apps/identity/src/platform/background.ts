import type { Log } from './identity-context.ts'

export interface Background {
  /** Runs the work after the response, so that its duration reveals nothing. A failure is logged. */
  later(what: string, work: () => Promise<unknown>): void
  /** Resolves when all postponed work is done. */
  settled(): Promise<void>
}

export function openBackground(log: Log): Background {
  const running = new Set<Promise<void>>()
  return {
    later(what, work) {
      const done = new Promise<void>((next) => setImmediate(next))
        .then(work)
        .then(
          () => {},
          (error: unknown) => log.error({ err: error }, `${what} failed`),
        )
        .finally(() => running.delete(done))
      running.add(done)
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
