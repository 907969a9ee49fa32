// Connection lost or refused, server starting or stopping, no room, disk full, a standby: what waits and is tried again.
const classes = new Set(['08', '53', '57', '58'])
const codes = new Set([
  '25006',
  '55000',
  '40001',
  '40P01',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const words =
  /Connection terminated|timeout exceeded when trying to connect|connection error|not queryable|Cannot use a pool/

/** The statement may succeed later as it is; anything else is the statement's own fault and would fail for ever. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && (codes.has(code) || (code.length === 5 && classes.has(code.slice(0, 2))))) return true
  return typeof message === 'string' && words.test(message)
}

const firstPauseMs = 100
const longestPauseMs = 2_000
const triesOfABadOne = 3

export type Stored = 'stored' | 'unstorable' | 'given_up'

interface Patience {
  /** False ends the waiting: somebody else will get the message. */
  isWanted: () => boolean
  onWait: (error: unknown) => void
}

/** Tries until the database has it. What the database refuses for its content is given back as unstorable, so that it does not hold up the rest. */
export async function untilStored(
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
      if (!isDatabaseAway(error) && ++refusals >= triesOfABadOne) return { outcome: 'unstorable', error }
      onWait(error)
      await new Promise((done) => setTimeout(done, pause))
    }
  }
}
