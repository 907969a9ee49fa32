import { AppError } from '@wheelhouse/contract/errors.ts'

/** Reads `If-Match: "<version>"` (values: concurrency). A missing one is refused with 428, a malformed one with 400. */
export function versionIn(header: string | undefined): number {
  if (header === undefined) throw new AppError('version_required')
  const version = /^"(0|[1-9]\d{0,8})"$/.exec(header)?.[1]
  if (version === undefined)
    throw new AppError('invalid_header', { header: 'If-Match' }, 'If-Match: write it as "<version>"')
  return Number(version)
}

/**
 * Refuses an edit of a row that someone else has changed since it was read. Call it with the row locked (`for
 * update`), otherwise two editors could both pass. A bulk action names no version (`undefined`): it changes each row in
 * its present state.
 */
export function assertVersion(version: number, expected: number | undefined): void {
  if (expected !== undefined && version !== expected) throw new AppError('stale_version', { version })
}
