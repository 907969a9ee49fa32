import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listCommands } from '@wheelhouse/contract/commands/commands.ts'
import { listConfigChanges } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { listAlarms } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { makeSite } from '../../../test/gateway/gateway-fixtures.ts'
import type { Site } from '../../../test/gateway/gateway-fixtures.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeCommand } from '../commands/samples.ts'
import { makeChange } from '../hardware-config/samples.ts'
import { makeAlarm } from './samples.ts'

let w: TestApp
let site: Site
/** Their group has one dock of the location, and not the location. */
let partner: Caller
let owner: Caller

const needs = { device: ['GETCMDSHISTORY'], hardware: ['GET', 'GET_PARAMS'] } as const

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  site = await makeSite(w)
  const theirs = await w.make.group()
  await w.make.members('device', site.device_id, [theirs])
  partner = await w.person([{ group_id: theirs, needs }])
  owner = await w.person([{ group_id: site.organization.owner, needs }])
})

interface Place {
  hardware_id: string
  device_id: string
  location_id: string
}

/** Cleared, because hardware has one open alarm of a kind. */
const makeClearedAlarm = (place: Place) =>
  makeAlarm(w, place.hardware_id, 'tamper', { ...place, cleared_at: w.clock.now().toISOString() })

const lists = [
  { name: 'commands', route: listCommands, make: (place: Place) => makeCommand(w, place) },
  { name: 'alarms', route: listAlarms, make: makeClearedAlarm },
  { name: 'changes of settings', route: listConfigChanges, make: (place: Place) => makeChange(w, place) },
] as const

describe.each(lists)('rights: $name of a device', ({ route, make }) => {
  const shown = async (caller: Caller, query: Record<string, string>) => {
    const { body } = await caller.call(route, { query })
    return { ids: body.items.map(({ id }: { id: string }) => id), total: body.total }
  }

  test('are seen through the groups of the device itself, and not those of its neighbour', async () => {
    const { hardware_id, device_id, location_id } = site
    const id = await make({ hardware_id, device_id, location_id })
    const neighbour = await w.make.hardware(site.controller_id)
    const other = await w.make.device(location_id, { number: 8, hardware_id: neighbour })
    await make({ hardware_id: neighbour, device_id: other, location_id })
    expect(await shown(partner, { hardware_id })).toEqual({ ids: [id], total: 1 })
    expect(await shown(partner, { hardware_id: neighbour })).toEqual({ ids: [], total: 0 })
    expect((await shown(owner, { hardware_id: neighbour })).total).toBe(1)
  })

  test('do not follow the hardware to another place', async () => {
    const { hardware_id, device_id, location_id } = site
    const elsewhere = await makeSite(w)
    const id = await make({ hardware_id, device_id, location_id })
    await make({ hardware_id, device_id: elsewhere.device_id, location_id: elsewhere.location_id })
    expect(await shown(partner, { hardware_id })).toEqual({ ids: [id], total: 1 })
  })
})

test('rights: a command is found by its device, too', async () => {
  const { hardware_id, device_id, location_id } = site
  const id = await makeCommand(w, { hardware_id, device_id, location_id })
  const { body } = await partner.call(listCommands, { query: { device_id } })
  expect(body.items).toMatchObject([{ id }])
})
