import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getLocation } from '@wheelhouse/contract/locations/locations.ts'
import { permissionTypesActions } from '@wheelhouse/contract/permissions/own-rights.ts'
import { forgetHints } from '../../authz/visible.ts'
import { announce } from '../../platform/bus.ts'
import { readStream } from '../../../test/support/reader.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { rights, headersOf, shownTo, makeViewPlace, viewActions } from '../../../test/support/view-place.ts'

let w: TestApp
let address: string
let everything: string
let admin: Caller

beforeAll(async () => {
  w = await testApp()
  address = `${await w.app.listen({ port: 0, host: '127.0.0.1' })}/event/v1/stream`
  everything = await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ admin } = await makeViewPlace(w, everything))
})

const { begin, guest, placeIn } = viewActions(() => ({ w, admin }))

describe('property: a guest sees exactly what the other sees', () => {
  const pairs = [
    ['location', 'GET'],
    ['location', 'UPDATE'],
    ['device', 'GET'],
  ] as const
  const some = (most: number) => fc.uniqueArray(fc.nat({ max: most - 1 }), { maxLength: most })
  const history = fc.record({
    grants: fc.array(fc.record({ group: fc.nat({ max: 3 }), actions: some(pairs.length) }), { maxLength: 4 }),
    members: fc.array(some(3), { minLength: 3, maxLength: 3 }),
  })

  test('in lists, single checks, the map of rights and the live stream, over random grants and memberships', async () => {
    const groups = [everything, await w.make.group(), await w.make.group(), await w.make.group()]
    const places = [await w.make.location(null), await w.make.location(null), await w.make.location(null)]
    // Everybody sees this one, so that a stream without other changes ends as well.
    const common = await w.make.group()
    const last = await placeIn(common)
    await fc.assert(
      fc.asyncProperty(history, async ({ grants, members }) => {
        await w.db.deleteFrom('resource_group_members').where('resource_id', 'in', places).execute()
        for (const [at, place] of places.entries())
          await w.make.members(
            'location',
            place,
            (members[at] ?? []).map((one) => groups[one + 1] as string),
          )
        const person = await w.person([{ group_id: common, needs: { location: ['GET'] } }])
        for (const { group: at, actions } of grants)
          await w.make.grant(
            person.id,
            groups[at] as string,
            actions.flatMap((one) => (pairs[one] ? [pairs[one]] : [])),
          )
        forgetHints()
        // A second view of one viewer ends the first, and with that its streams: each run has a viewer without another view.
        const watcher = await w.person([{ group_id: everything, needs: rights }])
        const { body: view } = await begin({ console_user_id: person.id }, watcher)
        const seen = await shownTo(person)
        expect(await shownTo(guest(view, watcher))).toEqual(seen)
        expect((await guest(view, watcher).call(permissionTypesActions)).text).toBe(
          (await person.call(permissionTypesActions)).text,
        )
        for (const place of places) {
          const input = { params: { location_id: place } }
          expect((await guest(view, watcher).call(getLocation, input)).text).toBe(
            (await person.call(getLocation, input)).text,
          )
        }
        const readers = [
          await readStream(address, person.token),
          await readStream(address, watcher.token, undefined, headersOf(view)),
        ]
        await announce(w.db, {
          kind: 'changes',
          changes: [...places, last].map((location_id) => ({ type: 'device', id: location_id, location_id })),
        })
        for (const reader of readers)
          expect(await changesBefore(last, reader)).toEqual(places.filter((id) => seen.includes(id)))
        for (const reader of readers) reader.close()
      }),
      { numRuns: 25 },
    )
  }, 120_000)
})

/** The ids of the changes that arrive before this one. */
async function changesBefore(last: string, reader: Awaited<ReturnType<typeof readStream>>): Promise<string[]> {
  const ids: string[] = []
  for (let one = await reader.next(); one !== null; one = await reader.next()) {
    ids.push(...(one.data.changes ?? []).map(({ id }) => id))
    if (ids.includes(last)) break
  }
  return ids.filter((id) => id !== last)
}
