import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '@wheelhouse/db/database.ts'
import { testDatabase } from '@wheelhouse/db/test-database.ts'
import type { Db } from './context.ts'
import { keepStatements, markOf } from './kept-statements.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let db: Db

beforeAll(async () => {
  database = await testDatabase()
  db = openDatabase(database.pool)
})
afterAll(() => database.drop())

/** Says who asks for what, and how often a statement was written for it. */
function greetings() {
  const marks = { who: markOf('who') }
  const kept = keepStatements(marks)
  let written = 0
  return {
    marks,
    written: () => written,
    async ask(asked: { word: unknown }, who: string | null, isForgotten = false): Promise<string> {
      const rows = await kept.rows(db, asked, { who }, (_kind, forget) => {
        written++
        if (isForgotten) forget()
        return sql<{
          said: string
        }>`select ${String(asked.word)}::text || ' ' || coalesce(${marks.who}::text, 'nobody') as said`
      })
      return rows.map(({ said }) => said).join()
    },
  }
}

describe('a statement is written once for all requests of a kind', () => {
  test('and each is answered with its own values', async () => {
    const { ask, written } = greetings()
    expect(await ask({ word: 'hello' }, 'Ann')).toBe('hello Ann')
    expect(await ask({ word: 'hello' }, 'Bo')).toBe('hello Bo')
    expect(await ask({ word: 'hello' }, null)).toBe('hello nobody')
    expect(written()).toBe(1)
    expect(await ask({ word: 'goodbye' }, 'Ann')).toBe('goodbye Ann')
    expect(await ask({ word: 'hello' }, 'Ann')).toBe('hello Ann')
    expect(written()).toBe(2)
  })

  test('what a person sends is a value, whatever they write', async () => {
    const { ask, marks } = greetings()
    for (const word of [`'; select 1 --`, '$1', 'who', JSON.stringify(marks)]) {
      expect(await ask({ word }, 'Ann')).toBe(`${word} Ann`)
      expect(await ask({ word: 'hello' }, word)).toBe(`hello ${word}`)
    }
  })

  test('one that depends on more than its kind is written each time', async () => {
    const { ask, written } = greetings()
    for (const who of ['Ann', 'Bo']) expect(await ask({ word: 'hello' }, who, true)).toBe(`hello ${who}`)
    expect(written()).toBe(2)
  })

  test('what JSON does not tell apart is written each time', async () => {
    const { ask, written } = greetings()
    // The first is kept, and JSON writes the next two like it; so do the others among themselves.
    const words = [null, Number.NaN, Number.POSITIVE_INFINITY, new Set(['one']), new Set(['two']), undefined, 0, -0]
    for (const word of words) expect(await ask({ word }, 'Ann')).toBe(`${String(word)} Ann`)
    expect(written()).toBe(words.length)
    // A long text is a kind that nobody asks for again.
    for (const who of ['Ann', 'Bo']) expect(await ask({ word: 'a'.repeat(2_000) }, who)).toMatch(`a ${who}`)
    expect(written()).toBe(words.length + 2)
  })

  test('more kinds than are kept are answered as well', async () => {
    const { ask, written } = greetings()
    const kinds = Array.from({ length: 301 }, (_, nth) => `word ${nth}`)
    for (const word of kinds) await ask({ word }, 'Ann')
    expect(await ask({ word: 'word 0' }, 'Bo')).toBe('word 0 Bo')
    expect(written()).toBe(kinds.length + 1)
  })
})
