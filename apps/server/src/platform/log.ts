import { pino } from 'pino'
import type { Logger } from 'pino'

export type Log = Logger

/** Secrets never reach the log, whichever object contains them. */
export const createLog = (level: string): Log =>
  pino({
    level,
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        '*.password',
        '*.secret',
        '*.refresh_token',
        '*.access_token',
      ],
      censor: '[redacted]',
    },
  })
