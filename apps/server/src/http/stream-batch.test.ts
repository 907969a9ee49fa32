import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import type { ChangeMessage } from '../platform/bus.ts'
import { testApp } from '../../test/support/test-app.ts'
import type { TestApp } from '../../test/support/test-app.ts'
import { shareOut } from './stream-batch.ts'
import { openReaders } from './stream-readers.ts'
import type { Reader } from './stream-readers.ts'
import { seersOf } from './stream-rights.ts'

let w: TestApp

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())

/** Two organizations, changes that ask for a right each, and people who hold some of them. */
async function makePlaces() {
  const [ours, theirs] = [await w.make.organization(), await w.make.organization()]
  const everything = await w.make.group({ type: 'system', covers_everything: true })
  const [here, there] = [await w.make.location(ours), await w.make.location(theirs)]
  const gone = { type: 'point_of_interest', id: randomUUID(), group_ids: [theirs.owner] } as const
  const through = { type: 'resource_group', id: ours.owner } as const
  const grants: [string, Needs][] = [
    [ours.owner, { location: ['GET'] }],
    [ours.owner, { location: ['GET', 'GET_EVENTS'], payment: ['GET'], resource_group: ['GET'] }],
    [theirs.owner, { location: ['GET'], point_of_interest: ['GET'] }],
    [everything, { location: ['GET'], device: ['GETCMDSHISTORY'] }],
    [everything, { payment: ['GET'] }],
  ]
  const people = []
  for (const [group_id, needs] of grants) people.push((await w.person([{ group_id, needs }])).id)
  const disabled = await w.person([{ group_id: ours.owner, needs: { location: ['GET'] } }])
  await w.pool.query(`update console_users set disabled_at = now(), disabled_reason = 'left' where id = $1`, [
    disabled.id,
  ])
  const changes: ChangeMessage[] = [
    { type: 'location', id: here, location_id: here },
    { type: 'command', id: 'command', location_id: here },
    { type: 'event', id: 'fee', location_id: here, also: ['payment', 'GET'] },
    { type: 'device', id: 'elsewhere', location_id: there },
    { type: 'point_of_interest', id: gone.id, location_id: null, through: gone },
    { type: 'resource_group', id: through.id, location_id: null, through },
    { type: 'notice', id: 'own', location_id: null, person_id: people[0] },
  ]
  return { people: [...people, disabled.id], changes }
}

const readerOf = (person_id: string, view_id: string | null = null): Reader => ({
  person_id,
  view_id,
  viewer_id: person_id,
  grant_id: null,
  send: () => {},
  end: () => {},
})

test('rights: many readers at once are sent what each of them is sent alone', async () => {
  const { people, changes } = await makePlaces()
  const alone = await Promise.all(people.map((person) => seersOf(w.db, [person], changes)))
  const strangers = Array.from({ length: 250 }, () => randomUUID())
  const together = await seersOf(w.db, [...strangers, ...people], changes)
  const seen = changes.map((change) => people.filter((person, n) => alone[n]?.(change).has(person)))
  expect(changes.map((change) => people.filter((person) => together(change).has(person)))).toEqual(seen)
  const [plain, wide, their, everywhere] = people
  expect(seen).toEqual([[plain, wide, everywhere], [everywhere], [wide], [their, everywhere], [their], [wide], [plain]])
})

test('things that the same people see have one set of people, so that an outage of many places stays one share', async () => {
  const ours = await w.make.organization()
  const people = []
  for (const needs of [{ location: ['GET'] }, { location: ['GET'] }] satisfies Needs[])
    people.push((await w.person([{ group_id: ours.owner, needs }])).id)
  const places = [await w.make.location(ours), await w.make.location(ours), await w.make.location(ours)]
  const changes = places.map((id): ChangeMessage => ({ type: 'location', id, location_id: id }))
  const seers = await seersOf(w.db, people, changes)
  expect(new Set(changes.map(seers))).toEqual(new Set([new Set(people)]))
  const readers = openReaders()
  for (const person of people) readers.add(readerOf(person))
  expect(shareOut(changes, seers, readers).map((one) => [one.changes, one.readers.length])).toEqual([[changes, 2]])
})

describe('sharing a batch out', () => {
  const change = (id: string, person_id?: string): ChangeMessage => ({
    type: 'device',
    id,
    location_id: null,
    person_id,
  })
  const batch = [change('one'), change('two', 'ann'), change('three'), change('four')]
  const [few, many] = [new Set(['ann']), new Set(['ann', 'bob', 'cem'])]
  const seers = ({ id, person_id }: ChangeMessage): ReadonlySet<string> => {
    if (person_id) return new Set([person_id])
    return id === 'three' ? few : many
  }
  const share = (...connected: Reader[]) => {
    const readers = openReaders()
    for (const reader of connected) readers.add(reader)
    return shareOut(batch, seers, readers).map((one) => ({ ...one, changes: one.changes.map(({ id }) => id) }))
  }

  test('changes stay in their order, and readers who are sent the same share one text', () => {
    const [ann, bob, cem, dan] = [readerOf('ann'), readerOf('bob'), readerOf('cem'), readerOf('dan')]
    expect(share(ann, bob, cem, dan)).toEqual([
      { changes: ['one', 'two', 'three', 'four'], readers: [ann] },
      { changes: ['one', 'four'], readers: [bob, cem] },
    ])
  })

  test('rights: who sees the console as another would is not sent what is for the other alone', () => {
    const view = readerOf('ann', 'a view')
    expect(share(view)).toEqual([{ changes: ['one', 'three', 'four'], readers: [view] }])
  })
})
