import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listLocationEvents } from '@wheelhouse/contract/events/events.ts'
import {
  commentOnLogEntry,
  deleteLogEntry,
  editLogEntries,
  getLogEntry,
  getLogTotals,
  lastLogTexts,
  listAssignees,
  logEntries,
  moveLogEntries,
} from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import type { LogEntryDetails } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testAppWithFiles } from '../../../test/support/test-app-with-files.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeLogEntry } from './samples.ts'
import { repair, paramsOf, versioned, makeLogPlace, logActions } from '../../../test/support/log-place.ts'

let w: TestApp
let ours: Organization
let location: string
let device: string
/** Two who work here, one who reads the log, one who sees the location and not its log, one of another organization. */
let worker: Caller
let other: Caller
let reader: Caller
let visitor: Caller
let stranger: Caller

beforeAll(async () => {
  w = await testAppWithFiles({ CONSOLE_URL: 'http://console.test' })
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ ours, location, device, worker, other, reader, visitor, stranger } = await makeLogPlace(w))
})

const { inHours, create, made, update, fresh, listed, inStatus } = logActions(() => ({ w, location, worker, other }))

describe('spec 3: what a maintenance log entry is', () => {
  test('an entry keeps all its fields, and its creator', async () => {
    const entry = await made({
      target_ids: [device],
      time_spent_minutes: 95,
      cost: 1250,
      currency: 'EUR',
      assignee_id: other.id,
    })
    expect(entry).toMatchObject({
      ...repair,
      location_id: location,
      targets: [{ id: device, type: 'dock' }],
      time_spent_minutes: 95,
      cost: 1250,
      currency: 'EUR',
      assignee_id: other.id,
      created_by: worker.id,
      status: 'assigned',
      due_at: inHours(24),
      is_due_chosen: false,
      is_overdue: false,
    })
    expect(await listed({ device_id: device })).toEqual([entry.id])
  })

  test.each([
    ['critical', 4],
    ['high', 24],
    ['medium', 72],
    ['low', 168],
  ])('values: an entry of priority %s is due in %i hours, and moves with its priority', async (priority, hours) => {
    const due = inHours(hours)
    const entry = await made({ priority })
    expect(entry.due_at).toBe(due)
    const chosen: LogEntryDetails = (await update(entry, { priority: 'low', due_at: '2026-07-01T08:00:00.000Z' })).body
    expect(chosen).toMatchObject({ due_at: '2026-07-01T08:00:00.000Z', is_due_chosen: true })
    const back: LogEntryDetails = (await update(chosen, { priority })).body
    expect(back.due_at).toBe(due)
  })

  test.each([
    [{ description: 'Too short' }, 'description', 'Description: at least 10 characters'],
    [{ cost: 12.5, currency: 'EUR' }, 'cost', 'Cost: decimal numbers only'],
    [{ cost: 12, currency: 'euro' }, 'currency', 'Currency: in ISO 4217 format'],
    [{ cost: 12 }, 'currency', 'Currency is required'],
    [{ type: 'firmware' }, 'old_firmware_version', 'Old firmware version is required'],
    [{ type: 'firmware', old_firmware_version: '2.1' }, 'new_firmware_version', 'New firmware version is required'],
    [{ status: 'blocked' }, 'reason', 'Reason is required'],
    [{ status: 'resolved' }, 'resolution', 'Resolution reason is required'],
    [{ status: 'resolved', resolution: 'ok' }, 'resolution', 'Resolution reason: at least 3 characters'],
    [{ status: 'assigned' }, 'assignee_id', 'Assignee is required'],
  ])('spec 5: %j is refused at its field', async (body, field, words) => {
    expect((await create(body)).body).toMatchObject({
      error_code: 'invalid_body',
      field,
      error_message: words,
    })
  })

  test('firmware versions are kept for work on firmware, and for no other', async () => {
    const versions = { old_firmware_version: '2.14.2', new_firmware_version: '2.14.3' }
    expect(await made({ type: 'firmware', ...versions })).toMatchObject(versions)
    expect((await made(versions)).new_firmware_version).toBe('')
  })

  test('the last short words of a person are offered to that person, each once and the newest first', async () => {
    const lastOf = async (person: Caller) => await person.ask(lastLogTexts)
    const long = 'Lock bar does not retract. '.repeat(4)
    for (const description of ['Swept the place', 'Cracked cover', long, 'Swept the place']) await made({ description })
    const entry = await made({ description: 'Reader is dark' })
    for (const text of ['Done', 'Waits for a part', 'Done'])
      await worker.call(commentOnLogEntry, {
        params: { location_id: location, log_entry_id: entry.id },
        body: { text },
      })
    expect(await lastOf(worker)).toEqual({
      descriptions: ['Reader is dark', 'Swept the place', 'Cracked cover'],
      comments: ['Done', 'Waits for a part'],
    })
    expect(await lastOf(other)).toEqual({ descriptions: [], comments: [] })
  })

  test('a target must be a device of the location, and an assignee must be able to work there', async () => {
    const elsewhere = await w.make.device(await w.make.location(ours))
    expect((await create({ target_ids: [elsewhere] })).body).toMatchObject({ error_code: 'log_target_elsewhere' })
    for (const person of [reader, stranger])
      expect((await create({ assignee_id: person.id })).body).toMatchObject({ error_code: 'assignee_without_right' })
    const offered = await worker.ask(listAssignees, { params: { location_id: location } })
    expect(offered.map(({ id }: { id: string }) => id).toSorted()).toEqual([worker.id, other.id].toSorted())
  })
})

describe('rights: GET_ and UPDATE_MAINTENANCE_LOG_ENTRIES of the location', () => {
  test('a reader writes nothing, a visitor sees nothing, and a foreign entry is an unknown one', async () => {
    const entry = await made()
    expect((await create({}, reader)).body).toMatchObject({
      missing: 'GET_MAINTENANCE_LOG_ENTRIES, UPDATE_MAINTENANCE_LOG_ENTRIES on location',
    })
    expect((await reader.call(getLogEntry, { params: paramsOf(entry) })).status).toBe(200)
    expect((await visitor.call(getLogEntry, { params: paramsOf(entry) })).status).toBe(403)
    expect((await stranger.call(getLogEntry, { params: paramsOf(entry) })).status).toBe(404)
    expect(await listed({}, stranger)).toEqual([])
    const elsewhere = await w.make.location(ours)
    const params = { location_id: elsewhere, log_entry_id: entry.id }
    expect((await worker.call(getLogEntry, { params })).status).toBe(404)
  })

  test('its events are in the history of the location for those who may see the log alone', async () => {
    await made()
    const features = async (who: Caller): Promise<string[]> =>
      (await who.ask(listLocationEvents, { params: { location_id: location }, query: {} })).items.map(
        ({ feature }: { feature: string }) => feature,
      )
    expect(await features(worker)).toContain('maintenance-log')
    expect(await features(visitor)).not.toContain('maintenance-log')
  })

  test('many are edited at once, and one that is not seen fails alone', async () => {
    const [entry, foreign] = [await made(), await makeLogEntry(w, await w.make.location(await w.make.organization()))]
    const target = { ids: [entry.id, foreign] }
    const reply = await worker.call(editLogEntries, { body: { target, edit: { priority: 'low' } } })
    expect(reply.status).toBe(422)
    expect(reply.body).toMatchObject({ results: [{ id: entry.id }], error_results: [{ id: foreign }] })
    expect(await fresh(entry)).toMatchObject({ priority: 'low', due_at: inHours(168) })
  })

  test('all that match are moved as a background job, each by its own rights', async () => {
    const entries = [await made(), await made()]
    const query = { location_id: [location], status: ['new'] } as never
    const selection = await worker.ask(logEntries.selection, { body: query })
    expect(selection.total).toBe(2)
    const target = { selection_id: selection.id }
    await worker.call(moveLogEntries, { body: { target, status: 'in_progress', reason: '', resolution: '' } })
    await w.runJobs()
    for (const entry of entries) expect(await fresh(entry)).toMatchObject({ status: 'in_progress' })
  })
})

describe('lists and sums', () => {
  test('open entries come first by their due time; closed ones are asked for', async () => {
    const [low, high] = [await made({ priority: 'low' }), await made({ priority: 'critical' })]
    const done = await inStatus('resolved')
    expect(await listed()).toEqual([high.id, low.id])
    expect(await listed({ state: 'closed' })).toEqual([done.id])
    expect(await listed({ state: 'all', q: `M-${done.number}` })).toEqual([done.id])
    expect(await listed({ sort: 'priority' })).toEqual([high.id, low.id])
  })

  test('totals of time and cost follow the filter, and currencies are never added', async () => {
    await made({ time_spent_minutes: 60, cost: 1000, currency: 'EUR' })
    await made({ time_spent_minutes: 30, cost: 500, currency: 'EUR' })
    await made({ time_spent_minutes: 15, cost: 700, currency: 'NOK', priority: 'low' })
    const totals = async (query: object) =>
      (await worker.send(getLogTotals, { query: { location_id: [location], ...query } })).body
    expect(await totals({})).toMatchObject({
      entries: 3,
      overdue: 0,
      time_spent_minutes: 105,
      costs: [
        { currency: 'EUR', cost: 1500 },
        { currency: 'NOK', cost: 700 },
      ],
    })
    expect(await totals({ priority: ['low'] })).toMatchObject({ entries: 1, time_spent_minutes: 15 })
  })

  test('a deleted entry disappears with its comments, and its event stays', async () => {
    const entry = await made()
    await worker.call(commentOnLogEntry, { params: paramsOf(entry), body: { text: 'Spare part ordered' } })
    expect((await fresh(entry)).comments).toMatchObject([{ text: 'Spare part ordered' }])
    const reply = await worker.call(deleteLogEntry, { params: paramsOf(entry), headers: versioned(entry) })
    expect(reply.status).toBe(204)
    expect((await worker.call(getLogEntry, { params: paramsOf(entry) })).status).toBe(404)
  })
})
