const name = 'wheelhouse.renewal'
// A tab that the browser froze in the middle of its renewal must not hold up the others.
const patienceMs = 10_000

/**
 * Work of all tabs of this browser, one after the other. Without the lock service (an insecure origin) each tab is on its own.
 * The lock orders the work, not what is stored: Chromium tells a tab in another process of a change of localStorage a moment
 * later, so that the next one may still read the refresh token that was just used. The provider's grace for a renewal whose
 * answer was lost covers that.
 */
export const createTabTurns =
  (locks: Pick<LockManager, 'request'> | undefined, patience = patienceMs) =>
  async <T>(work: () => Promise<T>): Promise<T> => {
    if (!locks) return work()
    let mine: Promise<T> | undefined
    try {
      return await locks.request(name, { signal: AbortSignal.timeout(patience) }, () => (mine = work()))
    } catch (error) {
      // Waited in vain: what the work itself threw is its own answer.
      if (mine) return mine
      if (!(error instanceof DOMException)) throw error
      return work()
    }
  }
