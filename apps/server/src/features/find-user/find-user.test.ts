import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findUsers } from '@wheelhouse/contract/find-user/find-user.ts'
import type { FoundUser, LookUpReply } from '@wheelhouse/contract/find-user/find-user.ts'
import { isPin } from '@wheelhouse/contract/find-user/recognise.ts'
import type { Needs } from '@wheelhouse/contract/access.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { serial } from '../../../test/support/serial.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeAccessKey, makeUser } from '../users/samples.ts'

let w: TestApp
let ours: Organization
let support: Caller
/** Known to our organization, and to another one. */
let mari: string
let stranger: string

beforeAll(async () => {
  w = await testApp({ SEARCHES_PER_MINUTE: '10000' })
})
afterAll(() => w.end())

const phone = (n: number): string => `+3725${1_000_000 + n}`
let n = 0

beforeEach(async () => {
  const theirs = await w.make.organization()
  ours = await w.make.organization()
  support = await w.person([{ group_id: ours.operator, needs: stockRights('First-line support') }], ours.id)
  n = serial()
  mari = await rider([ours.operator], n)
  stranger = await rider([theirs.operator], n + 500_000)
})

const rider = async (groups: string[], nth: number): Promise<string> => {
  const id = await makeUser(w, groups, {
    name: `Mari Tamm ${nth}`,
    phone: phone(nth),
    email: `Mari${nth}@riders.test`,
    pin: pinOf(nth),
  })
  await makeAccessKey(w, id, { type: 'rfid', key: cardOf(nth) })
  return id
}
const cardOf = (nth: number): string => (0x10_74_00_00 + nth).toString(16).toUpperCase()
const decimal = (hex: string): string => BigInt(`0x${hex}`).toString().padStart(10, '0')
const reversed = (hex: string): string => (hex.match(/../g) ?? []).toReversed().join('')
/** Valid PINs, each used once: from the front for our riders, from the back for the others. */
const pins = Array.from({ length: 1_000_000 }, (_, at) => String(at).padStart(6, '0')).filter(isPin)
const pinOf = (nth: number): string => pins.at(nth < 500_000 ? nth : 500_000 - nth - 1) ?? ''

const lookUp = (q: string, who = support, body: object = {}): Promise<Answer> =>
  who.send(findUsers, { body: { q, ...body } })
const found = async (q: string, who = support, body: object = {}): Promise<FoundUser[]> => {
  const answer = await lookUp(q, who, body)
  expect(answer.status, answer.text).toBe(200)
  return (answer.body as LookUpReply).items
}
const eventsAfter = async (id: string): Promise<{ feature: string; verb: string; after: unknown }[]> =>
  (
    await w.pool.query<{ feature: string; verb: string; after: unknown }>(
      `select feature, verb, after from events where actor_id = $1 and feature = 'find-user' order by id`,
      [id],
    )
  ).rows

describe('screens, Find user: one box recognizes', () => {
  test.each([
    ['a phone', () => phone(n), 'phone'],
    ['a phone with blanks and two zeros', () => `00${phone(n).slice(1, 4)} ${phone(n).slice(4)}`, 'phone'],
    ['a user id', () => mari.toUpperCase(), 'user_id'],
    ['a PIN', () => pinOf(n), 'pin'],
    ['RFID in hex', () => cardOf(n), 'rfid_hex'],
    ['RFID in decimal', () => decimal(cardOf(n)), 'rfid_decimal'],
    ['an email in any case', () => `MARI${n}@riders.TEST`, 'email'],
  ])('%s', async (_name, typed, matched) => {
    expect(await found(typed())).toMatchObject([{ id: mari, matched, is_reversed: false, status: 'active' }])
  })

  test('values, RFID: the bytes in the other order, and the reply says which form matched', async () => {
    const answer = await lookUp(decimal(reversed(cardOf(n))))
    expect(answer.body.items).toMatchObject([{ id: mari, matched: 'rfid_decimal', is_reversed: true }])
    expect(answer.body.tried).toEqual([
      { kind: 'rfid_decimal', rfid: reversed(cardOf(n)), is_reversed: false, count: 0 },
      { kind: 'rfid_decimal', rfid: cardOf(n), is_reversed: true, count: 1 },
    ])
  })

  test('a part of a name, and staff of that name beside it', async () => {
    expect((await found(`tamm`)).map(({ id }) => id)).toContain(mari)
    const everything = await w.make.group({ type: 'system', covers_everything: true })
    const seesStaff = await w.person([{ group_id: everything, needs: { user: ['GET'], console_user: ['GET'] } }])
    const { body } = await lookUp('person', seesStaff)
    expect(body.console_users.length).toBeGreaterThan(1)
  })
})

test.each([
  ['+372 12', 'Invalid phone number'],
  ['01900000-0000-7000-8000-0000', 'Invalid user id'],
  ['12345', 'Invalid PIN'],
  ['99999999999999999999999999', 'Invalid RFID-DEC key'],
  ['745A70', 'Invalid RFID key'],
  ['mari@', 'Invalid email address'],
])('spec 5: %j is refused with %j', async (q, words) => {
  expect(await lookUp(q)).toMatchObject({ status: 400, body: { error_code: 'invalid_body', error_message: words } })
})

describe('rights: personal data', () => {
  const shapes = () => [phone(n), pinOf(n), cardOf(n), decimal(cardOf(n)), `mari${n}@riders.test`]

  test('is masked in every reply', async () => {
    const answer = await lookUp('mari tamm')
    const row = (answer.body as LookUpReply).items.find(({ id }) => id === mari)
    expect(row?.phone).toMatch(/^\+372 5•+ ?•+ ?\d\d$/)
    expect(row?.email).toBe('M•••••@riders.test')
    for (const secret of [phone(n), pinOf(n), `Mari${n}@`]) expect(answer.text).not.toContain(secret)
  })

  test('finds nobody for a reader without GET_PRIVILEGED, and the reply is that of an unknown number', async () => {
    const needs: Needs = { user: ['GET'] }
    const reader = await w.person([{ group_id: ours.operator, needs }])
    for (const q of shapes()) expect([q, await found(q, reader)]).toEqual([q, []])
    const [known, unknown] = [await lookUp(phone(n), reader), await lookUp(phone(8_000_000), reader)]
    expect(known.text).toBe(unknown.text)
    expect(await found(mari, reader)).toMatchObject([{ id: mari, phone: null, email: null }])
  })

  test("another organization's rider is not found by anything", async () => {
    const nth = n + 500_000
    for (const q of [stranger, phone(nth), pinOf(nth), cardOf(nth), `mari${nth}@riders.test`])
      expect([q, await found(q)]).toEqual([q, []])
  })

  test('each look-up is an event of its actor, and each user found by personal data has one', async () => {
    await found(phone(n))
    await found(phone(7_000_000))
    await found(mari)
    const events = await eventsAfter(support.id)
    expect(events).toEqual([
      { feature: 'find-user', verb: 'searched', after: { searched_by: ['phone'], found: 1 } },
      { feature: 'find-user', verb: 'found', after: { found_by: 'phone' } },
      { feature: 'find-user', verb: 'searched', after: { searched_by: ['phone'], found: 0 } },
      { feature: 'find-user', verb: 'searched', after: { searched_by: ['user_id'], found: 1 } },
    ])
    expect(JSON.stringify(events)).not.toContain(phone(n))
  })

  test('a revoked right counts in the next look-up', async () => {
    expect(await found(phone(n))).toHaveLength(1)
    await w.pool.query('delete from role_grants where person_id = $1', [support.id])
    expect((await lookUp(phone(n))).status).toBe(403)
  })
})

test('data model: each look-up of a shape reads an index, at any number of users', async () => {
  const statements = [
    `select id from users where phone = '+372'`,
    `select id from users where lower(email) = 'a'`,
    `select k.user_id from access_keys k where k.type in ('rfid', 'nfc') and k.key_hash = any('{\\x0A}'::bytea[])`,
  ]
  const client = await w.pool.connect()
  try {
    await client.query('set enable_seqscan = off')
    for (const statement of statements) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${statement}`)
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan')
    }
  } finally {
    client.release()
  }
})
