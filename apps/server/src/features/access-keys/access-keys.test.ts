import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addAccessKey, deleteAccessKey, listAccessKeys } from '@wheelhouse/contract/access-keys/access-keys.ts'
import { listUserEvents, revealPersonalData } from '@wheelhouse/contract/users/users.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeAccessKey, makeUser } from '../users/samples.ts'

let w: TestApp
let ours: Organization
let support: Caller
let mari: string
let params: { user_id: string }

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  await w.pool.query('delete from access_keys')
  ours = await w.make.organization()
  support = await w.person([{ group_id: ours.operator, needs: stockRights('First-line support') }], ours.id)
  mari = await makeUser(w, [ours.operator])
  params = { user_id: mari }
})

const add = (body: object, user_id = mari): Promise<Answer> =>
  support.send(addAccessKey, { params: { user_id }, body: body })
const keys = async (): Promise<{ id: string; type: string; key: string }[]> =>
  await support.ask(listAccessKeys, { params })
const pinOf = async (): Promise<string | null> => (await support.ask(revealPersonalData, { params })).pin

test.each([
  ['hex', { type: 'rfid', key: '00:74:5a:70' }, '00745A70'],
  ['decimal', { type: 'rfid', key: '0007625328', format: 'decimal' }, '00745A70'],
  ['seven bytes for a phone', { type: 'nfc', key: '04A2B1C9D0E1F2' }, '04A2B1C9D0E1F2'],
])('values, RFID: a card in %s is stored as raw bytes', async (_name, body, stored) => {
  expect((await add(body)).body).toMatchObject({ key: stored, type: body.type })
  expect(await keys()).toMatchObject([{ key: stored }])
})

test.each([
  ['an odd number of digits', { type: 'rfid', key: '745A7' }, 'Invalid RFID key'],
  ['decimal that is hex', { type: 'rfid', key: '00745A70', format: 'decimal' }, 'Invalid RFID-DEC key'],
  ['a PIN with a run', { type: 'pin', key: '123456' }, 'Invalid PIN'],
  ['a PIN with a repeat', { type: 'pin', key: '274914' }, 'Invalid PIN'],
  ['the key of an app', { type: 'app', key: 'A12345678' }, 'Type is required'],
])('spec 5: %s is refused', async (_name, body, words) => {
  const { status, body: answer } = await add(body)
  expect([status, answer.error_message]).toEqual([400, expect.stringContaining(words)])
})

test('a PIN belongs to the person too, is never shown in the list, and there is one', async () => {
  await add({ type: 'pin', key: '274913' })
  expect(await pinOf()).toBe('274913')
  expect(await keys()).toMatchObject([{ type: 'pin', key: '••••••' }])
  expect((await add({ type: 'pin', key: '906183' })).body.error_code).toBe('pin_exists')
  const [pin] = await keys()
  await support.call(deleteAccessKey, { params: { ...params, access_key_id: pin?.id ?? '' } })
  expect(await pinOf()).toBeNull()
})

test('a key belongs to one user, even when two people add it at once', async () => {
  const other = await makeUser(w, [ours.operator])
  const answers = await Promise.all([mari, other].map((id) => add({ type: 'rfid', key: '04A2B1C9' }, id)))
  expect(answers.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([200, 409])
  expect((await add({ type: 'rfid', key: '04A2B1C9' })).body.error_code).toBe('access_key_taken')
})

test('at most 20 keys a user', async () => {
  for (let n = 0; n < 20; n++) await makeAccessKey(w, mari, { type: 'app', key: `A${n}` })
  expect((await add({ type: 'rfid', key: '04A2B1C9' })).body.error_code).toBe('too_many_access_keys')
})

test("a key of another user is not found under this one's address", async () => {
  const other = await makeAccessKey(w, await makeUser(w, [ours.operator]))
  const answer = await support.call(deleteAccessKey, { params: { ...params, access_key_id: other } })
  expect(answer.status).toBe(404)
})

test('events name the type of a key and never the key', async () => {
  await add({ type: 'rfid', key: '04A2B1C9' })
  const [card] = await keys()
  await support.call(deleteAccessKey, { params: { ...params, access_key_id: card?.id ?? '' } })
  const { body } = await support.call(listUserEvents, { params })
  expect(body.items).toMatchObject([
    { feature: 'access-keys', verb: 'deleted', before: { key_type: 'rfid' } },
    { feature: 'access-keys', verb: 'added', after: { key_type: 'rfid' } },
  ])
  expect(JSON.stringify(body)).not.toContain('04A2B1C9')
})
