import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  addFeedbackPhoto,
  createFeedback,
  listFeedback,
  listFeedbackEvents,
} from '@wheelhouse/contract/feedback/feedback.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { makeStay } from '../../../test/support/make-feedback.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { deletePerson } from '../personal-data/personal-data.ts'
import { makeUser } from '../users/samples.ts'
import { smallPicture } from './samples.ts'

const folder = mkdtempSync(join(tmpdir(), 'staff-feedback-'))
let w: TestApp
let ours: Organization
let support: Caller
let mari: string
let place: string

beforeAll(async () => {
  w = await testApp({ WHEELHOUSE_KEY: 'a key of a test that is long enough', FILES_URL: `file://${folder}` })
})
afterAll(async () => {
  await w.end()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  ours = await w.make.organization()
  support = await w.person([{ group_id: ours.operator, needs: stockRights('First-line support') }], ours.id)
  mari = await makeUser(w, [ours.operator], { name: 'Mari Maasikas' })
  place = await w.make.location(ours)
  await w.make.members('location', place, [ours.operator])
})

const written = { type: 'problem', subject: 'The lock is stuck', text: 'It took three tries.' }
const paramsOf = (feedback_id: string) => ({ user_id: mari, feedback_id })
const items = async () => (await support.ask(listFeedback)).items as Record<string, unknown>[]

const writeDown = (body: object, who = support) =>
  who.call(createFeedback, { params: { user_id: mari }, body: body as typeof written & { type: 'problem' } })

test('is feedback like any other, under the name of who wrote it down', async () => {
  const session = await makeStay(w, { location_id: place, user_id: mari })
  const { status, body } = await writeDown({ ...written, rating: 2, session_id: session })
  expect([status, body]).toMatchObject([
    200,
    { ...written, rating: 2, recorded_by_name: expect.any(String), version: 1 },
  ])
  expect(await items()).toMatchObject([{ id: body.id, parking_session_id: session, location_id: place }])
  const { rows } = await w.pool.query('select rating from parking_sessions where id = $1', [session])
  expect(rows).toEqual([{ rating: 2 }])
  const { body: events } = await support.call(listFeedbackEvents, { params: paramsOf(body.id) })
  expect(events.items).toMatchObject([{ verb: 'written_down', after: { type: 'problem', rating: 2 } }])
  expect(JSON.stringify(events)).not.toContain('stuck')
})

test.each<[string, object, number]>([
  ['an unknown session', { session_id: '01900000-0000-7000-8000-000000000000' }, 404],
  ['six stars', { rating: 6 }, 400],
  ['no subject', { subject: '' }, 400],
  ['a text of 2001', { text: 'a'.repeat(2001) }, 400],
  ['a status of its own', { status: 'closed' }, 400],
])('%s is refused, and nothing is stored', async (_name, wrong, status) => {
  expect((await writeDown({ ...written, ...wrong })).status).toBe(status)
  expect(await items()).toEqual([])
})

test('a session of another rider is not found, and keeps its rating', async () => {
  const other = await makeStay(w, { location_id: place, user_id: await makeUser(w, [ours.operator]) })
  expect((await writeDown({ ...written, rating: 1, session_id: other })).status).toBe(404)
  const { rows } = await w.pool.query('select rating from parking_sessions where id = $1', [other])
  expect(rows).toEqual([{ rating: null }])
})

test('nothing is written down of a person who was erased, nor by those who may not read it', async () => {
  const stranger = await w.person([{ group_id: ours.operator, needs: { user: ['GET'] } }], ours.id)
  expect((await writeDown(written, stranger)).status).toBe(403)
  const person = { id: support.id, email: '', name: 'Support', organization_id: ours.id, session_id: null }
  await deletePerson({ ...w, person, correlation_id: uuidv7() }, mari, 1)
  expect((await writeDown(written)).body.error_code).toBe('user_deleted')
})

test('takes three photos and no fourth, and none that is no picture', async () => {
  const { body } = await writeDown(written)
  const add = (picture: string) => support.call(addFeedbackPhoto, { params: paramsOf(body.id), body: { picture } })
  const picture = smallPicture.toString('base64')
  expect((await add('bm90IGEgcGljdHVyZQ==')).status).toBe(415)
  const replies = await Promise.all([add(picture), add(picture), add(picture), add(picture)])
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 200, 409])
  expect(replies.find(({ status }) => status === 409)?.body.error_code).toBe('feedback_photos_full')
  expect(await items()).toMatchObject([{ photos: 3 }])
  const files = () => readdirSync(join(folder, 'feedback-photos')).length
  const before = files()
  expect((await add(picture)).body.error_code).toBe('feedback_photos_full')
  expect(files()).toBe(before)
})
