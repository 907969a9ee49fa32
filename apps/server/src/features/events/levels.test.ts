import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from 'uuidv7'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { listLocationCommands } from '@wheelhouse/contract/commands/commands.ts'
import type { EventFeature } from '@wheelhouse/contract/events/event-kinds.ts'
import {
  eventFeatureLevels,
  eventFieldLevels,
  exportLocationEvents,
  listDeviceEventPeople,
  listDeviceEvents,
  listLocationEventPeople,
  listLocationEvents,
} from '@wheelhouse/contract/events/events.ts'
import type { AuditEvent } from '@wheelhouse/contract/events/events.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { insertEvents } from '../../journal/audit.ts'
import {
  levels,
  kindOf,
  secret,
  all,
  commandHistory,
  eventLevelActions,
} from '../../../test/support/event-level-place.ts'

let w: TestApp
let ours: Organization
let location_id: string
let device_id: string

beforeAll(async () => {
  w = await testApp()
  ours = await w.make.organization()
  location_id = await w.make.location(ours)
  device_id = await w.make.device(location_id)
  const person = { kind: 'person', id: uuidv7(), name: 'Ada' } as const
  const kind = { feature: 'locations', verb: 'updated' } as const
  const event = { ...kind, actor: person, resource_name: 'Here', correlation_id: uuidv7(), at: w.clock.now() }
  const told = { before: { ...all, label: 'Old' }, after: { ...all, label: 'New' } }
  const of = (resource_type: string, resource_id: string) => ({
    ...event,
    ...told,
    resource_type,
    resource_id,
    visible_through_id: location_id,
  })
  await insertEvents(w.db, [of('location', location_id), of('user', uuidv7()), of('device', device_id)])
  await insertEvents(w.db, of('session', uuidv7()))
  await insertEvents(
    w.db,
    (Object.keys(eventFeatureLevels) as EventFeature[]).map((feature) => ({
      ...of('service_fee', uuidv7()),
      ...kindOf(feature),
      actor: { ...person, id: uuidv7(), name: 'Feature' },
    })),
  )
  await insertEvents(w.db, { ...of('location', device_id), resource_id: device_id })
})
afterAll(() => w.end())

const { holding } = eventLevelActions(() => ({ w, ours }))
const list = async (who: Caller) => (await who.ask(listLocationEvents, { params: { location_id } })).items as Told[]
interface Told {
  resource_type: string
  feature: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

describe('rights: field levels hold in the event history', () => {
  test('without any level no guarded field is shown: in lists, in files, for a location, for a device', async () => {
    const who = await holding()
    const ofUserOrLocation = (await list(who)).filter(({ resource_type }) => resource_type in eventFieldLevels)
    for (const { resource_type, before, after } of ofUserOrLocation)
      for (const field of Object.keys(eventFieldLevels[resource_type] ?? {})) {
        expect(before, field).not.toHaveProperty(field)
        expect(after, field).not.toHaveProperty(field)
      }
    const [location] = ofUserOrLocation.filter(({ resource_type }) => resource_type === 'location')
    expect(location?.after).toMatchObject({ label: 'New' })
    const device = (await who.ask(listDeviceEvents, { params: { device_id } })).items as Told[]
    for (const field of Object.keys(eventFieldLevels.location ?? {})) expect(device[0]?.after).not.toHaveProperty(field)
    const file = await who.send(exportLocationEvents, {
      params: { location_id },
      query: { column: ['resource_type', 'before', 'after'] },
    })
    const lines = file.text.split('\r\n').filter((line) => line.startsWith('location,'))
    expect(lines.length).toBeGreaterThan(0)
    for (const field of Object.keys(eventFieldLevels.location ?? {})) expect(lines.join()).not.toContain(`"${field}""`)
  })

  test.each(levels)(
    '%s is shown to the holder of its level, and nothing of another level',
    async (_name, type, field, right) => {
      const who = await holding(right)
      const event = (await list(who)).find(({ resource_type }) => resource_type === type)
      expect(event?.before).toHaveProperty(field, secret)
      expect(event?.after).toHaveProperty(field, secret)
      const others = Object.entries(eventFieldLevels[type] ?? {}).filter(([, [, action]]) => action !== right[1])
      for (const [other] of others) expect(event?.after).not.toHaveProperty(other)
    },
  )

  test.each(Object.entries(eventFeatureLevels))(
    'events of %s are left out, counted and named to nobody without its right',
    async (feature, right) => {
      const params = { location_id }
      const people = async (who: Caller) =>
        (await who.ask(listLocationEventPeople, { params })).map(({ name }: { name: string }) => name)
      const [without, withRight] = [await holding(), await holding(right)]
      expect((await list(without)).map((event) => event.feature)).not.toContain(feature)
      expect((await list(withRight)).map((event) => event.feature)).toContain(feature)
      const total = async (who: Caller) => (await who.ask(listLocationEvents, { params })).total as number
      // Some features are guarded by one right.
      const shown = Object.values(eventFeatureLevels).filter((one) => one.join() === right.join())
      expect((await total(withRight)) - (await total(without))).toBe(shown.length)
      expect([await people(without), await people(withRight)]).toEqual([
        ['Ada'],
        ['Ada', ...shown.map(() => 'Feature')],
      ])
    },
  )
})

test.each(['fee_cancelled', 'fee_waived'] as const)(
  'that an overstay has %s is left out of lists, counts, names and files without the right to payments',
  async (verb) => {
    const place = await w.make.location(ours)
    const person = { kind: 'person', id: uuidv7(), name: 'Ada' } as const
    const of = { resource_type: 'session', resource_id: uuidv7(), resource_name: 'Dock 01', visible_through_id: place }
    const seen = { ...of, actor: person, correlation_id: uuidv7(), at: w.clock.now() }
    await insertEvents(w.db, { ...seen, feature: 'overstays', verb, after: { step: 'fee' }, reason: secret })
    const params = { location_id: place }
    const told = async (who: Caller) => {
      const { items, total } = await who.ask(listLocationEvents, { params })
      const people = await who.ask(listLocationEventPeople, { params })
      const file = await who.send(exportLocationEvents, { params, query: { column: ['verb', 'reason'] } })
      return [items.length, total, people.length, file.text.includes(secret)]
    }
    expect(await told(await holding(commandHistory))).toEqual([0, 0, 0, false])
    expect(await told(await holding(commandHistory, ['payment', 'GET']))).toEqual([1, 1, 1, true])
  },
)

test('kinds: a feature whole, or one verb of it', async () => {
  const who = await holding(commandHistory)
  const at = { actor: { kind: 'system', id: null, name: null } as const, correlation_id: uuidv7(), at: w.clock.now() }
  const of = {
    resource_type: 'location',
    resource_id: location_id,
    resource_name: null,
    visible_through_id: location_id,
  }
  await insertEvents(w.db, [
    { ...at, ...of, feature: 'locations', verb: 'launched' },
    { ...at, ...of, feature: 'commands', verb: 'sent' },
  ])
  const kinds = async (query: object) =>
    new Set(
      (await who.ask(listLocationEvents, { params: { location_id }, query })).items.map(
        (e: Told & { verb: string }) => `${e.feature} ${e.verb}`,
      ),
    )
  expect(await kinds({ kind: 'locations launched' })).toEqual(new Set(['locations launched']))
  expect(await kinds({ kind: 'locations launched', feature: 'commands' })).toEqual(
    new Set(['locations launched', 'commands sent']),
  )
})

test('a change to hidden fields alone is not shown at all: no line, no count, no name', async () => {
  const place = await w.make.location(ours)
  const by = (name: string) => ({ kind: 'person', id: uuidv7(), name }) as const
  const of = { feature: 'locations', verb: 'updated', resource_type: 'location', resource_id: place } as const
  const seen = { resource_name: 'Here', visible_through_id: place, correlation_id: uuidv7(), at: w.clock.now() }
  const cleared = { before: { hidden_admin_description: secret }, after: null }
  const first = { before: null, after: { hidden_admin_description: secret } }
  await insertEvents(w.db, [
    { ...of, ...seen, ...first, actor: by('Hidden') },
    { ...of, ...seen, ...cleared, actor: by('Hidden too') },
    { ...of, ...seen, before: { label: 'Old' }, after: { label: 'New' }, actor: by('Seen') },
    { ...of, ...seen, verb: 'created', actor: by('Seen, says nothing') },
  ])
  const told = async (who: Caller) => {
    const params = { location_id: place }
    const { items, total } = await who.ask(listLocationEvents, { params })
    const people = await who.ask(listLocationEventPeople, { params })
    return [items.length, total, people.length]
  }
  expect(await told(await holding())).toEqual([2, 2, 2])
  expect(await told(await holding(['location', 'GET_SUPERADMIN_FIELDS']))).toEqual([4, 4, 4])
})

test('rights: who may not read command history reads of no command in the events either', async () => {
  const place = await w.make.location(ours)
  const dock = await w.make.device(place, { number: 3 })
  const person = { kind: 'person', id: uuidv7(), name: 'Ada' } as const
  const of = {
    actor: person,
    resource_type: 'device',
    resource_id: dock,
    resource_name: 'Dock 03',
    visible_through_id: place,
  } as const
  const at = { correlation_id: uuidv7(), at: w.clock.now() }
  const sent = { command: 'force_unlock', comment: 'The lock sticks' }
  await insertEvents(w.db, [
    { ...of, ...at, feature: 'commands', verb: 'sent', after: sent, reason: 'mechanical' },
    {
      ...of,
      ...at,
      feature: 'devices',
      verb: 'dock_state',
      after: { dock_state: 'unlocked', command: 'force_unlock' },
    },
  ])
  const told = async (who: Caller) => (await who.call(listLocationEvents, { params: { location_id: place } })).text
  const [without, withRight] = [await holding(), await holding(commandHistory)]
  expect((await without.call(listLocationCommands, { params: { location_id: place } })).status).toBe(403)
  expect(await told(without)).toContain('unlocked')
  expect(await told(without)).not.toMatch(/force_unlock|The lock sticks|mechanical/)
  expect(await told(withRight)).toMatch(/force_unlock.*The lock sticks/)
})

test('rights: a right in a group of the device itself shows nothing of the sessions and photos of its location', async () => {
  const place = await w.make.location(ours)
  const dock = await w.make.device(place, { number: 4 })
  const group = await w.make.group()
  await w.make.members('device', dock, [group])
  const person = { kind: 'person', id: uuidv7(), name: 'Ada' } as const
  const seen = {
    actor: person,
    resource_name: 'Dock 04',
    visible_through_id: place,
    correlation_id: uuidv7(),
    at: w.clock.now(),
  }
  const here = { ...seen, resource_id: uuidv7(), device_id: dock } as const
  await insertEvents(w.db, [
    { ...seen, feature: 'commands', verb: 'sent', resource_type: 'device', resource_id: dock },
    { ...here, feature: 'security-photos', verb: 'viewed', resource_type: 'security_photo' },
    { ...here, feature: 'parking-sessions', verb: 'ended', resource_type: 'session', reason: 'mechanical' },
  ])
  const held: Needs = { location: ['GETSECURITYPHOTOS'], device: ['GETCMDSHISTORY'] }
  const readers = { device: ['GET'], location: ['GET', 'GET_EVENTS'] } as const
  const who = await w.person([
    { group_id: ours.owner, needs: readers },
    { group_id: group, needs: held },
  ])
  const params = { device_id: dock }
  const { items, total } = await who.ask(listDeviceEvents, { params })
  const told = new Map(items.map(({ verb, actor_name, reason }: AuditEvent) => [verb, [actor_name, reason]]))
  expect(total).toBe(2)
  expect(told).toEqual(
    new Map([
      ['ended', [null, null]],
      ['sent', ['Ada', null]],
    ]),
  )
  expect((await who.ask(listDeviceEvents, { params, query: { feature: 'security-photos' } })).total).toBe(0)
  expect((await who.ask(listDeviceEvents, { params, query: { actor_id: person.id } })).total).toBe(1)
  const everything = await w.person([
    {
      group_id: ours.owner,
      needs: {
        location: [...readers.location, 'GETSECURITYPHOTOS'],
        device: ['GET', 'GETCMDSHISTORY'],
      },
    },
  ])
  expect((await everything.ask(listDeviceEvents, { params })).total).toBe(3)
  expect((await who.ask(listDeviceEventPeople, { params })).length).toBe(1)
})
