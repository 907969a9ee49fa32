import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPublic } from '@wheelhouse/contract/access.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import { beginView, viewAsHeader } from '@wheelhouse/contract/view-as/view-as.ts'
import { callRoute } from '../support/test-app.ts'
import type { Caller } from '../support/test-app.ts'
import { createFixtures, named } from './fixtures.ts'
import type { Fixtures } from './fixtures.ts'

let fixtures: Fixtures
let viewer: Caller
let headers: Record<string, string>

beforeAll(async () => {
  fixtures = await createFixtures()
  const { w, group_id } = fixtures
  const needs = { console_user: ['GET', 'MODIFYROLES'], location: ['GET'] } as const
  viewer = await w.person([{ group_id, needs }])
  const other = await w.person([{ group_id, needs: { location: ['GET'] } }])
  await w.make.members('console_user', other.id, [group_id])
  const { body } = await viewer.call(beginView, { body: { console_user_id: other.id } })
  headers = { [viewAsHeader]: body.id }
})
afterAll(() => fixtures.w.end())

const inView = (route: Route) =>
  callRoute(fixtures.w.app, viewer.token, route, {
    headers,
    params: Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'none'])),
    body: route.body ? {} : undefined,
  })

const passing = async (routes: readonly Route[]): Promise<string[]> => {
  const faults: string[] = []
  for (const route of routes) {
    const { status, body } = await inView(route)
    if (status !== 403 || body?.error_code !== 'view_is_read_only') faults.push(`${named(route)} answers ${status}`)
  }
  return faults
}

test('view as: no write, reveal or file of the router passes', async () => {
  const isStopped = ({ access, method, csv, file, isOwn }: Route): boolean =>
    !isPublic(access) && !isOwn && (method !== 'GET' || csv !== undefined || file !== undefined)
  const stopped = fixtures.routes.filter(isStopped)
  expect(stopped.length).toBeGreaterThan(150)
  expect(await passing(stopped)).toEqual([])
  const reads = fixtures.routes.filter((route) => !isStopped(route) && !isPublic(route.access)).slice(0, 3)
  expect(await passing(reads), 'planted: what only reads does pass').toHaveLength(3)
})

test('view as: besides leaving, only reads of what belongs to the caller alone disregard the view', () => {
  const own = fixtures.routes.filter(({ isOwn }) => isOwn)
  expect(own.filter(({ method }) => method !== 'GET').map(named)).toEqual(['DELETE /permission/v1/views/:view_id'])
  expect(own.length).toBeGreaterThan(5)
})
