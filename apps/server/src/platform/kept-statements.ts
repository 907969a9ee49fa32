import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { CompiledQuery } from 'kysely'
import type { RawBuilder } from 'kysely'
import { entriesOf } from '@wheelhouse/contract/certain.ts'
import type { Db } from './context.ts'

/**
 * Statements that are written and compiled once for all requests of a kind. Marks stand for the values of a request while its
 * statement is written, so that the code that writes it cannot put the value of one request into the statement of another.
 */

/** Stands for a value. It is drawn when the process starts, so that no request can contain it. */
export const markOf = (name: string): string => `${name} ${randomUUID()}`

interface Written<Name> {
  text: string
  parameters: readonly unknown[]
  /** Which of the parameters are marks. */
  marked: readonly (readonly [at: number, name: Name])[]
}

/** A person chooses filters, so that kinds have no number. */
const keptAtMost = 300

export function keepStatements<Name extends string>(marks: Readonly<Record<Name, string>>) {
  const kept = new Map<string, Written<Name>>()

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
     * a statement that is not kept. `write` calls `forget` when it reads more than that, the time for example.
     */
    async rows<Row>(
      db: Db,
      asked: object | null,
      values: Readonly<Record<Name, string | null>>,
      write: (forget: () => void) => RawBuilder<Row>,
    ): Promise<Row[]> {
      const key = JSON.stringify(asked)
      const known = kept.get(key)
      // What JSON would leave out could not tell one kind from another.
      let isKept = !known && asked !== null && isDeepStrictEqual(JSON.parse(key), asked)
      const statement =
        known ??
        written(
          db,
          write(() => (isKept = false)),
        )
      if (isKept) {
        if (kept.size >= keptAtMost) kept.clear()
        kept.set(key, statement)
      }
      const parameters = [...statement.parameters]
      for (const [at, name] of statement.marked) parameters[at] = values[name]
      return (await db.executeQuery<Row>(CompiledQuery.raw(statement.text, parameters))).rows
    },
  }
}
