import { afterAll, beforeAll, expect, test } from 'vitest'
import { listLocationEvents } from '@wheelhouse/contract/events/events.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'

let w: TestApp
let reader: Caller
let location_id: string

beforeAll(async () => {
  w = await testApp()
  const organization = await w.make.organization()
  location_id = await w.make.location(organization)
  const needs = { location: ['GET', 'GET_EVENTS'] } as const
  reader = await w.person([{ group_id: organization.owner, needs: needs as never }])
})
afterAll(() => w.end())

const hourMs = 3_600_000
const hoursAgo = (hours: number): string => new Date(w.clock.now().getTime() - hours * hourMs).toISOString()
const statusFrom = async (from: string): Promise<number> =>
  (await reader.call(listLocationEvents, { params: { location_id }, query: { from } })).status

test('values: a period without an end may begin 366 days ago at any hour of the day, and not earlier', async () => {
  expect(await statusFrom(hoursAgo(366 * 24 - 0.5))).toBe(200)
  expect(await statusFrom(hoursAgo(366 * 24 + 0.5))).toBe(400)
})
