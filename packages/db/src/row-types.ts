import pg from 'pg'
import type { CustomTypesConfig } from 'pg'

const oid = { int8: 20, date: 1082, timestamptz: 1184, numeric: 1700, textArray: 1009 } as const
const arrays = { int8: 1016, date: 1182, timestamptz: 1185, numeric: 1231 } as const

type Parse = (text: string) => unknown

const parsers = new Map<number, Parse>([
  [oid.int8, Number],
  [oid.numeric, Number],
  [oid.date, String],
  [oid.timestamptz, isoTime],
  [arrays.int8, listOf(Number)],
  [arrays.numeric, listOf(Number)],
  [arrays.date, listOf(String)],
  [arrays.timestamptz, listOf(isoTime)],
])

export const rowTypes: CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(type)) || pg.types.getTypeParser(type, format),
}

/** `2026-11-21 02:00:00.5+00` (the session's zone is UTC) to `2026-11-21T02:00:00.500Z`; `infinity` stays. */
export function isoTime(text: string): string {
  if (!text.endsWith('+00')) return text
  const [seconds, fraction = ''] = text.slice(0, -3).split('.')
  return `${seconds?.replace(' ', 'T')}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}

function listOf(parse: Parse): Parse {
  const texts: (text: string) => (string | null)[] = pg.types.getTypeParser(Number(oid.textArray))
  return (text) => texts(text).map((item) => (item === null ? null : parse(item)))
}
