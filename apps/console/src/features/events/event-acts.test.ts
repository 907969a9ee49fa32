import { expect, test } from 'vitest'
import type { AuditEvent } from '@wheelhouse/contract/events/events.ts'
import { numbersOf, sentenceOfAct } from './act-sentences.ts'
import { actsOf } from './event-acts.ts'

const second = 1_000
let made = 0
const dock = '01951d7a-7700-7bba-abd5-5bf36ddc8307'
const other = '01951d7a-7700-7bba-abd5-5bf36ddc8308'

/** An event `s` seconds after noon. */
const event = (s: number, kind: string, changed: Partial<AuditEvent> = {}): AuditEvent => {
  const [feature = '', verb = ''] = kind.split(' ')
  return {
    id: `event-${++made}`,
    at: new Date(Date.UTC(2026, 10, 21, 12) + s * second).toISOString(),
    actor_kind: 'hardware',
    actor_id: null,
    actor_name: 'A4C138F09E00',
    feature,
    verb,
    resource_type: 'device',
    resource_id: dock,
    resource_name: 'Dock 07',
    device_id: null,
    location_id: null,
    location_code: null,
    location_label: null,
    rider_id: null,
    rider_name: null,
    before: null,
    after: null,
    reason: null,
    correlation_id: dock,
    ...changed,
  }
}
const key = (s: number, place = dock) =>
  event(s, 'devices key_scan', { resource_id: place, after: { is_known: true, key_type: 'rfid' } })
const moved = (s: number, dock_state: string, place = dock) =>
  event(s, 'devices dock_state', { resource_id: place, after: { dock_state } })
const session = (s: number, verb: string, place = dock) =>
  event(s, `parking-sessions ${verb}`, { resource_type: 'session', resource_id: `session-${s}`, device_id: place })

/** What each act is named by and how many steps it has. */
const folded = (events: AuditEvent[]) =>
  actsOf(events.toReversed()).map(({ head, steps }) => [`${head.feature} ${head.verb}`, steps.length])

test('a parked bike is one act: key, three moves of the lock and the session', () => {
  expect(
    folded([key(0), moved(1, 'allocated'), moved(5, 'locking'), moved(7, 'locked'), session(7, 'opened')]),
  ).toEqual([['parking-sessions opened', 5]])
})

test('acts at two docks at once stay apart', () => {
  const events = [key(0), key(1, other), moved(2, 'locked'), moved(3, 'locked', other), session(2, 'opened')]
  expect(folded(events)).toEqual([
    ['parking-sessions opened', 3],
    ['devices dock_state', 2],
  ])
})

test('a bike that leaves and the next one that comes are two acts', () => {
  const leaves = [key(0), moved(1, 'unlocking'), moved(2, 'unlocked'), session(2, 'ended')]
  const comes = [key(20), moved(22, 'locked'), session(22, 'opened')]
  expect(folded([...leaves, ...comes])).toEqual([
    ['parking-sessions opened', 3],
    ['parking-sessions ended', 4],
  ])
})

test('a command is named by its end and credited to the person who sent it', () => {
  const sent = event(0, 'commands sent', { actor_kind: 'person', actor_name: 'Kadri Mets' })
  const events = [sent, moved(1, 'unlocking'), moved(2, 'unlocked'), session(2, 'ended'), event(2, 'commands ended')]
  const [act] = actsOf(events.toReversed())
  expect(act?.head.verb).toBe('ended')
  expect(act?.cause).toBe(sent)
  expect(act?.steps).toHaveLength(5)
})

test('steps more than a minute and a half apart are two acts', () => {
  expect(folded([moved(0, 'locking'), moved(91, 'locked')])).toEqual([
    ['devices dock_state', 1],
    ['devices dock_state', 1],
  ])
})

test.each([
  ['an unknown key', event(1, 'devices key_scan', { after: { is_known: false } })],
  ['a fault', moved(1, 'fault')],
  ['an alarm', event(1, 'alarms raised')],
  ['a change that a person made', event(1, 'devices updated', { actor_kind: 'person' })],
  ['a session that a person ended', event(1, 'parking-sessions ended', { actor_kind: 'person', device_id: dock })],
])('%s is never folded away', (_name, extra) => {
  expect(
    folded([moved(0, 'locking'), extra, moved(2, 'locked')])
      .map(([, steps]) => steps)
      .toSorted((one, other) => Number(one) - Number(other)),
  ).toEqual([1, 2])
})

const outage = (s: number, verb: string, name: string, changed: Partial<AuditEvent> = {}) =>
  event(s, `outages ${verb}`, {
    actor_kind: 'system',
    resource_id: `device ${name}`,
    resource_name: name,
    ...changed,
  })

test.each([
  ['docks', 'confirmed', ['Dock 03', 'Dock 01', 'Dock 02'], 'Outage of 3 docks confirmed', '01, 02, 03'],
  ['docks', 'raised', ['Dock 03', 'Dock 01'], '2 docks are offline', '01, 03'],
  [
    'a controller and its docks',
    'raised',
    ['Dock 03', 'Controller 01', 'Dock 01'],
    'Controller 01 offline, 2 docks affected',
    '01, 03',
  ],
  [
    'a controller and its devices',
    'raised',
    ['Guard 01', 'Controller 01', 'Dock 01'],
    'Controller 01 offline, 2 devices affected',
    '01, Guard 01',
  ],
  ['docks', 'cleared', ['Dock 03', 'Dock 01'], 'Outage of 2 docks is over', '01, 03'],
])('%s that are %s together are one line', (_what, verb, names, title, numbers) => {
  const acts = actsOf(names.map((name, index) => outage(names.length - index, verb, name)))
  expect(acts).toHaveLength(1)
  expect(acts.map(sentenceOfAct)[0]?.title).toBe(title)
  expect(acts.map(numbersOf)).toEqual([numbers])
  expect(acts[0]?.steps).toHaveLength(names.length)
})

test.each([
  ['of two minutes later', [outage(120, 'raised', 'Dock 01'), outage(0, 'raised', 'Dock 02')]],
  ['of another kind', [outage(1, 'confirmed', 'Dock 01'), outage(0, 'raised', 'Dock 02')]],
  [
    'of the whole location',
    [outage(1, 'raised', 'Balti jaam', { resource_type: 'location' }), outage(0, 'raised', 'Dock 02')],
  ],
  ['that a person acknowledged', [outage(1, 'acknowledged', 'Dock 01'), outage(0, 'acknowledged', 'Dock 02')]],
])('an outage %s is not folded', (_what, events) => {
  expect(actsOf(events)).toHaveLength(2)
})
