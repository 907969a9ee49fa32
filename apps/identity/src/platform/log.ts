import { pino } from 'pino'
import type { Logger } from 'pino'
import { codeOf } from '@wheelhouse/db/thrown.ts'

/** Everything else of an error may hold what was sent: Node adds the raw packet, with cookies and passwords, to some. */
export const errorFields = (error: unknown): unknown =>
  error instanceof Error
    ? {
        type: error.name,
        code: codeOf(error),
        message: error.message,
        stack: error.stack,
        ...(error.cause === undefined ? {} : { cause: errorFields(error.cause) }),
      }
    : String(error)

export const createLog = (level: string, destination?: { write(line: string): void }): Logger =>
  pino({ level, serializers: { err: errorFields } }, destination ?? pino.destination(1))
