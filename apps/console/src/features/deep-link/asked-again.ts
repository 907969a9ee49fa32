import { isNotFound } from '../../http/api-error.ts'

/** A code that stays before the camera is read several times a second. */
const pauseMs = 3_000

/** Whether a code is asked for again when it is scanned again: a failure may have passed, and what does not exist stays unknown. */
export const isAskedAgain = (error: Error | null, sinceMs: number): boolean =>
  error !== null && !isNotFound(error) && sinceMs >= pauseMs
