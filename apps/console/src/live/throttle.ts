interface ThrottleDeps {
  /** Asks again; it settles with the reply. */
  work(): Promise<unknown>
  /** Milliseconds. */
  now(): number
  /** Calls back later; returns the function that prevents it. */
  after(ms: number, work: () => void): () => void
}

export interface Throttle {
  /** Something changed: asks at once, or at the end of the pause that the last reply left. */
  request(): void
  end(): void
}

const shortestPauseMs = 1_000
const longestPauseMs = 10_000
const pauseFactor = 10

/** What is cheap is asked for once a second; what takes the server long costs it at most a tenth of the time. */
const pauseAfter = (tookMs: number): number => Math.min(longestPauseMs, Math.max(shortestPauseMs, pauseFactor * tookMs))

/**
 * The one policy of how often a reply is asked for again while changes arrive: the first change at once, those that follow
 * together at the end of a pause. A change during a request is not in its reply, so it counts as one that follows.
 */
export function createThrottle({ work, now, after }: ThrottleDeps): Throttle {
  let isBusy = false
  let isWanted = false
  let hasEnded = false
  let nextAt = Number.NEGATIVE_INFINITY
  let cancel: (() => void) | null = null

  async function run(): Promise<void> {
    cancel = null
    isWanted = false
    isBusy = true
    const startedAt = now()
    await work().catch(() => undefined)
    isBusy = false
    nextAt = startedAt + pauseAfter(now() - startedAt)
    if (isWanted) schedule()
  }
  function schedule(): void {
    if (!isBusy && !hasEnded) cancel ??= after(Math.max(0, nextAt - now()), () => void run())
  }
  return {
    request() {
      isWanted = true
      schedule()
    },
    end() {
      hasEnded = true
      cancel?.()
    },
  }
}
