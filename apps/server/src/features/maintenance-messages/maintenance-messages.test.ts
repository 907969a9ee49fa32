import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getLocation, locations } from '@wheelhouse/contract/locations/locations.ts'
import {
  clearMaintenanceMessage,
  clearMaintenanceMessages,
  countMaintenanceMessages,
  listMaintenanceMessages,
  setMaintenanceMessage,
  setMaintenanceMessages,
} from '@wheelhouse/contract/maintenance-messages/maintenance-messages.ts'
import type { MaintenanceMessage } from '@wheelhouse/contract/maintenance-messages/maintenance-messages.ts'
import { stockRights } from '../../../test/support/roles.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import { turnOfMessage } from './maintenance-messages.ts'
import { makeMaintenanceMessage } from './samples.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'

let w: TestApp
let ours: Organization
let manager: Caller
let viewer: Caller
let id: string
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  ours = await w.make.organization()
  manager = await w.person([{ group_id: ours.owner, needs: stockRights('Manager') }], ours.id)
  viewer = await w.person([{ group_id: ours.owner, needs: stockRights('Viewer') }], ours.id)
  id = await w.make.location(ours)
})

const hour = 3_600_000
const inHours = (hours: number) => new Date(w.clock.now().getTime() + hours * hour).toISOString()
const set = (body: object, who = manager): Promise<Answer> =>
  who.send(setMaintenanceMessage, { params: { location_id: id }, body: body })
const clear = (message: MaintenanceMessage, location_id = id, who = manager): Promise<Answer> =>
  who.call(clearMaintenanceMessage, { params: { location_id, message_id: message.id } })
const shownText = async (location_id = id) =>
  (await viewer.ask(getLocation, { params: { location_id } })).maintenance_message
const list = async (): Promise<MaintenanceMessage[]> =>
  await viewer.ask(listMaintenanceMessages, { params: { location_id: id } })
const recordedEvents = async (resource: string) =>
  (await w.pool.query('select verb, before, after from events where resource_id = $1 order by id', [resource])).rows

describe('spec 3: the maintenance message shown to app users', () => {
  test('set now it takes the place of the one before; cleared there is none', async () => {
    expect(await shownText()).toBe('')
    await set({ text: 'Dock 3 is being repaired' })
    w.clock.advance(hour)
    const { body: second } = await set({ text: 'All docks are being repaired' })
    expect(await shownText()).toBe('All docks are being repaired')
    expect((await list()).map(({ text, state }) => [text, state])).toEqual([
      ['All docks are being repaired', 'current'],
      ['Dock 3 is being repaired', 'ended'],
    ])
    expect((await clear(second)).status).toBe(204)
    expect(await shownText()).toBe('')
    expect((await clear(second)).status).toBe(204)
    expect(await recordedEvents(id)).toMatchObject([
      { verb: 'set', before: null, after: { text: 'Dock 3 is being repaired' } },
      {
        verb: 'set',
        before: { text: 'Dock 3 is being repaired', ends_at: null },
        after: { text: 'All docks are being repaired' },
      },
      { verb: 'cleared', before: { text: 'All docks are being repaired' } },
    ])
  })

  test('a scheduled message is shown from its beginning to its end, above one that is shown for longer', async () => {
    await set({ text: 'Works until summer' })
    await set({ text: 'Closed tonight', starts_at: inHours(2), ends_at: inHours(4) })
    expect(await shownText()).toBe('Works until summer')
    expect((await list()).map(({ state }) => state)).toEqual(['current', 'scheduled'])
    w.clock.advance(2 * hour)
    expect(await shownText()).toBe('Closed tonight')
    w.clock.advance(2 * hour)
    expect(await shownText()).toBe('Works until summer')
  })

  test('a message that is set now with an end covers the one shown; that one is shown again when the new one ends or is cleared', async () => {
    await set({ text: 'Dock 15 is being repaired' })
    const short = await set({ text: 'The square is closed', ends_at: inHours(1) })
    expect(await shownText()).toBe('The square is closed')
    expect((await list()).map(({ text, state }) => [text, state])).toEqual([
      ['The square is closed', 'current'],
      ['Dock 15 is being repaired', 'current'],
    ])
    w.clock.advance(hour)
    expect(await shownText()).toBe('Dock 15 is being repaired')
    const { body: again } = await set({ text: 'Closed once more', ends_at: inHours(1) })
    await clear(again)
    expect(await shownText()).toBe('Dock 15 is being repaired')
    await set({ text: 'Until further notice' })
    expect(await shownText()).toBe('Until further notice')
    expect((await list()).map(({ state }) => state)).toEqual(['current', 'ended', 'ended', 'ended'])
    expect(short.status).toBe(200)
  })

  test('everyone who looks at the location is notified when a message begins and when it ends', async () => {
    await w.runJobs()
    let news = 0
    const heard = new Promise<void>((done) => {
      w.bus.on((message) => {
        if (message.kind !== 'changes') return
        news += message.changes.filter((change) => change.type === 'location' && change.id === id).length
        // Its being set, its beginning, its end.
        if (news === 3) done()
      })
    })
    await set({ text: 'Closed tonight', starts_at: inHours(2), ends_at: inHours(4) })
    expect(await w.runJobs()).toBe(2)
    await heard
  })

  test('the scheduled beginning and end of a message are recorded once, without a person', async () => {
    const fields = { text: 'Closed tonight', starts_at: inHours(2), ends_at: inHours(4) }
    const { body } = await set(fields)
    const come = async (verb: 'began' | 'ended', at: string) => {
      const turn = { message_id: body.id, verb, at }
      for (const again of [1, 2])
        await w.jobs.send(w.db, turnOfMessage, { location_id: id, turn }, again === 1 ? undefined : w.clock.now())
      await w.runJobs()
    }
    await come('began', fields.starts_at)
    expect(await recordedEvents(id)).toMatchObject([{ verb: 'scheduled', after: fields }])
    w.clock.advance(2 * hour)
    await come('began', fields.starts_at)
    w.clock.advance(2 * hour)
    await come('ended', fields.ends_at)
    expect((await recordedEvents(id)).slice(1)).toEqual([
      { verb: 'began', before: null, after: fields },
      { verb: 'ended', before: fields, after: null },
    ])
    const { rows } = await w.pool.query(
      `select distinct actor_kind from events where resource_id = $1 and verb in ('began', 'ended')`,
      [id],
    )
    expect(rows).toEqual([{ actor_kind: 'system' }])
  })

  test('one that was replaced before its end does not end again', async () => {
    const ends_at = inHours(2)
    const { body } = await set({ text: 'Until two', ends_at })
    await set({ text: 'Until further notice' })
    w.clock.advance(2 * hour)
    await w.jobs.send(w.db, turnOfMessage, {
      location_id: id,
      turn: { message_id: body.id, verb: 'ended', at: ends_at },
    })
    await w.runJobs()
    expect((await recordedEvents(id)).map((event) => event.verb)).toEqual(['set', 'set'])
  })

  test('a scheduled one that is cleared never begins and leaves no line', async () => {
    const { body } = await set({ text: 'Closed tonight', starts_at: inHours(2) })
    await clear(body)
    expect(await list()).toEqual([])
    expect(await recordedEvents(id)).toMatchObject([
      { verb: 'scheduled' },
      { verb: 'cleared', before: { text: 'Closed tonight' } },
    ])
  })

  test.each([
    [{}, 'text', 'Message is required'],
    [{ text: '  ' }, 'text', 'Message is required'],
    [{ text: 'ab' }, 'text', 'Message: at least 3 characters'],
    [{ text: 'a'.repeat(501) }, 'text', 'Message: at most 500 characters'],
    [
      { text: 'Closed', starts_at: '2026-09-01T10:00:00.000Z', ends_at: '2026-09-01T10:00:00.000Z' },
      'ends_at',
      'Ends: later than it begins',
    ],
    [{ text: 'Closed', ends_at: '2026-01-01T10:00:00.000Z' }, 'ends_at', 'Ends: later than it begins'],
  ])('%j is refused', async (body, field, words) => {
    expect((await set(body)).body).toMatchObject({
      error_code: 'invalid_body',
      field,
      error_message: words,
    })
    expect(await list()).toEqual([])
  })

  test('of two who set one at once, one is shown and the other has ended', async () => {
    await Promise.all([set({ text: 'First of two' }), set({ text: 'Second of two' })])
    expect((await list()).map(({ state }) => state).toSorted()).toEqual(['current', 'ended'])
  })

  test('who set it is named to those who see them', async () => {
    await set({ text: 'Being repaired' })
    expect((await list())[0]).toMatchObject({ created_by: null, created_by_name: null })
    const own = await manager.ask(listMaintenanceMessages, { params: { location_id: id } })
    expect(own[0]?.created_by).toBe(manager.id)
  })
})

describe('rights: MODIFY_DESCRIPTIONS, since app users read it', () => {
  test('a viewer reads and does not write; a foreign location is an unknown one', async () => {
    const { body } = await set({ text: 'Being repaired' })
    expect((await set({ text: 'Mine' }, viewer)).body).toMatchObject({ missing: 'MODIFY_DESCRIPTIONS on location' })
    expect((await clear(body, id, viewer)).status).toBe(403)
    const stranger = await w.make.organization()
    const manages = await w.person([{ group_id: stranger.owner, needs: stockRights('Manager') }])
    expect((await set({ text: 'Mine' }, manages)).status).toBe(404)
    expect((await manages.call(listMaintenanceMessages, { params: { location_id: id } })).status).toBe(404)
  })

  test('a message of another location is not found under this one', async () => {
    const { body } = await set({ text: 'Being repaired' })
    expect((await clear(body, await w.make.location(ours))).status).toBe(404)
    expect(await shownText()).toBe('Being repaired')
  })
})

describe('screens: on many', () => {
  test('set and cleared with a result for each; one that is not seen fails alone', async () => {
    const [second, foreign] = [await w.make.location(ours), await w.make.location(await w.make.organization())]
    const target = { ids: [id, foreign, second] }
    const answer = await manager.call(setMaintenanceMessages, { body: { target, text: 'Snow on the roofs' } })
    expect(answer.status).toBe(422)
    expect(answer.body.results).toEqual([{ id }, { id: second }])
    expect(answer.body.error_results).toMatchObject([{ id: foreign, error_code: 'not_found' }])
    expect([await shownText(id), await shownText(second)]).toEqual(['Snow on the roofs', 'Snow on the roofs'])
    await set({ text: 'Later', starts_at: inHours(1) })
    const cleared = await manager.call(clearMaintenanceMessages, { body: { target: { ids: [id, second] } } })
    expect(cleared.body.results).toEqual([{ id }, { id: second }])
    expect(await shownText(second)).toBe('')
    expect((await list()).map(({ state }) => state)).toEqual(['ended'])
  })

  test('an hour at many locations leaves the earlier messages in place', async () => {
    const second = await w.make.location(ours)
    await set({ text: 'Dock 15 is being repaired' })
    await manager.call(setMaintenanceMessages, {
      body: { target: { ids: [id, second] }, text: 'Power cut', ends_at: inHours(1) },
    })
    expect([await shownText(id), await shownText(second)]).toEqual(['Power cut', 'Power cut'])
    w.clock.advance(hour)
    expect([await shownText(id), await shownText(second)]).toEqual(['Dock 15 is being repaired', ''])
  })

  test('what would be covered is counted, of given locations, of a selection or of all that are seen', async () => {
    const [second, third, foreign] = [
      await w.make.location(ours),
      await w.make.location(ours),
      await w.make.location(await w.make.organization()),
    ]
    for (const location_id of [id, second, foreign]) {
      await makeMaintenanceMessage(w, location_id)
      await makeMaintenanceMessage(w, location_id, { ends_at: inHours(1) })
    }
    await makeMaintenanceMessage(w, third, { starts_at: inHours(1) })
    await makeMaintenanceMessage(w, third, { starts_at: inHours(-3), ends_at: inHours(-2) })
    const count = (query: object) => viewer.ask(countMaintenanceMessages, { query })
    expect(await count({ location_id: [id, third, foreign] })).toEqual({ current: 1, scheduled: 1 })
    expect(await count({})).toEqual({ current: 2, scheduled: 1 })
    const { body: frozen } = await viewer.call(locations.selection, { body: {} })
    expect(await count({ selection_id: frozen.id })).toEqual({ current: 2, scheduled: 1 })
    const gone = await manager.refused(countMaintenanceMessages, { query: { selection_id: frozen.id } })
    expect(gone.body).toMatchObject({ error_code: 'selection_gone' })
  })
})
