import { isDatabaseAway } from '@wheelhouse/db/database-away.ts'

/** What passes by itself: the caller may try again as it is. */
export class Unavailable extends Error {}

export const isUnavailable = (error: unknown): boolean => error instanceof Unavailable || isDatabaseAway(error)
