import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from 'uuidv7'
import type { Action, ResourceType } from '@wheelhouse/contract/access.ts'
import {
  eventFeatureLevels,
  eventFieldLevels,
  exportLocationEvents,
  listDeviceEvents,
  listLocationEventPeople,
  listLocationEvents,
} from '@wheelhouse/contract/events.ts'
import type { Organization } from '../../testing/things.ts'
import { world } from '../../testing/world.ts'
import type { Caller, World } from '../../testing/world.ts'
import { record } from './events.ts'

let w: World
let ours: Organization
let location_id: string
let device_id: string

type Right = readonly [ResourceType, Action]
const levels = Object.entries(eventFieldLevels).flatMap(([type, fields]) =>
  Object.entries(fields).map(([field, right]) => [`${type} ${field}`, type, field, right] as const),
)

const secret = 'SHOWN-TO-FEW'
const all = Object.fromEntries(levels.map(([, , field]) => [field, secret]))

beforeAll(async () => {
  w = await world()
  ours = await w.make.organization()
  location_id = await w.make.location(ours)
  device_id = await w.make.device(location_id)
  const person = { kind: 'person', id: uuidv7(), name: 'Ada' } as const
  const event = { actor: person, feature: 'locations', verb: 'updated', resource_name: 'Here', correlation_id: uuidv7(), at: w.clock.now() }
  const told = { before: { ...all, label: 'Old' }, after: { ...all, label: 'New' } }
  const of = (resource_type: string, resource_id: string) => ({
    ...event,
    ...told,
    resource_type,
    resource_id,
    visible_through_id: location_id,
  })
  await record(w.db, [of('location', location_id), of('user', uuidv7())])
  await record(
    w.db,
    [...Object.keys(eventFeatureLevels)].map((feature) => ({
      ...of('service_fee', uuidv7()),
      feature,
      actor: { ...person, id: uuidv7(), name: 'Feature' },
    })),
  )
  await record(w.db, { ...of('location', device_id), resource_id: device_id })
})
afterAll(() => w.end())

/** Sees events, and holds these besides. */
const holding = (...rights: Right[]): Promise<Caller> => {
  const needs: Record<string, string[]> = { location: ['GET', 'GET_EVENTS'], device: ['GET'] }
  for (const [type, action] of rights) needs[type] = [...(needs[type] ?? []), action]
  return w.person([{ group_id: ours.owner, needs: needs as never }])
}
const list = async (who: Caller) => (await who.call(listLocationEvents, { params: { location_id } })).body.items as Told[]
interface Told {
  resource_type: string
  feature: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

describe('rights: field levels hold in the event history', () => {
  test('without any level no such field is told: in lists, in files, of a location, of a device', async () => {
    const who = await holding()
    const ofUserOrLocation = (await list(who)).filter(({ resource_type }) => resource_type in eventFieldLevels)
    for (const { resource_type, before, after } of ofUserOrLocation)
      for (const field of Object.keys(eventFieldLevels[resource_type] ?? {})) {
        expect(before, field).not.toHaveProperty(field)
        expect(after, field).not.toHaveProperty(field)
      }
    const [location] = ofUserOrLocation.filter(({ resource_type }) => resource_type === 'location')
    expect(location?.after).toMatchObject({ label: 'New' })
    const device = (await who.call(listDeviceEvents, { params: { device_id } })).body.items as Told[]
    for (const field of Object.keys(eventFieldLevels.location ?? {})) expect(device[0]?.after).not.toHaveProperty(field)
    const file = await who.call(exportLocationEvents, {
      params: { location_id },
      query: { column: ['resource_type', 'before', 'after'] },
    } as never)
    const lines = file.text.split('\r\n').filter((line) => line.startsWith('location,'))
    expect(lines.length).toBeGreaterThan(0)
    for (const field of Object.keys(eventFieldLevels.location ?? {})) expect(lines.join()).not.toContain(`"${field}""`)
  })

  test.each(levels)('%s is told to who holds its level, and nothing of another level', async (_name, type, field, right) => {
    const who = await holding(right)
    const event = (await list(who)).find(({ resource_type }) => resource_type === type)
    expect(event?.before).toHaveProperty(field, secret)
    expect(event?.after).toHaveProperty(field, secret)
    const others = Object.entries(eventFieldLevels[type] ?? {}).filter(([, [, action]]) => action !== right[1])
    for (const [other] of others) expect(event?.after).not.toHaveProperty(other)
  })

  test.each(Object.entries(eventFeatureLevels))(
    'events of %s are left out, counted and named to nobody without its right',
    async (feature, right) => {
      const params = { location_id }
      const people = async (who: Caller) =>
        (await who.call(listLocationEventPeople, { params })).body.map(({ name }: { name: string }) => name)
      const [without, withRight] = [await holding(), await holding(right)]
      expect((await list(without)).map((event) => event.feature)).not.toContain(feature)
      expect((await list(withRight)).map((event) => event.feature)).toContain(feature)
      const total = async (who: Caller) => (await who.call(listLocationEvents, { params })).body.total as number
      expect((await total(withRight)) - (await total(without))).toBe(1)
      expect([await people(without), await people(withRight)]).toEqual([['Ada'], ['Ada', 'Feature']])
    },
  )
})

test('kinds: a feature whole, or one verb of it', async () => {
  const who = await holding()
  const at = { actor: { kind: 'system', id: null, name: null } as const, correlation_id: uuidv7(), at: w.clock.now() }
  const of = { resource_type: 'location', resource_id: location_id, resource_name: null, visible_through_id: location_id }
  await record(w.db, [
    { ...at, ...of, feature: 'locations', verb: 'launched' },
    { ...at, ...of, feature: 'commands', verb: 'sent' },
  ])
  const kinds = async (query: object) =>
    new Set(
      (await who.call(listLocationEvents, { params: { location_id }, query })).body.items.map(
        (e: Told & { verb: string }) => `${e.feature} ${e.verb}`,
      ),
    )
  expect(await kinds({ kind: 'locations launched' })).toEqual(new Set(['locations launched']))
  expect(await kinds({ kind: 'locations launched', feature: 'commands' })).toEqual(new Set(['locations launched', 'commands sent']))
})
