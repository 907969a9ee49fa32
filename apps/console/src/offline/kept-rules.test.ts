import { expect, test } from 'vitest'
import * as z from 'zod'
import type { KeptReply } from './kept-database.ts'
import { isKeptReply, keptForMs, keptLocations, keptRoutes, outdatedReplies, withoutPersons } from './kept-rules.ts'

const now = Date.parse('2026-11-23T12:00:00Z')
const kept = (path: string, minutesAgo: number, sub = 'me'): KeptReply => ({
  key: `${path} ${minutesAgo}`,
  sub,
  at: now - minutesAgo * 60_000,
  queryKey: [path],
  data: {},
})
const locationPath = (id: string | number) => `/location/v1/locations/${id}`

test('the list and what a page of a location begins with are kept, people and money are not', () => {
  expect(['/location/v1/locations', locationPath('a')].map((path) => isKeptReply([path, '', 'pages']))).toEqual([
    true,
    true,
  ])
  for (const path of ['/user/v1/users', '/user/v1/users/a', '/payment/v1/payments', `${locationPath('a')}/events`])
    expect([path, isKeptReply([path])]).toEqual([path, false])
})

test('nothing that is kept names a rider or a colleague, and of a list only the first pages stay', () => {
  const session = { id: 's', user_id: 'u', user_name: 'Maya Chen', started_at: '2026' }
  expect(withoutPersons([{ number: 1, session }])).toEqual([
    { number: 1, session: { id: 's', user_id: null, user_name: null, started_at: '2026' } },
  ])
  expect(withoutPersons({ text: 'Closed', created_by: 'u', created_by_name: 'Ann' })).toEqual({
    text: 'Closed',
    created_by: null,
    created_by_name: null,
  })
  expect(withoutPersons({ pages: [1, 2, 3, 4], pageParams: [null, 'b', 'c', 'd'] })).toEqual({
    pages: [1, 2, 3],
    pageParams: [null, 'b', 'c'],
  })
})

test('of the fields that the kept replies have, those that may name a person are emptied, whatever is added to them', () => {
  const named = fieldsOf(keptRoutes.map(({ reply }) => z.toJSONSchema(reply, { unrepresentable: 'any' })))
    .filter((name) => /user|person|rider|assignee|author|_by\b|_by_|email|phone|note/.test(name))
    .filter((name) => !ofPlaces.includes(name))
  expect(named).toContain('assignee_name')
  expect(withoutPersons(Object.fromEntries(named.map((name) => [name, 'x'])))).toEqual(
    Object.fromEntries(named.map((name) => [name, null])),
  )
})

/** How riders reach the support of a location. */
const ofPlaces = ['support_email', 'support_phone']

const fieldsOf = (schema: unknown): string[] =>
  typeof schema === 'object' && schema !== null
    ? Object.entries(schema).flatMap(([key, value]) =>
        key === 'properties' ? [...Object.keys({ ...value }), ...fieldsOf(value)] : fieldsOf(value),
      )
    : []

test('the replies of another person, of last week and of the twenty-first location go', () => {
  const recent = Array.from({ length: keptLocations }, (_, n) => kept(locationPath(n), n + 1))
  const [stranger, old, further] = [
    kept(locationPath(3), 1, 'somebody else'),
    { ...kept(locationPath(4), 0), at: now - keptForMs - 1 },
    kept(locationPath('further'), 500),
  ]
  const outdated = outdatedReplies([...recent, stranger, old, further], 'me', now)
  expect(outdated.toSorted()).toEqual([stranger, old, further].map(({ key }) => key).toSorted())
})

test('of the lists the last three stay', () => {
  const lists = [1, 2, 3, 4].map((minutes) => kept('/location/v1/locations', minutes))
  expect(outdatedReplies(lists, 'me', now)).toEqual([lists[3]?.key])
})
