/**
 * The schema of what a call sends. Read it only so in the console: its build keeps the schemas apart from the calls, and they load with
 * the first form (apps/console/browser-contract).
 */
export const bodyOf = <R extends { body?: unknown }>({ body }: R): R['body'] => body
