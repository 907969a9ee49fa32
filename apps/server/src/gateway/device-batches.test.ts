import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventTopic } from '@wheelhouse/device-protocol/topics.ts'
import { DeviceEvent } from '@wheelhouse/device-protocol/messages.ts'
import { eventually, gatewayFixtures, makeSite } from '../../test/gateway/gateway-fixtures.ts'
import type { GatewayGround, Site } from '../../test/gateway/gateway-fixtures.ts'
import { makeAccessKey, makeUser } from '../features/users/samples.ts'
import { applyDeviceEvents } from './device-events.ts'

const docks = 12

let w: GatewayGround
let site: Site
let own: { hardware_id: string; device_id: string; key: string; user_id: string }[]
let serial = 2 ** 32

beforeAll(async () => {
  w = await gatewayFixtures()
  site = await makeSite(w)
  own = []
  for (let n = 0; n < docks; n++) {
    const hardware_id = await w.make.hardware(site.controller_id)
    const device_id = await w.make.device(site.location_id, { number: 20 + n, hardware_id })
    const user_id = await makeUser(w, [site.organization.owner])
    const key = `0A0B0C${String(n).padStart(2, '0')}`
    await makeAccessKey(w, user_id, { key })
    own.push({ hardware_id, device_id, key, user_id })
  }
})
afterAll(() => w.end())

const event = (type: string, data: object, more: object = {}): DeviceEvent => {
  serial++
  return DeviceEvent.parse({ id: `b${serial}`, seq: serial, at: w.clock.now().toISOString(), type, data, ...more })
}
const inOneBatch = (events: readonly (readonly [string, DeviceEvent])[]) =>
  applyDeviceEvents(
    w,
    events.map(([hardware_id, one]) => ({ sender: { controller_id: site.controller_id, hardware_id }, event: one })),
    w.clock.now(),
  )
const sessions = async () =>
  (
    await w.pool.query<{ device_id: string; user_id: string; status: string; how_ended: string | null }>(
      'select device_id, user_id, status, how_ended from parking_sessions where device_id = any($1::uuid[]) order by started_at, id',
      [own.map(({ device_id }) => device_id)],
    )
  ).rows
const ofAll = (type: string, data: (dock: (typeof own)[number]) => object) =>
  inOneBatch(own.map((dock) => [dock.hardware_id, event(type, data(dock))] as const))

test('the docks of a whole station are scanned, locked and opened in three batches, each for its own rider', async () => {
  const applied = own.map(() => 'applied')
  expect(await ofAll('key_scan', ({ key }) => ({ key, key_type: 'rfid' }))).toEqual(applied)
  expect(await ofAll('dock_state', () => ({ state: 'locked' }))).toEqual(applied)
  const open = (await sessions()).map(({ device_id, user_id, status }) => ({ device_id, user_id, status }))
  expect(open.toSorted((a, b) => a.device_id.localeCompare(b.device_id))).toEqual(
    own
      .map(({ device_id, user_id }) => ({ device_id, user_id, status: 'active' }))
      .toSorted((a, b) => a.device_id.localeCompare(b.device_id)),
  )
  expect(await ofAll('dock_state', () => ({ state: 'unlocked' }))).toEqual(applied)
  expect((await sessions()).map(({ status, how_ended }) => [status, how_ended])).toEqual(
    own.map(() => ['ended', 'normal']),
  )
  const { rows } = await w.pool.query<{ verbs: string[]; causes: number }>(
    `select array_agg(verb order by id) as verbs, count(distinct correlation_id)::int as causes from events
     where resource_id = any($1::uuid[]) group by resource_id`,
    [own.map(({ device_id }) => device_id)],
  )
  expect(rows).toEqual(own.map(() => ({ verbs: ['key_scan', 'dock_state', 'dock_state'], causes: 3 })))
})

test('in one batch each event has its own verdict', async () => {
  const [moved, again, old, leaping] = own as [Dock, Dock, Dock, Dock]
  const seen = event('dock_state', { state: 'locked' })
  await inOneBatch([[again.hardware_id, seen]])
  expect(
    await inOneBatch([
      [moved.hardware_id, event('dock_state', { state: 'booked' })],
      [again.hardware_id, seen],
      [old.hardware_id, event('dock_state', { state: 'locked' }, { seq: 5 })],
      [leaping.hardware_id, event('dock_state', { state: 'locked' }, { seq: 2 ** 42 })],
      ['FFFFFFFFFFFFFFFFFFFFFFFF', event('dock_state', { state: 'locked' })],
    ]),
  ).toEqual(['applied', 'duplicate', 'late', 'seq_leap', 'unknown_hardware'])
  const { rows } = await w.pool.query<{ dock_state: string }>(
    'select dock_state from hardware_state where hardware_id = any($1::text[]) order by array_position($1::text[], hardware_id)',
    [[moved, again, old, leaping].map(({ hardware_id }) => hardware_id)],
  )
  expect(rows.map(({ dock_state }) => dock_state)).toEqual(['booked', 'locked', 'unlocked', 'unlocked'])
})

type Dock = (typeof own)[number]

test('one that the database refuses does not keep the others of its batch from being stored', async () => {
  const controller = await w.connect(site)
  const refused = (own[0] as Dock).hardware_id
  await w.pool.query(
    `alter table device_events add constraint refuses_one check (hardware_id <> '${refused}') not valid`,
  )
  const messages = own.map(({ hardware_id }) => [hardware_id, event('dock_state', { state: 'locked' })] as const)
  await Promise.all(
    messages.map(([hardware_id, one]) =>
      controller.client.publishAsync(eventTopic(site.controller_id, hardware_id), JSON.stringify(one), { qos: 1 }),
    ),
  )
  const { rows } = await w.pool.query<{ hardware_id: string }>(
    'select hardware_id from device_events where event_id = any($1::text[]) order by hardware_id',
    [messages.map(([, { id }]) => id)],
  )
  const others = own.map(({ hardware_id }) => hardware_id).filter((id) => id !== refused)
  expect(rows.map(({ hardware_id }) => hardware_id)).toEqual(others.toSorted())
  await eventually(() => expect(w.gateway.stats().dropped_unstorable).toBe(1))
})
