import { format } from 'sql-formatter'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { needsOf } from '@wheelhouse/contract/access.ts'
import type { Action, Needs } from '@wheelhouse/contract/access.ts'
import { listLocations } from '@wheelhouse/contract/locations/locations.ts'
import {
  listActiveParkingSessions,
  listParkingSessions,
} from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import { readSamples } from '../support/samples.ts'
import { recordStatements } from '../support/statements.ts'
import type { ListSample } from '../support/samples.ts'
import { callRoute } from '../support/test-app.ts'
import type { Caller, TestApp } from '../support/test-app.ts'
import { createFixtures, makePlace, named } from './fixtures.ts'
import type { Fixtures } from './fixtures.ts'

let fixtures: Fixtures
let w: TestApp
let few: Caller
let many: Caller
let statements: ReturnType<typeof recordStatements>

beforeAll(async () => {
  fixtures = await createFixtures()
  w = fixtures.w
  const features = await readSamples()
  const group = await w.make.group()
  for (let place = 0; place < 5; place++) await makePlace(w, features, undefined, [group])
  few = await w.person([{ group_id: fixtures.group_id, needs: needsOfLists(fixtures.lists) }])
  many = await w.person([{ group_id: group, needs: needsOfLists(fixtures.lists) }])
  statements = recordStatements(w.servicesPool)
})
afterAll(async () => {
  statements.stop()
  await w.end()
})

/** Admission, rights, rows and total come in one statement; lists that are not pages ask for admission first. */
const mostStatements = 2

test('data model: a list needs at most two statements, for many rows as for few', async () => {
  const wrong: { list: string; few: number; many: number }[] = []
  for (const { route } of fixtures.lists) {
    // The first call of a person also reads and remembers what they hold.
    for (const person of [few, many]) await statementsOf(route, person)
    const counts = { few: (await statementsOf(route, few)).length, many: (await statementsOf(route, many)).length }
    if (counts.many > mostStatements || counts.many > counts.few || counts.few === 0)
      wrong.push({ list: named(route), ...counts })
  }
  expect(wrong).toEqual([])
})

test.each([
  ['locations', listLocations],
  ['active-sessions', listActiveParkingSessions],
  ['session-history', listParkingSessions],
] as const)('the statement of %s is the one that was reviewed', async (name, route) => {
  await statementsOf(route, many)
  const formatted = (await statementsOf(route, many)).map((text) => format(text, { language: 'postgresql' }))
  await expect(`${formatted.join(';\n\n')}\n`).toMatchFileSnapshot(`statements/${name}.sql`)
})

async function statementsOf(route: Route, person: Caller): Promise<string[]> {
  statements.take()
  const { status, text } = await callRoute(w.app, person.token, route)
  expect(status, `${named(route)}: ${text}`).toBe(200)
  return statements.take()
}

function needsOfLists(lists: ListSample[]): Needs {
  const needs: Partial<Record<ListSample['type'], Action[]>> = {}
  for (const { type, action, alsoNeeds = {} } of lists) {
    ;(needs[type] ??= []).push(action)
    for (const [other, actions] of needsOf(alsoNeeds)) (needs[other] ??= []).push(...actions)
  }
  return Object.fromEntries(Object.entries(needs).map(([type, actions]) => [type, [...new Set(actions)]]))
}
