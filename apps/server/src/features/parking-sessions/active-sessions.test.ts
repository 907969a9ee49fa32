import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { activeSessions, listActiveParkingSessions } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import type { InputOf } from '@wheelhouse/contract/route.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeSession } from './samples.ts'

let w: TestApp
let group: string
const [hours, stays] = [[3, 70, 1, 20], new Map<number, string>()]

beforeAll(async () => {
  w = await testApp()
  group = await w.make.group()
  const location = await w.make.location(await w.make.organization(), { code: '104217', label: 'Balti jaam' })
  await w.make.members('location', location, [group])
  const rider = await makeRider('Anu Koppel')
  await w.make.members('user', rider, [group])
  const otherRider = await makeRider('Anu Saar')
  const riders = new Map([
    [3, rider],
    [20, otherRider],
  ])
  for (const one of hours) {
    const started_at = new Date(w.clock.now().getTime() - one * 3_600_000).toISOString()
    const values = { started_at, user_id: riders.get(one) ?? null }
    stays.set(one, await makeSession(w, location, await w.make.device(location), values))
  }
})
afterAll(() => w.end())

async function makeRider(name: string): Promise<string> {
  const id = uuidv7()
  await w.pool.query(`insert into users (id, name, country_code, created_at) values ($1, $2, 'EE', $3)`, [
    id,
    name,
    w.clock.now().toISOString(),
  ])
  return id
}

const holding = (needs: Needs = {}): Promise<Caller> =>
  w.person([{ group_id: group, needs: { session: ['GET'], ...needs } }])
type Query = InputOf<typeof listActiveParkingSessions>['query']
const hoursOf = async (caller: Caller, query: Query) => {
  const { items, total } = await caller.ask(listActiveParkingSessions, { query })
  expect(total).toBe(items.length)
  return items.map(({ id }) => hours.find((one) => stays.get(one) === id))
}

test('spec 2: active sessions come longest first, page by page, and newest first on request', async () => {
  const caller = await holding()
  const first = await caller.ask(listActiveParkingSessions, { query: { limit: 3 } })
  const rest = await caller.ask(listActiveParkingSessions, { query: { limit: 3, cursor: first.next ?? '' } })
  expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual([70, 20, 3, 1].map((one) => stays.get(one)))
  expect(rest.next).toBeNull()
  expect(await hoursOf(caller, { order: 'desc' })).toEqual([1, 3, 20, 70])
})

test('their file says how many minutes each has lasted so far', async () => {
  const file = await (await holding()).send(activeSessions.csv, { query: { column: ['id', 'minutes'] } })
  const lines = [70, 20, 3, 1].map((one) => `${stays.get(one)},${one * 60}`)
  expect(file.text).toBe(`\uFEFFid,minutes\r\n${lines.join('\r\n')}\r\n`)
})

describe('active sessions are searched', () => {
  test('by the code and the label of the location, and by any part of the ID', async () => {
    const caller = await holding()
    expect(await hoursOf(caller, { q: '104217 balti' })).toEqual([70, 20, 3, 1])
    expect(await hoursOf(caller, { q: 'Oslo' })).toEqual([])
    expect(await hoursOf(caller, { q: stays.get(20)?.slice(-6).toUpperCase() ?? '' })).toEqual([20])
    expect(await hoursOf(caller, { q: '%' })).toEqual([])
  })

  test('by the name of a user whom the reader may see, and by no other', async () => {
    expect(await hoursOf(await holding({ user: ['GET'] }), { q: 'anu' })).toEqual([3])
    expect(await hoursOf(await holding(), { q: 'anu' })).toEqual([])
  })
})
