import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { exportDeviceEvents, listDeviceEventPeople, listDeviceEvents } from '@wheelhouse/contract/events/events.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { insertEvents } from '../../journal/audit.ts'
import { commandHistory, eventLevelActions } from '../../../test/support/event-level-place.ts'

let w: TestApp
let ours: Organization

beforeAll(async () => {
  w = await testApp()
  ours = await w.make.organization()
})
afterAll(() => w.end())

const { holding } = eventLevelActions(() => ({ w, ours }))

describe('screens: the history of a device is all that happened there', () => {
  test('its own events, its sessions and its photos in one order: page by page, counted, filtered, by whom, as a file', async () => {
    const place = await w.make.location(ours)
    const [dock, other] = [await w.make.device(place, { number: 1 }), await w.make.device(place, { number: 2 })]
    const who = await holding(['location', 'GETSECURITYPHOTOS'], commandHistory)
    const person = { kind: 'person', id: uuidv7(), name: 'Ada' } as const
    const system = { kind: 'system', id: null, name: null } as const
    const seen = { resource_name: 'Dock 01', visible_through_id: place, correlation_id: uuidv7() }
    const at = (s: number) => new Date(w.clock.now().getTime() - 60_000 + s * 1_000)
    const session = (device_id: string) =>
      ({ ...seen, feature: 'parking-sessions', resource_type: 'session', resource_id: uuidv7(), device_id }) as const
    await insertEvents(w.db, [
      {
        ...seen,
        feature: 'devices',
        verb: 'boot',
        resource_type: 'device',
        resource_id: dock,
        actor: system,
        at: at(1),
      },
      { ...session(dock), verb: 'opened', actor: system, at: at(2) },
      { ...session(other), verb: 'opened', actor: system, at: at(3) },
      {
        ...seen,
        feature: 'devices',
        verb: 'updated',
        resource_type: 'device',
        resource_id: dock,
        actor: person,
        at: at(4),
      },
      {
        ...session(dock),
        feature: 'security-photos',
        verb: 'viewed',
        resource_type: 'security_photo',
        actor: person,
        at: at(5),
      },
      { ...session(dock), verb: 'ended', actor: { ...person, id: uuidv7(), name: 'Bo' }, at: at(6) },
    ])
    const ask = async (query: object) => await who.ask(listDeviceEvents, { params: { device_id: dock }, query })
    const verbs = (page: { items: { verb: string }[] }) => page.items.map(({ verb }) => verb)
    const all = await ask({})
    expect([verbs(all), all.total]).toEqual([['ended', 'viewed', 'updated', 'opened', 'boot'], 5])
    expect(all.items.map((event: { device_id: string | null }) => event.device_id)).toEqual([
      dock,
      dock,
      null,
      dock,
      null,
    ])
    const walked: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await ask({ limit: 2, ...(cursor ? { cursor } : {}) })
      walked.push(...verbs(page))
      cursor = page.next
    }
    expect(walked).toEqual(verbs(all))
    expect(verbs(await ask({ feature: 'parking-sessions', actor_id: person.id }))).toEqual([])
    expect(verbs(await ask({ actor_id: person.id }))).toEqual(['viewed', 'updated'])
    const people = await who.call(listDeviceEventPeople, { params: { device_id: dock } })
    expect(people.body).toMatchObject([{ name: 'Ada' }, { name: 'Bo' }])
    const file = await who.send(exportDeviceEvents, {
      params: { device_id: dock },
      query: { column: ['verb'] },
    })
    expect(file.text.trim().split('\r\n').slice(1)).toEqual(verbs(all))
    const blind = await holding()
    expect(verbs(await blind.ask(listDeviceEvents, { params: { device_id: dock } }))).toEqual([
      'ended',
      'updated',
      'opened',
      'boot',
    ])
  })
})
