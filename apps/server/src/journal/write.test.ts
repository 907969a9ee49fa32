import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx, Tx } from '../platform/context.ts'
import { testApp } from '../../test/support/test-app.ts'
import type { TestApp } from '../../test/support/test-app.ts'
import { write } from './write.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())

test('two verbs that wait for each other are both done: the one that PostgreSQL stops is begun again', async () => {
  const [one, other] = [await w.make.location(null), await w.make.location(null)]
  const ctx = { ...w, correlation_id: one, person: { id: one } } as unknown as Ctx
  const count = async (tx: Tx, id: string) => {
    await sql`update locations set version = version + 1 where id = ${id}::uuid`.execute(tx)
  }
  const begun: string[] = []
  const locked: string[] = []
  const both = Promise.withResolvers<void>()
  const verb = (first: string, second: string) =>
    write(ctx, async (tx) => {
      begun.push(first)
      await count(tx, first)
      locked.push(first)
      // Each holds its first row before it asks for the row of the other.
      if (locked.length === 2) both.resolve()
      await both.promise
      await count(tx, second)
    })
  await Promise.all([verb(one, other), verb(other, one)])
  expect(begun).toHaveLength(3)
  const { rows } = await w.pool.query<{ version: number }>('select version from locations where id = any($1)', [
    [one, other],
  ])
  expect(rows.map(({ version }) => Number(version))).toEqual([3, 3])
})
