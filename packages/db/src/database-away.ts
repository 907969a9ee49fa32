import { codeOf, messageOf } from './thrown.ts'
// Connection lost or refused, server starting or stopping, too many connections, disk full, a standby: conditions that pass.
const classes = new Set(['08', '53', '57', '58'])
const codes = new Set([
  '25006',
  '55000',
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

/** PostgreSQL is unavailable: the same statement may succeed later, and the caller did nothing wrong. */
export function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error) ?? ''
  return codes.has(code) || (code.length === 5 && classes.has(code.slice(0, 2))) || words.test(messageOf(error))
}

// One deadlock after another, or rows that others went on changing.
const conflicts = new Set(['40001', '40P01'])

/** The same statement may succeed later, whether PostgreSQL was unavailable or other statements were in its way. */
export const isPassing = (error: unknown): boolean => isDatabaseAway(error) || conflicts.has(codeOf(error) ?? '')
