import * as z from 'zod'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Config } from '../platform/config.ts'
import { seal, unseal } from '../platform/seal.ts'

type Position = readonly (string | number | null)[]
type Keyed = Pick<Config, 'installation_key'>

/** Opaque to callers. It holds positions only; each page decides again what the caller may see. */
export const encodeCursor = (position: Position): string => Buffer.from(JSON.stringify(position)).toString('base64url')

const sealedFor = 'cursor'
// A character that the encoding of other cursors does not use.
const sealedMark = '.'

/** For the position of an entry that the caller may not see: nobody but a server of this installation reads it. */
export function encodeSealedCursor(config: Keyed, position: Position): string {
  // Without a key nothing that has to be kept secret works; `readConfig` finds or makes one wherever people sign in.
  if (config.installation_key === undefined) return encodeCursor(position)
  return sealedMark + Buffer.from(seal(config, JSON.stringify(position), sealedFor), 'base64').toString('base64url')
}

function textIn(cursor: string, config: Keyed | undefined): string {
  if (!config || !cursor.startsWith(sealedMark)) return Buffer.from(cursor, 'base64url').toString('utf8')
  return unseal(config, Buffer.from(cursor.slice(1), 'base64url').toString('base64'), sealedFor)
}

const Position = z.array(z.union([z.string(), z.number(), z.null()]))

/** Refuses what this server did not make: wrong encoding, length or kinds. The settings are for lists that seal cursors. */
export function decodeCursor(
  cursor: string,
  isPosition: (value: unknown[]) => boolean,
  config?: Keyed,
): (string | number | null)[] {
  try {
    const value: unknown = JSON.parse(textIn(cursor, config))
    const position = Position.safeParse(value)
    if (position.success && isPosition(position.data)) return position.data
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
