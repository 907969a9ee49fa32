import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { listLocationEvents } from '@wheelhouse/contract/events/events.ts'
import { logStatuses, nextLogStatuses, reasonOfStatus } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import type { LogStatus } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import { createLogPhotoUpload, deleteLogPhoto } from '@wheelhouse/contract/maintenance-log/entry-photos.ts'
import { createLogCalendar, deleteLogCalendar } from '@wheelhouse/contract/maintenance-log/log-calendar.ts'
import {
  commentOnLogEntry,
  createLogEntry,
  deleteLogEntry,
  editLogEntries,
  getLogEntry,
  getLogTotals,
  lastLogTexts,
  listAssignees,
  listLogEntries,
  listLogEntryEvents,
  logEntries,
  moveLogEntries,
  moveLogEntry,
  updateLogEntry,
} from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import type { LogEntryDetails } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'
import { runReportOverdue } from './due-times.ts'
import { makeLogEntry } from './samples.ts'

let w: TestApp
let folder: string
let ours: Organization
let location: string
let device: string
/** Two who work here, one who reads the log, one who sees the location and not its log, one of another organization. */
let worker: Caller
let other: Caller
let reader: Caller
let visitor: Caller
let stranger: Caller

const work: Needs = { location: ['GET', 'GET_MAINTENANCE_LOG_ENTRIES', 'UPDATE_MAINTENANCE_LOG_ENTRIES', 'GET_EVENTS'] }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wheelhouse-log-'))
  w = await testApp({
    WHEELHOUSE_KEY: 'a key of this test',
    WHEELHOUSE_DATA: folder,
    CONSOLE_URL: 'http://console.test',
  })
})
afterAll(async () => {
  await w.end()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  ours = await w.make.organization()
  const theirs = await w.make.organization()
  location = await w.make.location(ours)
  device = await w.make.device(location)
  worker = await w.person([{ group_id: ours.owner, needs: work }])
  other = await w.person([{ group_id: ours.owner, needs: work }])
  reader = await w.person([
    { group_id: ours.owner, needs: { location: ['GET', 'GET_MAINTENANCE_LOG_ENTRIES'] } as Needs },
  ])
  visitor = await w.person([{ group_id: ours.owner, needs: { location: ['GET', 'GET_EVENTS'] } }])
  stranger = await w.person([{ group_id: theirs.owner, needs: work }])
})

const inHours = (hours: number): string => new Date(w.clock.now().getTime() + hours * 3_600_000).toISOString()

const repair = {
  description: 'Lock bar does not retract.',
  type: 'repair',
  priority: 'high',
  resource: 'on_site_technician',
} as const

const create = (body: object = {}, who = worker, at = location): Promise<Answer> =>
  who.send(createLogEntry, { params: { location_id: at }, body: { ...repair, ...body } })
const made = async (body: object = {}): Promise<LogEntryDetails> => (await create(body)).body
const paramsOf = ({ id, location_id }: { id: string; location_id: string }) => ({ location_id, log_entry_id: id })
const versioned = ({ version }: { version: number }) => ({ 'if-match': `"${version}"` })
const update = (entry: LogEntryDetails, body: object, who = worker): Promise<Answer> =>
  who.send(updateLogEntry, {
    params: paramsOf(entry),
    headers: versioned(entry),
    body: { ...repair, ...body },
  })
const move = (entry: LogEntryDetails, status: LogStatus, more: object = {}, who = worker): Promise<Answer> => {
  const field = reasonOfStatus[status]
  const reason = field === null ? {} : { [field]: 'Because of the spring' }
  const body = { status, ...reason, ...more } as never
  return who.call(moveLogEntry, { params: paramsOf(entry), headers: versioned(entry), body })
}
const fresh = async (entry: LogEntryDetails, who = worker): Promise<LogEntryDetails> =>
  await who.ask(getLogEntry, { params: paramsOf(entry) })
const listed = async (query: object = {}, who = worker): Promise<string[]> =>
  (await who.send(listLogEntries, { query: { location_id: [location], ...query } })).body.items.map(
    ({ id }: { id: string }) => id,
  )
const verbs = async (entry: LogEntryDetails): Promise<string[]> =>
  (await worker.ask(listLogEntryEvents, { params: paramsOf(entry), query: {} })).items.map(
    ({ verb }: { verb: string }) => verb,
  )

/** An entry brought to a status by the moves that lead there. */
async function inStatus(status: LogStatus): Promise<LogEntryDetails> {
  const entry = await made()
  if (status === 'new') return entry
  if (status !== 'verified') return (await move(entry, status)).body
  const resolved: LogEntryDetails = (await move(entry, 'resolved', {}, other)).body
  return (await move(resolved, 'verified')).body
}

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

describe('spec 4: the status of an entry', () => {
  const moves = logStatuses.flatMap((from) => logStatuses.map((to) => [from, to] as const))
  test.each(moves)('values: from %s to %s as the table says', async (from, to) => {
    const entry = await inStatus(from)
    const reply = await move(entry, to, {}, other)
    if (!nextLogStatuses[from].includes(to)) {
      expect(reply).toMatchObject({ status: 409, body: { error_code: 'log_status_not_next', from, to } })
      return
    }
    expect(reply).toMatchObject({ status: 200, body: { status: to, version: entry.version + 1 } })
  })

  test('resolving keeps who and why, adds the time spent, and another person verifies', async () => {
    const entry = await made({ time_spent_minutes: 30 })
    const resolved: LogEntryDetails = (await move(entry, 'resolved', { add_minutes: 25 })).body
    expect(resolved).toMatchObject({
      resolution: 'Because of the spring',
      resolved_by: worker.id,
      resolved_at: w.clock.now().toISOString(),
      time_spent_minutes: 55,
    })
    expect((await move(resolved, 'verified')).body).toMatchObject({ error_code: 'verify_own_work' })
    expect((await move(resolved, 'verified', {}, other)).body).toMatchObject({
      status: 'verified',
      verified_by: other.id,
      resolution: 'Because of the spring',
    })
  })

  test('reopening forgets the resolution, and the time allowed begins again', async () => {
    const entry = await inStatus('resolved')
    w.clock.advance(48 * 3_600_000)
    const reopened: LogEntryDetails = (await move(entry, 'in_progress')).body
    expect(reopened).toMatchObject({ resolution: '', resolved_by: null, resolved_at: null, is_overdue: false })
    expect(await verbs(reopened)).toEqual(['reopened', 'resolved', 'created'])
  })

  test('an edit leaves the due time of a reopened entry; another priority counts from the reopening', async () => {
    const entry = await inStatus('resolved')
    w.clock.advance(48 * 3_600_000)
    const reopened: LogEntryDetails = (await move(entry, 'in_progress')).body
    expect(reopened.due_at).toBe(inHours(24))
    const [due, critical, low] = [inHours(24), inHours(4), inHours(168)]
    w.clock.advance(3_600_000)
    const described: LogEntryDetails = (await update(reopened, { description: 'The spring is worn out' })).body
    expect(described).toMatchObject({ description: 'The spring is worn out', due_at: due })
    const target = { ids: [entry.id] }
    await worker.call(editLogEntries, { body: { target, edit: { resource: 'partner' } } })
    expect(await fresh(entry)).toMatchObject({ resource: 'partner', due_at: due })
    await worker.call(editLogEntries, { body: { target, edit: { priority: 'low' } } })
    expect(await fresh(entry)).toMatchObject({ due_at: low })
    expect((await update(await fresh(entry), { priority: 'critical' })).body.due_at).toBe(critical)
  })

  test('decision 41: an entry keeps its due time when the hours change and it is edited', async () => {
    const entry = await made()
    await w.pool.query(
      `insert into maintenance_hours (organization_id, time_zone, days, opens, closes, updated_at) values ($1, 'Europe/Tallinn', '{1}', '09:00', '10:00', now())`,
      [ours.id],
    )
    const edited: LogEntryDetails = (await update(entry, { description: 'The spring is worn out' })).body
    expect(edited.due_at).toBe(entry.due_at)
  })

  test('a verified or cancelled entry is changed no more', async () => {
    for (const status of ['verified', 'cancelled'] as const)
      expect((await update(await inStatus(status), {})).body).toMatchObject({ error_code: 'log_entry_closed' })
  })

  test('a blocked entry needs a reason, also in a move of many', async () => {
    const entry = await made()
    expect((await move(entry, 'blocked', { reason: '' })).body).toMatchObject({
      error_message: 'Reason is required',
    })
    const body = { target: { ids: [entry.id] }, status: 'blocked' } as never
    expect((await worker.refused(moveLogEntries, { body })).body).toMatchObject({
      error_message: 'Reason is required',
    })
  })

  test('a stale version is refused', async () => {
    const entry = await made()
    await move(entry, 'in_progress')
    expect((await move(entry, 'blocked')).status).toBe(412)
    expect((await update(entry, { priority: 'low' })).status).toBe(412)
  })
})

describe('overdue', () => {
  const reportNow = () => runReportOverdue({ ...w, correlation_id: uuidv7(), signal: new AbortController().signal })

  test('an entry past its due time is marked, and reported once', async () => {
    const entry = await made({ priority: 'critical' })
    w.clock.advance(4 * 3_600_000 + 1)
    expect(await fresh(entry)).toMatchObject({ is_overdue: true })
    expect(await listed({ overdue: 'yes' })).toEqual([entry.id])
    await reportNow()
    await reportNow()
    expect(await verbs(entry)).toEqual(['overdue', 'created'])
    const later: LogEntryDetails = (await update(await fresh(entry), { due_at: '2026-12-01T08:00:00.000Z' })).body
    expect(later.is_overdue).toBe(false)
  })

  test('what is resolved is not overdue', async () => {
    const entry = await inStatus('resolved')
    w.clock.advance(5 * 24 * 3_600_000)
    await reportNow()
    expect(await fresh(entry)).toMatchObject({ is_overdue: false })
    expect(await verbs(entry)).toEqual(['resolved', 'created'])
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

/** The smallest picture of a real JPEG: start, one frame header of 8 by 8, a scan, end. */
const picture = Buffer.from('ffd8ffc0000b080008000801011100ffda0008010100003f0000ffd9', 'hex')

describe('photos', () => {
  const upload = async (entry: LogEntryDetails, bytes = picture, who = worker) => {
    const address = await who.ask(createLogPhotoUpload, { params: paramsOf(entry) })
    return w.app.inject({
      method: 'PUT',
      url: address.url,
      headers: { 'content-type': 'image/jpeg' },
      payload: bytes,
    })
  }

  test('a photo is added by a signed address, shown to people who may see the entry, and deleted', async () => {
    const entry = await made()
    expect((await upload(entry)).statusCode).toBe(204)
    const [photo] = (await fresh(entry, reader)).photos
    expect(photo).toMatchObject({ width: 8, height: 8 })
    const look = () => w.app.inject({ method: 'GET', url: photo?.url ?? '' })
    expect((await look()).rawPayload.equals(picture)).toBe(true)
    await w.db.deleteFrom('role_grants').where('person_id', '=', reader.id).execute()
    expect((await look()).statusCode).toBe(404)
    const params = { ...paramsOf(entry), log_photo_id: photo?.id ?? '' }
    expect((await worker.call(deleteLogPhoto, { params })).status).toBe(204)
    expect((await fresh(entry)).photos).toEqual([])
    expect(await verbs(entry)).toEqual(['photo_deleted', 'photo_added', 'created'])
  })

  test('a file that is no whole JPEG is refused, and so is an address that has ended', async () => {
    const entry = await made()
    expect((await upload(entry, Buffer.from('no picture'))).statusCode).toBe(415)
    const { url } = await worker.ask(createLogPhotoUpload, { params: paramsOf(entry) })
    w.clock.advance(16 * 60_000)
    const reply = await w.app.inject({
      method: 'PUT',
      url,
      headers: { 'content-type': 'image/jpeg' },
      payload: picture,
    })
    expect(reply.statusCode).toBe(404)
  })
})

describe('the calendar address of a person', () => {
  const read = async (url: string) => w.app.inject({ method: 'GET', url: url.replace('http://console.test', '') })

  test('it lists the open entries of the person by the rights that they have now, until it is revoked', async () => {
    const entry = await made({ assignee_id: worker.id, description: 'Grease the lock bar, check; and replace' })
    await made({ assignee_id: other.id })
    const { url } = await worker.ask(createLogCalendar, { body: { scope: 'assigned' } })
    const text = (await read(url)).body
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(text).toContain(`UID:${entry.id}@wheelhouse`)
    expect(text).toContain('DESCRIPTION:Grease the lock bar\\, check\\; and replace')
    expect(text).toContain(`DTSTART:${inHours(24).slice(0, 19).replaceAll(/[-:]/g, '')}Z`)
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
    await w.db.deleteFrom('role_grants').where('person_id', '=', worker.id).execute()
    expect((await read(url)).body).not.toContain('BEGIN:VEVENT')
  })

  test('a service account, which may be restricted to networks, gets no address, and one from before is unknown', async () => {
    const { url } = await worker.ask(createLogCalendar, { body: { scope: 'assigned' } })
    await w.pool.query(`update console_users set kind = 'service' where id = $1`, [worker.id])
    expect((await read(url)).statusCode).toBe(404)
    expect(await worker.call(createLogCalendar, { body: { scope: 'visible' } })).toMatchObject({
      status: 409,
      body: { error_code: 'service_account_has_no_calendar' },
    })
  })

  test('a new address ends the old one, and a revoked one is unknown', async () => {
    const first = (await worker.ask(createLogCalendar, { body: { scope: 'visible' } })).url
    const second = (await worker.ask(createLogCalendar, { body: { scope: 'visible' } })).url
    expect([(await read(first)).statusCode, (await read(second)).statusCode]).toEqual([404, 200])
    await worker.call(deleteLogCalendar, {})
    expect((await read(second)).statusCode).toBe(404)
  })
})
