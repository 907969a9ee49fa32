import { AppError } from '@wheelhouse/contract/errors.ts'

/** `If-Match: "<version>"` (values: concurrency). None is 428, what is no version of ours 400. */
export function versionIn(header: string | undefined): number {
  if (header === undefined) throw new AppError('version_required')
  const version = /^"(\d{1,9})"$/.exec(header)?.[1]
  if (version === undefined)
    throw new AppError('invalid_header', { header: 'If-Match' }, 'If-Match: write it as "<version>"')
  return Number(version)
}

/**
 * Ends an edit of what somebody else changed meanwhile. Asked of the row as it is locked (`for update`), else two editors
 * could both pass. One of many that are done at once names none (`undefined`): it is done to each as it stands.
 */
export function assertVersion(version: number, expected: number | undefined): void {
  if (expected !== undefined && version !== expected) throw new AppError('stale_version', { version })
}
