import { isDatabaseAway } from '@wheelhouse/db/database-away.ts'

/** A temporary condition: the caller may repeat the same request. */
export class Unavailable extends Error {}

export const isUnavailable = (error: unknown): boolean => error instanceof Unavailable || isDatabaseAway(error)
