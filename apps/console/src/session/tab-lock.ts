const name = 'wheelhouse.renewal'
// A tab that the browser froze in the middle of its renewal must not hold up the others.
const patienceMs = 10_000

/** Work of all tabs of this browser, one after the other. Without the lock service (an insecure origin) each tab is on its own. */
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
