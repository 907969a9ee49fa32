import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from 'uuidv7'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { listLocationCommands } from '@wheelhouse/contract/commands/commands.ts'
import {
  exportDeviceEvents,
  exportLocationEvents,
  listDeviceEventPeople,
  listDeviceEvents,
  listLocationEventPeople,
  listLocationEvents,
} from '@wheelhouse/contract/events/events.ts'
import type { AuditEvent } from '@wheelhouse/contract/events/events.ts'
import { getParkingSession } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { stockRights } from '../../../test/support/roles.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { settleSessions } from '../parking-sessions/parking-sessions.ts'
import { insertEvents } from '../../journal/audit.ts'
import { withJournal, openJournal } from '../../journal/journal.ts'
import { makeSession } from '../parking-sessions/samples.ts'

const sue = { kind: 'person', id: uuidv7(), name: 'Sue Support' } as const
const ada = { kind: 'person', id: uuidv7(), name: 'Ada Editor' } as const
const comment = 'Jane Doe lost her key'

let w: TestApp
let ours: Organization
let location_id: string
let device_id: string
let session_id: string
let manager: Caller
let support: Caller

beforeAll(async () => {
  w = await testApp()
  ours = await w.make.organization()
  location_id = await w.make.location(ours)
  device_id = await w.make.device(location_id)
  session_id = await makeSession(w, location_id, device_id)
  manager = await w.person([{ group_id: ours.owner, needs: stockRights('Manager') }])
  support = await w.person([{ group_id: ours.owner, needs: stockRights('Support') }])
  const seen = {
    resource_name: 'Dock 01',
    visible_through_id: location_id,
    correlation_id: uuidv7(),
    at: w.clock.now(),
  }
  const device = { ...seen, resource_type: 'device', resource_id: device_id } as const
  const session = { ...seen, resource_type: 'session', resource_id: session_id, device_id } as const
  const told = { before: { status: 'active' }, after: { status: 'ended', how_ended: 'forced' } }
  await insertEvents(w.db, [
    { ...device, feature: 'devices', verb: 'updated', actor: ada, after: { alias: 'By the gate' } },
    {
      ...device,
      feature: 'commands',
      verb: 'sent',
      actor: sue,
      after: { command: 'force_unlock', comment },
      reason: 'mechanical',
    },
    {
      ...device,
      feature: 'devices',
      verb: 'dock_state',
      actor: sue,
      after: { dock_state: 'unlocked', command: 'force_unlock' },
    },
    // As rows from before stand: with the comment of the command.
    { ...session, feature: 'parking-sessions', verb: 'ended', actor: sue, reason: comment, ...told },
  ])
})
afterAll(() => w.end())

const params = () => ({ params: { location_id, device_id } }) as never
const histories = [
  ['a location', listLocationEvents, listLocationEventPeople, exportLocationEvents],
  ['a device', listDeviceEvents, listDeviceEventPeople, exportDeviceEvents],
] as const

describe.each(histories)(
  'rights: who gave a command, and the words of it, in the history of %s',
  (_name, list, people, file) => {
    const ask = async (who: Caller, query: object = {}) =>
      (await who.send(list, { ...(params() as object), query })).body as { items: AuditEvent[]; total: number }
    const kinds = async (who: Caller, query: object) => {
      const { items, total } = await ask(who, query)
      expect(total).toBe(items.length)
      return items.map(({ feature, verb }) => `${feature} ${verb}`).toSorted()
    }

    test('who may not read command history reads what happened, and neither the person nor the comment', async () => {
      expect((await manager.call(listLocationCommands, params())).status).toBe(403)
      const { items } = await ask(manager)
      const behind = items.filter(({ verb }) => verb !== 'updated')
      expect(behind.map(({ verb }) => verb).toSorted()).toEqual(['dock_state', 'ended'])
      for (const event of behind)
        expect(event).toMatchObject({ actor_kind: 'hardware', actor_id: null, actor_name: null, reason: null })
      const texts = [
        JSON.stringify(items),
        (await manager.call(file, params())).text,
        (await manager.call(people, params())).text,
      ]
      expect(texts.join()).toContain('Ada Editor')
      expect(texts.join()).not.toMatch(new RegExp(`${sue.name}|${sue.id}|${comment}|force_unlock`))
    })

    test('nor finds the person out by asking for it', async () => {
      expect(await kinds(manager, { actor_id: sue.id })).toEqual([])
      expect(await kinds(manager, { actor_id: ada.id })).toEqual(['devices updated'])
      expect(await kinds(manager, { actor_kind: 'person' })).toEqual(['devices updated'])
      expect(await kinds(manager, { actor_kind: 'hardware' })).toEqual(['devices dock_state', 'parking-sessions ended'])
      expect(await manager.ask(people, params())).toEqual([{ id: ada.id, name: ada.name }])
    })

    test('a caller with the right sees all of it', async () => {
      const ended = (await ask(support)).items.find(({ verb }) => verb === 'ended')
      expect(ended).toMatchObject({ actor_kind: 'person', actor_name: sue.name, reason: comment })
      const all = ['commands sent', 'devices dock_state', 'parking-sessions ended']
      expect(await kinds(support, { actor_id: sue.id })).toEqual(all)
      expect(await kinds(support, { actor_kind: 'person' })).toEqual([...all, 'devices updated'].toSorted())
      expect(await support.ask(people, params())).toEqual([ada, sue].map(({ id, name }) => ({ id, name })))
      expect((await support.call(file, params())).text).toContain(comment)
    })
  },
)

test('a session that a command ends keeps who gave it, and its comment stays with the command', async () => {
  const dock = await w.make.device(location_id, { number: 2 })
  const session = await makeSession(w, location_id, dock)
  const device = { id: dock, location_id, number: 2, type: 'dock' }
  const hardware = { hardware_id: 'ABABABABABAB', controller_id: 'ABABABABABAB', device }
  const cause = { id: uuidv7(), name: 'force_unlock', actor: sue, comment }
  const journal = openJournal(w.clock.now())
  await withJournal(w.db, journal, (tx) =>
    settleSessions(tx, journal.at, [{ journal, hardware, device, to: 'unlocked', seq: 2, cause }]),
  )
  const { rows } = await w.pool.query('select verb, actor_name, reason from events where resource_id = $1', [session])
  expect(rows).toEqual([{ verb: 'ended', actor_name: sue.name, reason: null }])
})

test('rights: events of sessions and photos of a device are shown with the events of their location, not to a reader of the device alone', async () => {
  const alone = await w.make.group()
  await w.make.members('device', device_id, [alone])
  const needs: Needs = {
    device: ['GET', 'GETCMDSHISTORY'],
    location: ['GET', 'GET_EVENTS', 'GETSECURITYPHOTOS'],
    session: ['GET'],
  }
  const who = await w.person([{ group_id: alone, needs }])
  expect((await who.call(listLocationEvents, params())).status).toBe(404)
  expect((await who.call(getParkingSession, { params: { session_id } })).status).toBe(404)
  const ofDevice = { resource_type: 'device', resource_name: 'Dock 01', visible_through_id: location_id } as const
  const photo = {
    ...ofDevice,
    resource_type: 'security_photo',
    resource_id: uuidv7(),
    device_id,
    actor: { ...ada, id: uuidv7(), name: 'Bo' },
  }
  await insertEvents(w.db, {
    ...photo,
    feature: 'security-photos',
    verb: 'viewed',
    correlation_id: uuidv7(),
    at: w.clock.now(),
  })
  const verbs = async (caller: Caller) => {
    const { items, total } = (await caller.ask(listDeviceEvents, params())) as {
      items: AuditEvent[]
      total: number
    }
    expect(total).toBe(items.length)
    return items.map(({ verb }) => verb).toSorted()
  }
  const names = async (caller: Caller) =>
    (await caller.ask(listDeviceEventPeople, params())).map(({ name }: { name: string }) => name) as string[]
  expect(await verbs(who)).toEqual(['dock_state', 'sent', 'updated'])
  expect(await names(who)).toEqual(['Ada Editor', 'Sue Support'])
  const file = (await who.call(exportDeviceEvents, params())).text
  expect(file).not.toMatch(/parking-sessions|security-photos/)
  const everywhere = await w.person([{ group_id: ours.owner, needs }])
  expect(await verbs(everywhere)).toEqual(['dock_state', 'ended', 'sent', 'updated', 'viewed'])
  expect(await names(everywhere)).toEqual(['Ada Editor', 'Bo', 'Sue Support'])
})
