import { afterAll, beforeAll, expect, test } from 'vitest'
import { certain } from '@wheelhouse/contract/certain.ts'
import { listCommands } from '@wheelhouse/contract/commands/commands.ts'
import { listParkingSessions } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { makeCommand } from '../features/commands/samples.ts'
import { makeSession } from '../features/parking-sessions/samples.ts'
import { testApp } from '../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../test/support/test-app.ts'

let w: TestApp
/** Two people who each see one location, with three sessions an hour apart. */
let people: { caller: Caller; ids: string[]; device_id: string; location_id: string }[]
const hourMs = 3_600_000

beforeAll(async () => {
  w = await testApp()
  const organization = await w.make.organization()
  const needs = { session: ['GET'], device: ['GETCMDSHISTORY'] } as const
  people = []
  for (const turn of [0, 1]) {
    const location = await w.make.location(organization)
    const group = await w.make.group()
    await w.make.members('location', location, [group])
    const device = await w.make.device(location)
    const caller = await w.person([{ group_id: group, needs }])
    const ids: string[] = []
    for (const hour of [1, 2, 3]) {
      const started = w.clock.now().getTime() - hour * hourMs - turn * 60_000
      const [started_at, ended_at] = [started, started + 60_000].map((at) => new Date(at).toISOString())
      ids.push(await makeSession(w, location, device, { status: 'ended', how_ended: 'normal', started_at, ended_at }))
    }
    people.push({ caller, ids, device_id: device, location_id: location })
  }
})
afterAll(() => w.end())

async function pageOf(caller: Caller, query: Record<string, unknown>) {
  const { items, next } = (await caller.send(listParkingSessions, { query })).body
  return { ids: items.map(({ id }: { id: string }) => id), next }
}

test('of two people who ask for the same page in turn, each reads only their own rows', async () => {
  for (const { caller, ids } of [...people, ...people]) {
    const first = await pageOf(caller, { limit: 2 })
    expect(first.ids).toEqual(ids.slice(0, 2))
    expect(await pageOf(caller, { limit: 2, cursor: first.next })).toEqual({ ids: ids.slice(2), next: null })
  }
})

test('each request has its own period', async () => {
  const before = (hours: number): string => new Date(w.clock.now().getTime() - hours * hourMs).toISOString()
  for (const { caller, ids } of people) {
    expect((await pageOf(caller, { from: before(1.5) })).ids).toEqual(ids.slice(0, 1))
    expect((await pageOf(caller, { from: before(2.5) })).ids).toEqual(ids.slice(0, 2))
    expect((await pageOf(caller, { from: before(3.5), to: before(1.5) })).ids).toEqual(ids.slice(1))
    expect((await pageOf(caller, { from: before(2.5), to: before(1.5) })).ids).toEqual(ids.slice(1, 2))
  }
})

test('an age goes by the time of each request', async () => {
  const { caller, device_id, location_id } = certain(people[0])
  await makeCommand(w, { device_id, location_id, hardware_id: 'H1' })
  const newer = async () => (await caller.send(listCommands, { query: { created_at_newer_than: 2 } })).body.items.length
  expect(await newer()).toBe(1)
  w.clock.advance(3 * 24 * hourMs)
  expect(await newer()).toBe(0)
})
