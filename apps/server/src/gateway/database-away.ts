import { codeOf, messageOf } from '@wheelhouse/db/thrown.ts'
// Connection lost or refused, server starting or stopping, too many connections, disk full, a standby: conditions that
// pass, so the statement is repeated.
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

/** The same statement may succeed later; any other error is caused by the statement itself and would recur for ever. */
export function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error) ?? ''
  return codes.has(code) || (code.length === 5 && classes.has(code.slice(0, 2))) || words.test(messageOf(error))
}

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
      if (!isDatabaseAway(error) && ++refusals >= triesOfABadOne) return { outcome: 'unstorable', error }
      onWait(error)
      await new Promise((done) => setTimeout(done, pause))
    }
  }
}
