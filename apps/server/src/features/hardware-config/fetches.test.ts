import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fetchConfigs } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { makeSite } from '../../../test/gateway/gateway-fixtures.ts'
import type { Site } from '../../../test/gateway/gateway-fixtures.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { runFetchInTurn } from './fetches.ts'

let w: TestApp
let site: Site
let technician: Caller
beforeAll(async () => {
  w = await testApp({ COMMANDS_PER_MINUTE: '130' })
})
afterAll(() => w.end())
beforeEach(async () => {
  site = await makeSite(w)
  const needs = { location: ['GET'], device: ['GET'], hardware: ['GET', 'GET_PARAMS'] } as const
  technician = await w.person([{ group_id: site.organization.owner, needs }])
})

async function pieces(count: number): Promise<string[]> {
  const made: string[] = []
  for (let number = 100; number < 100 + count; number++) {
    const hardware_id = await w.make.hardware(site.controller_id)
    await w.make.device(site.location_id, { number, hardware_id })
    made.push(hardware_id)
  }
  return made
}
const asked = async (): Promise<string[]> =>
  (
    await w.pool.query('select hardware_id from commands where requested_by = $1 order by id', [technician.id])
  ).rows.map(({ hardware_id }) => hardware_id)

test('values: more than a person may ask at once are asked in turn, and none is refused for the pace', async () => {
  const ids = await pieces(61)
  expect(await technician.call(fetchConfigs, { body: { hardware_ids: ids } })).toMatchObject({
    status: 200,
    body: { results: [] },
  })
  await w.runJobs()
  expect(await asked()).toEqual(ids)
})

test('half of the pace is left to the person: the others wait, and one that is refused by then is left out', async () => {
  const ids = await pieces(7)
  const slow = { ...w, config: { ...w.config, commands_per_minute: 5 } }
  const ctx = { ...slow, correlation_id: technician.id, signal: new AbortController().signal }
  const unknown = 'A'.repeat(24)
  await runFetchInTurn({ person_id: technician.id, hardware_ids: [unknown, ...ids] }, ctx)
  expect(await asked()).toEqual(ids.slice(0, 2))
  w.clock.advance(61_000)
  await w.runJobs()
  expect(await asked()).toEqual(ids)
})

test('one that the person may not ask refuses all of many', async () => {
  const ids = [...(await pieces(1)), ...Array.from({ length: 60 }, (_, n) => `${n}`.padStart(24, 'B'))]
  expect((await technician.call(fetchConfigs, { body: { hardware_ids: ids } })).status).toBe(404)
  await w.runJobs()
  expect(await asked()).toEqual([])
})
