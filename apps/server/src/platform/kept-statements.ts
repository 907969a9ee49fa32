import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import type { RawBuilder } from 'kysely'
import { entriesOf } from '@wheelhouse/contract/certain.ts'
import type { Db } from './context.ts'

/**
 * Statements that are written and compiled once for all requests of a kind. The code that writes a statement gets marks in place of
 * a request's values, so that it cannot put a value of one request into the statement of another.
 */

/** A mark is a placeholder for a value. It is drawn at random when the process starts, so that no request can contain it. */
export const markOf = (name: string): string => `${name} ${randomUUID()}`

interface Written<Name> {
  text: string
  parameters: readonly unknown[]
  /** Which of the parameters are marks. */
  marked: readonly (readonly [at: number, name: Name])[]
}

/** A person chooses filters, so that kinds have no number; what a person types may be long. */
const keptAtMost = 300
const keptLength = 2_000

/** What JSON tells from everything else. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'boolean'
  if (value === null) return true
  if (Array.isArray(value)) return value.every(isPlain)
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain)
}

export function keepStatements<Name extends string>(marks: Readonly<Record<Name, string>>, atMost = keptAtMost) {
  const kept = new Map<string, Written<Name>>()

  function keep(key: string, statement: Written<Name>): void {
    const [oldest] = kept.keys()
    if (kept.size >= atMost && oldest !== undefined) kept.delete(oldest)
    kept.set(key, statement)
  }

  function written(db: Db, statement: RawBuilder<unknown>): Written<Name> {
    const { sql: text, parameters } = statement.compile(db)
    const names = new Map(entriesOf(marks).map(([name, mark]) => [mark, name] as const))
    const marked = parameters.flatMap((value, at) => {
      const name = typeof value === 'string' ? names.get(value) : undefined
      return name === undefined ? [] : [[at, name] as const]
    })
    return { text, parameters, marked }
  }

  return {
    /**
     * Runs the statement of a kind of request. `asked` is everything that `write` reads, the marks in the place of `values`; null for
     * a statement that is not kept. `write` gets a copy of it, so that what is kept shares nothing with the request, and calls
     * `forget` when it reads more than that, the time for example.
     */
    async rows<Row, Asked extends object | null>(
      db: Db,
      asked: Asked,
      values: Readonly<Record<Name, string | null>>,
      write: (asked: Asked, forget: () => void) => RawBuilder<Row>,
    ): Promise<Row[]> {
      const key = JSON.stringify(asked)
      let isKept = asked !== null && key.length <= keptLength && isPlain(asked)
      const known = isKept ? kept.get(key) : undefined
      const copy: Asked = isKept && !known ? JSON.parse(key) : asked
      const statement =
        known ??
        written(
          db,
          write(copy, () => (isKept = false)),
        )
      if (isKept && !known) keep(key, statement)
      const parameters = [...statement.parameters]
      for (const [at, name] of statement.marked) parameters[at] = values[name]
      return (await db.executeQuery<Row>(CompiledQuery.raw(statement.text, parameters))).rows
    },
  }
}
