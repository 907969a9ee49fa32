import { codeOf } from './thrown.ts'

/**
 * To make or drop a partition PostgreSQL locks its whole table. Behind a long reader, such as a backup, that lock waits, and all
 * that write to the table wait behind it: for no longer than this.
 */
const waitsAtMost = '1s'

/**
 * One statement that does all of these, or fails with `isLockTimeout` and has done nothing. `first` may wait as long as it takes.
 * It is one transaction on a pool and part of the caller's on a client, where other statements wait as before.
 */
export const withoutLongWait = (statements: readonly string[], first: readonly string[] = []): string => `do $parts$
  declare usual text := current_setting('lock_timeout');
  begin
    ${first.join('\n    ')}
    perform set_config('lock_timeout', '${waitsAtMost}', true);
    ${statements.join('\n    ')}
    perform set_config('lock_timeout', usual, true);
  end $parts$`

/** The table is in use; the same statement may be tried again later. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03'
