import { isPassing } from '@wheelhouse/db/database-away.ts'

const firstPauseMs = 100
const longestPauseMs = 2_000
const triesOfABadOne = 3

export type Stored = 'stored' | 'unstorable' | 'given_up'

interface Patience {
  /** Returns false to stop waiting, because another process will receive the message. */
  isWanted: () => boolean
  onWait: (error: unknown) => void
}

/**
 * Tries until the database has stored it. Content that the database refuses is returned as unstorable, so that it does
 * not block the rest.
 */
export async function retryUntilStored(
  work: () => Promise<unknown>,
  { isWanted, onWait }: Patience,
): Promise<{ outcome: Stored; error?: unknown }> {
  let refusals = 0
  for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
    try {
      await work()
      return { outcome: 'stored' }
    } catch (error) {
      if (!isWanted()) return { outcome: 'given_up', error }
      if (!isPassing(error) && ++refusals >= triesOfABadOne) return { outcome: 'unstorable', error }
      onWait(error)
      await new Promise((done) => setTimeout(done, pause))
    }
  }
}
