import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { certain } from '@wheelhouse/contract/certain.ts'
import { fetchConfigs, getHardwareConfig } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { makeSite } from '../../../test/gateway/gateway-fixtures.ts'
import type { Site } from '../../../test/gateway/gateway-fixtures.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { applyAnswer } from '../../gateway/command-effects.ts'
import { openJournal, withJournal } from '../../journal/journal.ts'
import { endOverdueCommands, takeAnswer } from '../commands/command-results.ts'
import { placedHardware } from '../hardware-state/placed-hardware.ts'
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

test('the late answer of a fetch that timed out does not replace what a later one has read', async () => {
  const { hardware_id } = site
  const fetched = async (): Promise<string> => {
    await technician.call(fetchConfigs, { body: { hardware_ids: [hardware_id] } })
    const { rows } = await w.pool.query('select id from commands where hardware_id = $1 order by id desc limit 1', [
      hardware_id,
    ])
    return rows[0].id
  }
  const answers = async (command_id: string, config_hash: string): Promise<void> => {
    const data = {
      config_hash,
      params: [{ key: 'buzzer_level', value: 3, type: 'integer', needs_restart: false, is_secret: false }],
    }
    const journal = openJournal(w.clock.now())
    await withJournal(w.db, journal, async (tx) => {
      const hardware = certain(await placedHardware(tx, hardware_id))
      const answer = { command_id, status: 'success', at: w.clock.now().toISOString(), data } as const
      await takeAnswer(tx, journal, hardware, answer, (...answered) => applyAnswer(w, ...answered))
    })
  }
  const reading = async () =>
    (await technician.ask(getHardwareConfig, { params: { hardware_id } })).reading?.config_hash
  const first = await fetched()
  w.clock.advance(600_000)
  await endOverdueCommands(w.db, w.clock.now())
  const second = await fetched()
  await answers(second, '2222222222222222')
  await answers(first, '1111111111111111')
  expect(await reading()).toBe('2222222222222222')
  await answers(await fetched(), '3333333333333333')
  expect(await reading()).toBe('3333333333333333')
})
