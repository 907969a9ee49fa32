import { AppError } from '@wheelhouse/contract/errors.ts'

/** Opaque to callers. It holds positions only; what it may show is decided anew with each page. */
export const encodeCursor = (position: readonly (string | number | null)[]): string => Buffer.from(JSON.stringify(position)).toString('base64url')

/** Refuses what this server did not make: wrong encoding, length or kinds. */
export function decodeCursor(cursor: string, isPosition: (value: unknown[]) => boolean): (string | number | null)[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Array.isArray(value) && isPosition(value)) return value as (string | number | null)[]
  } catch {
    // Falls through to the one refusal below.
  }
  throw new AppError('invalid_cursor')
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
export const isInstant = (value: unknown): value is string => typeof value === 'string' && instant.test(value) && !Number.isNaN(Date.parse(value))
export const isUuid = (value: unknown): value is string => typeof value === 'string' && uuid.test(value)
