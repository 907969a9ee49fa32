import { afterAll, beforeAll, expect, test } from 'vitest'
import { announce } from '../platform/bus.ts'
import { readStream } from '../testing/reader.ts'
import { world } from '../testing/world.ts'
import type { World } from '../testing/world.ts'

let w: World
let address: string

beforeAll(async () => {
  w = await world()
  address = `${await w.app.listen({ port: 0, host: '127.0.0.1' })}/event/v1/stream`
})
afterAll(() => w.end())

async function place() {
  const organization = await w.make.organization()
  const location = await w.make.location(organization)
  const person = await w.person([{ group_id: organization.owner, needs: { location: ['GET'] } }])
  return { location, person, group: organization.owner }
}
const changed = (location_id: string, id: string) => announce(w.db, { kind: 'changes', changes: [{ type: 'device', id, location_id }] })
const idsOf = (message: Awaited<ReturnType<Awaited<ReturnType<typeof readStream>>['next']>>) => message?.data.changes?.map((change) => change.id)

test('a reader hears of what it may see and of nothing else', async () => {
  const [mine, foreign] = [await place(), await place()]
  const reader = await readStream(address, mine.person.token)
  await changed(foreign.location, 'foreign device')
  await changed(mine.location, 'my device')
  expect(idsOf(await reader.next())).toEqual(['my device'])
  reader.close()
})

test('Last-Event-ID: what was missed comes after; an id of another life resets', async () => {
  const { location, person } = await place()
  const first = await readStream(address, person.token)
  await changed(location, 'one')
  expect(idsOf(await first.next())).toEqual(['one'])
  const seen = first.lastId() ?? ''
  first.close()
  const between = await readStream(address, person.token)
  await changed(location, 'two')
  await between.next()
  between.close()
  const second = await readStream(address, person.token, seen)
  expect(idsOf(await second.next())).toEqual(['two'])
  second.close()
  const third = await readStream(address, person.token, 'anotherlife-5')
  expect((await third.next())?.event).toBe('reset')
  third.close()
})

test('rights: a revoked right is silent from the next change on, and the reader is told that its rights changed', async () => {
  const { location, person, group } = await place()
  const witness = await w.person([{ group_id: group, needs: { location: ['GET'] } }])
  const [reader, other] = [await readStream(address, person.token), await readStream(address, witness.token)]
  await w.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('role_grants').where('person_id', '=', person.id).execute()
    await announce(tx, { kind: 'rights', person_ids: [person.id] })
  })
  expect((await reader.next())?.event).toBe('rights_changed')
  await changed(location, 'after')
  expect(idsOf(await other.next())).toEqual(['after'])
  await w.db.transaction().execute((tx) => announce(tx, { kind: 'rights', person_ids: [person.id] }))
  expect((await reader.next())?.event).toBe('rights_changed')
  reader.close()
  other.close()
})

test('rights: the stream of a disabled person ends', async () => {
  const { person } = await place()
  const reader = await readStream(address, person.token)
  await w.db.updateTable('console_users').set({ disabled_at: w.clock.now().toISOString(), disabled_reason: 'left' }).where('id', '=', person.id).execute()
  await announce(w.db, { kind: 'rights', person_ids: [person.id] })
  expect((await reader.next())?.event).toBe('rights_changed')
  expect(await reader.next()).toBeNull()
})

test('no token, no stream', async () => {
  await expect(readStream(address, 'none')).rejects.toThrow('401')
})
