import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { foundAtMost } from '@wheelhouse/contract/search/search.ts'
import type { SearchHit, SearchMatch } from '@wheelhouse/contract/search/search.ts'
import type { ResourceType } from '@wheelhouse/contract/access.ts'
import type { Ctx } from '../../platform/context.ts'
import { rowIsVisible, visibleTo } from '../../authz/visible.ts'

/** Ids of one type that were found in one way: `select id, matched, rank`. Each part asks the type's own right of each row. */
export type Part = RawBuilder<unknown>

/** A whole code or id is the thing itself; words come after it, the better ones first. */
const rankOfShape = 10

export const byShape = (matched: SearchMatch, id: RawBuilder<unknown>, rest: RawBuilder<unknown>): Part =>
  sql`select ${id} as id, ${matched} as matched, ${rankOfShape}::float8 as rank ${rest} limit ${foundAtMost}`

/** Of so few visible rows each is looked at: 11 us a row, measured. */
const eachAtMost = 1_000
/** Up to so many, only where the word is too common to look at all rows that hold it (data model, section 7). */
const withinAtMost = 20_000
/** A word that more rows hold is no word to find something by: the first ones are ranked. */
const candidatesAtMost = 2_000

const escapeLike = (term: string): string => term.replace(/[\\%_]/g, (sign) => `\\${sign}`)

/** Every word somewhere in the column, which is in lower case. */
export const holdsWords = (column: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    words.map((word) => sql`${column} like ${`%${escapeLike(word)}%`}`),
    sql` and `,
  )})`

interface Words {
  type: ResourceType
  table: string
  /** In lower case, over the row `t`; what stands first in it counts most. */
  text: RawBuilder<unknown>
  words: readonly string[]
  /** How many; where nothing is said, as many as a box for everything shows. */
  atMost?: number
}

export async function byLabels(ctx: Ctx, { type, table, text, words, atMost = foundAtMost }: Words): Promise<Part[]> {
  if (words.length === 0) return []
  const visible = await visibleTo(ctx, type, 'GET', type)
  const from = sql.table(table)
  const candidates = sql`select * from ${from} t where ${holdsWords(text, words)} limit ${candidatesAtMost} offset 0`
  const rows = (await isWithin(ctx, visible.hint, candidates))
    ? // Each by its id: of a word that a quarter of all rows hold, the index would bring that quarter.
      sql`from (${visible.set}) v cross join lateral (select * from ${from} t where t.id = v.resource_id offset 0) t
        where ${holdsWords(text, words)}`
    : sql`from (${candidates}) t where ${rowIsVisible(ctx, type, 'GET', type, sql`t.id`)}`
  return [bestByWords({ id: sql`t.id`, text, words, from: rows, atMost })]
}

interface RankedWords extends Pick<Words, 'text' | 'words' | 'atMost'> {
  id: RawBuilder<unknown>
  from: RawBuilder<unknown>
}

/** The best of the rows that hold the words: first what begins with them, then what is most alike. */
export function bestByWords({ id, text, words, from, atMost = foundAtMost }: RankedWords): Part {
  const phrase = words.join(' ')
  const rank = sql`(case when ${text} like ${`${escapeLike(phrase)}%`} then 1 else 0 end + similarity(${text}, ${phrase}))::float8`
  return sql`select ${id} as id, 'words' as matched, ${rank} as rank ${from} order by rank desc, ${id} limit ${atMost}`
}

/** Whether to go through what is visible instead of through what holds the words: else a match past the cap would be lost. */
async function isWithin({ db }: Ctx, hint: number | null, candidates: RawBuilder<unknown>): Promise<boolean> {
  if (hint === null || hint > withinAtMost) return false
  if (hint <= eachAtMost) return true
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${candidates}) c`.execute(db)
  return (rows[0]?.count ?? 0) >= candidatesAtMost
}

/** `found f`: the best of all parts, each id once. */
export const foundIn = (parts: readonly Part[]): RawBuilder<unknown> => sql`(
  select * from (select distinct on (p.id) p.id, p.matched, p.rank from (${sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union all `,
  )}) p order by p.id, p.rank desc) p order by p.rank desc, p.id limit ${foundAtMost}) f`

/** What a type's statement says of a row; the rest has its default. */
export type Row = Pick<SearchHit, 'id' | 'matched' | 'title'> & Partial<SearchHit>

export const hit = (type: SearchHit['type'], row: Row, marks: readonly string[]): SearchHit => ({
  code: '',
  detail: '',
  rfid: null,
  state: null,
  dock: null,
  location_id: null,
  device_id: null,
  hardware_id: null,
  ...row,
  type,
  marks: marks.filter(Boolean),
})

/** Hardware ids and SIM numbers are shown in groups of four. */
export const grouped = (digits: string): string => digits.match(/.{1,4}/g)?.join(' ') ?? digits
