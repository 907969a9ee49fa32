import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { listLocationEvents } from '@wheelhouse/contract/events/events.ts'
import {
  endedSessions,
  getParkingSession,
  listParkingSessions,
} from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { insertEvents } from '../../journal/audit.ts'
import { makeAccessKey } from '../users/samples.ts'
import { makeSession } from './samples.ts'

let w: TestApp
let group: string
let rider: string
let key: string
let session: string

beforeAll(async () => {
  w = await testApp()
  group = await w.make.group()
  const location = await w.make.location(await w.make.organization())
  await w.make.members('location', location, [group])
  rider = uuidv7()
  const now = w.clock.now().toISOString()
  await w.pool.query(`insert into users (id, name, country_code, created_at) values ($1, 'Rider', 'EE', $2)`, [
    rider,
    now,
  ])
  key = await makeAccessKey(w, rider)
  await w.make.members('user', rider, [group])
  const values = { status: 'ended', how_ended: 'normal', ended_at: now, user_id: rider, access_key_id: key }
  session = await makeSession(w, location, await w.make.device(location), values)
  const words = {
    feature: 'parking-sessions',
    verb: 'ended',
    resource_type: 'session',
    resource_id: session,
    resource_name: null,
    visible_through_id: location,
  } as const
  await insertEvents(w.db, {
    ...words,
    actor: { kind: 'person', id: uuidv7(), name: 'A Colleague' },
    reason: 'The rider called',
    correlation_id: uuidv7(),
    at: w.clock.now(),
  })
})
afterAll(() => w.end())

const holding = (needs: Needs): Promise<Caller> =>
  w.person([{ group_id: group, needs: { session: ['GET'], ...needs } }])
const of = (user_id: string) => ({ query: { user_id } as never })

test('rights: who may not see a rider learns neither the rider, nor the key, nor by asking for the rider', async () => {
  const viewer = await holding({})
  const { body } = await viewer.call(listParkingSessions)
  expect(body.items[0]).toMatchObject({ id: session, user_id: null, user_name: null, access_key_id: null })
  expect(await viewer.ask(listParkingSessions, of(rider))).toMatchObject({ items: [], total: 0 })
})

test('rights: who may see the rider sees all three', async () => {
  const { body } = await (await holding({ user: ['GET'] })).call(listParkingSessions, of(rider))
  expect(body.items[0]).toMatchObject({
    id: session,
    user_id: rider,
    user_name: 'Rider',
    access_key_id: expect.any(String),
  })
})

test('spec 3: the file of sessions names the key to those who see its rider', async () => {
  const rowFor = async (needs: Needs) =>
    (await (await holding(needs)).send(endedSessions.csv, { query: { column: ['user_id', 'access_key_id'] } })).text
  expect(await rowFor({ user: ['GET'] })).toMatch(new RegExp(`\n${rider},${key}\r`))
  expect(await rowFor({})).toContain('\n,\r')
})

test('rights: which colleague did what, and why, is shown only to readers of the command history', async () => {
  const entryFor = async (needs: Needs) =>
    (await (await holding(needs)).ask(getParkingSession, { params: { session_id: session } })).timeline[0]
  for (const needs of [{}, { location: ['GET_EVENTS'] }] as const)
    expect(await entryFor(needs)).toMatchObject({
      verb: 'ended',
      actor_kind: 'hardware',
      actor_name: null,
      detail: null,
    })
  expect(await entryFor({ device: ['GETCMDSHISTORY'] })).toMatchObject({
    actor_name: 'A Colleague',
    detail: 'The rider called',
  })
})

test('rights: the event history names the rider of a session only to readers who see that rider', async () => {
  const { rows } = await w.pool.query<{ id: string }>('select location_id as id from parking_sessions where id = $1', [
    session,
  ])
  const location_id = rows[0]?.id ?? ''
  const riderFor = async (needs: Needs) => {
    const reader = await holding({ location: ['GET', 'GET_EVENTS'], ...needs })
    const { items } = await reader.ask(listLocationEvents, { params: { location_id } })
    return [items[0]?.rider_id, items[0]?.rider_name]
  }
  expect(await riderFor({})).toEqual([null, null])
  expect(await riderFor({ user: ['GET'] })).toEqual([rider, 'Rider'])
})
