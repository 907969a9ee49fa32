import { AppError } from '@wheelhouse/contract/errors.ts'

/** Opaque to callers. It holds positions only; each page decides again what the caller may see. */
export const encodeCursor = (position: readonly (string | number | null)[]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

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
const firstYear = '0001'
/** A day that is none (31 February) and the year 0, which PostgreSQL does not know, are refused. */
export const isInstant = (value: unknown): value is string =>
  typeof value === 'string' &&
  instant.test(value) &&
  value >= firstYear &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString() === value
/** What PostgreSQL keeps in an integer of four bytes. */
export const isInt = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31
export const isUuid = (value: unknown): value is string => typeof value === 'string' && uuid.test(value)
