import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../test/support/test-app.ts'
import type { TestApp } from '../../test/support/test-app.ts'
import { heldTogether, visiblePredicate, visibleSet } from './visible.ts'

let w: TestApp
let groups: string[]
let places: string[]
const rights = [
  ['location', 'GET'],
  ['location', 'GETSTATISTICS'],
  ['payment', 'GET'],
] as const

beforeAll(async () => {
  w = await testApp()
  groups = await Promise.all(
    [true, false, false, false].map((covers_everything) => w.make.group({ covers_everything, type: 'system' })),
  )
  places = await Promise.all(Array.from({ length: 4 }, () => w.make.location(null)))
})
afterAll(() => w.end())

const some = (count: number) => fc.subarray(Array.from({ length: count }, (_, index) => index))
const four = <One>(one: fc.Arbitrary<One>) => fc.array(one, { minLength: 4, maxLength: 4 })
/** For each group the rights that are held in it, and for each place the groups that it belongs to. */
const world = fc.record({ grants: four(some(rights.length)), members: four(some(3)) })

test('rights that are gathered in one pass show the same rows as each of them by itself', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ grants, members }) => {
      await w.pool.query('truncate resource_group_members')
      for (const [index, own] of members.entries())
        await w.make.members(
          'location',
          places[index] as string,
          own.map((nth) => groups[nth + 1] as string),
        )
      const id = await w.make.consoleUser(null)
      for (const [index, own] of grants.entries())
        if (own.length > 0)
          await w.make.grant(
            id,
            groups[index] as string,
            own.map((nth) => rights[nth] as (typeof rights)[number]),
          )
      const person = { id }
      const each = rights.map(([type, action]) =>
        visiblePredicate(visibleSet({ person }, type, action, 'location'), sql`l.id`),
      )
      const { ctes, everything } = heldTogether({ person }, rights, 'location')
      const { rows } = await sql<{ is_seen: boolean; is_seen_together: boolean }>`with ${ctes}
        select (${sql.join(each, sql` and `)}) as is_seen, (${everything} or (l.id in (select id from seen)) is true) as is_seen_together
        from locations l`.execute(w.db)
      expect(rows.map((row) => row.is_seen_together)).toEqual(rows.map((row) => row.is_seen))
    }),
    { numRuns: 120, endOnFailure: true },
  )
})
