import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLogEntry } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import { deleteUser } from '@wheelhouse/contract/personal-data/personal-data.ts'
import {
  addCaseNote,
  createSupportCase,
  getSupportCase,
  listSupportCases,
  setSupportCaseStatus,
  updateSupportCase,
} from '@wheelhouse/contract/support/support-cases.ts'
import { listUserEvents } from '@wheelhouse/contract/users/users.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeUser } from '../users/samples.ts'

let w: TestApp
let ours: Organization
let support: Caller
let stranger: Caller
let rider_id: string
let device_id: string
let location_id: string

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  ours = await w.make.organization()
  const theirs = await w.make.organization()
  const log = { location: ['GET', 'GET_MAINTENANCE_LOG_ENTRIES', 'UPDATE_MAINTENANCE_LOG_ENTRIES'] } as const
  support = await w.person([
    { group_id: ours.owner, needs: stockRights('First-line support') },
    { group_id: ours.owner, needs: { ...log, user: ['DELETE'] } },
  ])
  stranger = await w.person([{ group_id: theirs.owner, needs: stockRights('First-line support') }])
  rider_id = await makeUser(w, [ours.owner])
  location_id = await w.make.location(ours)
  device_id = await w.make.device(location_id)
})

const open = async (body: object = {}) =>
  support.send(createSupportCase, { params: { rider_id }, body: { subject: 'Cannot open dock 07', ...body } })
const versioned = (version: number) => ({ 'if-match': `"${version}"` })

test('a case has a number, the place of its device and its first note', async () => {
  const reply = await open({ device_id, reason: 'mechanical', note: 'The motor turns, the bolt does not.' })
  expect(reply.body).toMatchObject({
    status: 'open',
    reason: 'mechanical',
    user_id: rider_id,
    location_id,
    device_id,
    notes: [{ text: 'The motor turns, the bolt does not.' }],
    version: 1,
  })
  expect(reply.body.number).toBeGreaterThan(0)
})

test.each([
  ['a subject of 2 characters', { subject: 'No' }, 'subject'],
  ['a reason that is none of the spec', { reason: 'moon' }, 'reason'],
  ['a note of 2001 characters', { note: 'a'.repeat(2001) }, 'note'],
])('spec 9: %s is refused', async (_name, body, field) => {
  expect((await open(body)).body).toMatchObject({ error_code: 'invalid_body', field })
})

test('a device of another organization is not found, and neither is a case of its riders', async () => {
  const foreign = await w.make.device(await w.make.location(await w.make.organization()))
  expect((await open({ device_id: foreign })).status).toBe(404)
  const { body } = await open()
  const params = { rider_id, case_id: body.id }
  expect((await stranger.call(getSupportCase, { params })).status).toBe(404)
  expect((await stranger.ask(listSupportCases)).items).toEqual([])
  const other = await makeUser(w, [ours.owner])
  expect((await support.call(getSupportCase, { params: { rider_id: other, case_id: body.id } })).status).toBe(404)
})

test('notes are added in their order, also to a closed case, and each leaves an event without its text', async () => {
  const { body } = await open({ note: 'Called at noon.' })
  const params = { rider_id, case_id: body.id }
  const closed = await support.call(setSupportCaseStatus, {
    params,
    body: { status: 'closed' },
    headers: versioned(1),
  })
  expect(closed.body).toMatchObject({ status: 'closed', closed_at: expect.any(String), version: 2 })
  const noted = await support.call(addCaseNote, { params, body: { text: 'Called again: it works.' } })
  expect(noted.body.notes.map(({ text }: { text: string }) => text)).toEqual([
    'Called at noon.',
    'Called again: it works.',
  ])
  const events = await support.call(listUserEvents, { params: { user_id: rider_id } })
  const verbs = events.body.items.map(({ verb }: { verb: string }) => verb)
  expect(verbs).toEqual(['case_noted', 'case_closed', 'case_opened'])
  expect(events.text).not.toContain('it works')
})

test('a stale close is refused', async () => {
  const { body } = await open()
  const params = { rider_id, case_id: body.id }
  await support.call(updateSupportCase, {
    params,
    body: { subject: 'Cannot open dock 08' },
    headers: versioned(1),
  })
  const late = await support.call(setSupportCaseStatus, { params, body: { status: 'closed' }, headers: versioned(1) })
  expect(late.status).toBe(412)
})

test('a case is handed over to a maintenance entry, and names it', async () => {
  const { body } = await open({ device_id })
  const entry = await support.call(createLogEntry, {
    params: { location_id },
    body: {
      description: 'The bolt of dock 07 does not move',
      type: 'repair',
      priority: 'high',
      resource: 'on_site_technician',
      target_ids: [device_id],
    },
  })
  const params = { rider_id, case_id: body.id }
  const handed = await support.call(updateSupportCase, {
    params,
    body: { subject: body.subject, device_id, log_entry_id: entry.body.id },
    headers: versioned(1),
  })
  expect(handed.body).toMatchObject({ log_entry_id: entry.body.id, log_entry_number: entry.body.number })
})

test('the open cases of all riders come with the longest waiting first, and one is found by its number', async () => {
  const { body: first } = await open({ subject: 'Cannot open dock 01' })
  const { body: closed } = await open({ subject: 'Cannot open dock 02' })
  const other = await makeUser(w, [ours.owner])
  const last = await support.send(createSupportCase, {
    params: { rider_id: other },
    body: { subject: 'Cannot open dock 03' },
  })
  const params = { rider_id, case_id: closed.id }
  await support.call(setSupportCaseStatus, { params, body: { status: 'closed' }, headers: versioned(1) })
  const query = { status: ['open'], sort: 'created_at', order: 'asc' } as const
  const waiting = await support.ask(listSupportCases, { query })
  expect(waiting.items.map(({ id }: { id: string }) => id)).toEqual([first.id, last.body.id])
  const found = await support.ask(listSupportCases, { query: { q: `S-${last.body.number}` } })
  expect(found.items).toMatchObject([{ id: last.body.id, user_id: other }])
  expect((await stranger.ask(listSupportCases, { query })).items).toEqual([])
})

test('the erasure of a rider takes the cases along', async () => {
  const { body } = await open({ note: 'My name is Mari.' })
  const erased = await support.call(deleteUser, { params: { user_id: rider_id }, headers: versioned(1) })
  expect(erased.status).toBe(200)
  const params = { rider_id, case_id: body.id }
  expect((await support.call(getSupportCase, { params })).status).toBe(404)
})
