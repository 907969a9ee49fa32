import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeConfigs, listConfigChanges } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { answeringHardware } from '../../../test/gateway/answering-hardware.ts'
import { makeSite } from '../../../test/gateway/gateway-fixtures.ts'
import type { Site } from '../../../test/gateway/gateway-fixtures.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { endOverdueCommands } from '../commands/command-results.ts'

let w: TestApp
let site: Site
let technician: Caller
let field: ReturnType<typeof answeringHardware>

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  site = await makeSite(w)
  field = answeringHardware(w)
  const needs = { location: ['GET'], device: ['GET'], hardware: ['GET', 'GET_PARAMS', 'SET_PARAMS'] } as const
  technician = await w.person([{ group_id: site.organization.owner, needs }])
})

const inSeconds = (seconds: number): string => new Date(w.clock.now().getTime() + seconds * 1_000).toISOString()

const change = async () => {
  const values = [{ key: 'buzzer_level', value: 6 }]
  const { body, text } = await technician.call(changeConfigs, {
    body: { hardware_ids: [site.hardware_id], values, comment: 'Too quiet' },
  })
  expect(body.results, text).toHaveLength(1)
  return body.results[0]
}
const latest = async () => {
  const { items } = await technician.ask(listConfigChanges, { query: { hardware_id: site.hardware_id } })
  return items[0]
}

test.each([
  ['none', 30],
  ['remote_wakeup', 360],
] as const)(
  'values (hardware time-out): a change of hardware with power save %s says that it ends in %i s',
  async (power_save, limit_s) => {
    await w.db.updateTable('locations').set({ power_save }).where('id', '=', site.location_id).execute()
    await field.add(site.hardware_id, 'silent')
    const deadline_at = inSeconds(limit_s)
    expect(await change()).toMatchObject({ status: 'in_progress', deadline_at, ended_at: null })
    expect(await latest()).toMatchObject({ status: 'in_progress', deadline_at })
    w.clock.advance(limit_s * 1_000)
    await endOverdueCommands(w.db, w.clock.now())
    expect(await latest()).toMatchObject({ status: 'hardware_timeout', deadline_at, ended_at: deadline_at })
  },
)

test('once the hardware has taken the values, the deadline is that of reading them back', async () => {
  await field.add(site.hardware_id)
  await change()
  w.clock.advance(20_000)
  const deadline_at = inSeconds(30)
  await field.work()
  expect(await latest()).toMatchObject({ status: 'applied', deadline_at })
})
