import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Cast } from './columns.ts'
import { decodeCursor, encodeCursor, isInstant, isInt, isUuid } from './cursor.ts'

interface After {
  cursor: string | undefined
  /** What the cursor must have been made with: the name of the order and its direction. */
  key: readonly [sort: string, order: 'asc' | 'desc']
  cast: Cast
  idCast: 'uuid' | 'text'
}

const positionOf = ({ cursor = '', key: [sort, order], cast, idCast }: After) => {
  const [, , value, id] = decodeCursor(
    cursor,
    ([s, o, v, i]) => s === sort && o === order && i !== null && isValue(i, idCast) && isValue(v, cast),
  )
  return { value, last: sql`${id}::${sql.raw(idCast)}` }
}

/** Keyset predicate over `v` and `id`: rows after the cursor. Nulls come last in both directions. */
export function afterCursor(after: After): RawBuilder<boolean> {
  const {
    cursor,
    key: [, order],
    cast,
  } = after
  if (!cursor) return sql<boolean>`true`
  const { value, last } = positionOf(after)
  if (value === null) return sql<boolean>`(v is null and id > ${last})`
  const bound = sql`${value}::${sql.raw(cast)}`
  return sql<boolean>`(v ${order === 'asc' ? sql`>` : sql`<`} ${bound} or (v = ${bound} and id > ${last}) or v is null)`
}

/** The same over an index of these two columns, neither of which is ever null, and both in the direction of the order. */
export function afterInIndex(after: After, by: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<boolean> {
  if (!after.cursor) return sql<boolean>`true`
  const { value, last } = positionOf(after)
  const beyond = after.key[1] === 'asc' ? sql`>` : sql`<`
  return sql<boolean>`(${by}, ${id}) ${beyond} (${value}::${sql.raw(after.cast)}, ${last})`
}

/** The cursor behind a row that has this value and this id. */
export const cursorAfter = (
  key: readonly [sort: string, order: 'asc' | 'desc'],
  [value, id]: readonly [value: string | number | null, id: string],
): string => encodeCursor([...key, value, id])

function isValue(value: unknown, cast: Cast): boolean {
  if (value === null) return true
  if (cast === 'int') return isInt(value)
  if (cast === 'float8') return typeof value === 'number' && Number.isFinite(value)
  if (typeof value !== 'string' || value.includes('\0')) return false
  if (cast === 'uuid') return isUuid(value)
  return cast === 'text' || isInstant(value)
}
