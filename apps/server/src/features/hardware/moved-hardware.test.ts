import { afterAll, beforeAll, expect, test } from 'vitest'
import { certain } from '@wheelhouse/contract/certain.ts'
import {
  listDeviceCommands,
  listHardwareCommands,
  listLocationCommands,
  sendCommand,
} from '@wheelhouse/contract/commands/commands.ts'
import { getHardwareCommand } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { makeSite } from '../../../test/gateway/gateway-fixtures.ts'
import type { Site } from '../../../test/gateway/gateway-fixtures.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeFleet } from '../fleets/samples.ts'
import { makeVehicle } from '../rentals/samples.ts'

let w: TestApp
let former: Site
let present: Site
let both: Caller

const needs = {
  location: ['GET'],
  device: ['GET', 'SETSTATUS', 'GETCMDSHISTORY'],
  hardware: ['GET', 'UPDATE', 'GETCMDSHISTORY'],
} as const

beforeAll(async () => {
  w = await testApp()
  former = await makeSite(w)
  present = await makeSite(w)
  both = await w.person([former, present].map(({ organization }) => ({ group_id: organization.owner, needs })))
  await send(former, 'Before the move')
  await w.pool.query(`update commands set status = 'success', ended_at = created_at where hardware_id = $1`, [
    former.hardware_id,
  ])
  await w.pool.query('update devices set hardware_id = null where id = any($1)', [
    [former.device_id, present.device_id],
  ])
  await w.pool.query('update devices set hardware_id = $2 where id = $1', [present.device_id, former.hardware_id])
  await send(present, 'After the move')
})
afterAll(() => w.end())

const send = ({ device_id }: Site, comment: string) =>
  both.ask(sendCommand, { params: { device_id }, body: { name: 'identify', reason: 'testing', comment } })

const ofHardware = async (caller: Caller) =>
  (await caller.ask(listHardwareCommands, { params: { hardware_id: former.hardware_id } })).items

test('of moved hardware the device and the location keep what was sent there, and the hardware has all of it with its place', async () => {
  const ofDevice = async ({ device_id }: Site) =>
    (await both.ask(listDeviceCommands, { params: { device_id } })).items.map(({ comment }) => comment)
  const ofLocation = async ({ location_id }: Site) =>
    (await both.ask(listLocationCommands, { params: { location_id } })).items.map(({ comment }) => comment)
  expect([await ofDevice(former), await ofLocation(former)]).toEqual([['Before the move'], ['Before the move']])
  expect([await ofDevice(present), await ofLocation(present)]).toEqual([['After the move'], ['After the move']])
  expect(await ofHardware(both)).toMatchObject([
    { comment: 'After the move', location_id: present.location_id, location_code: expect.any(String) },
    { comment: 'Before the move', location_id: former.location_id, location_code: expect.any(String) },
  ])
})

test('rights: who does not see the former place reads that a command was sent, and neither where, by whom nor why', async () => {
  const here = await w.person([{ group_id: present.organization.owner, needs }])
  const [, before] = await ofHardware(here)
  const params = { hardware_id: former.hardware_id, command_id: certain(before).id }
  expect(await here.ask(getHardwareCommand, { params })).toEqual(before)
  expect(await ofHardware(here)).toMatchObject([
    { comment: 'After the move', is_elsewhere: false, requested_by: both.id, location_id: present.location_id },
    {
      name: 'identify',
      status: 'success',
      is_elsewhere: true,
      location_id: null,
      location_code: null,
      location_label: null,
      device_id: null,
      device_number: null,
      comment: null,
      requested_by: null,
      requested_by_name: null,
    },
  ])
})

test('rights: who may read the commands of hardware, and not of devices, reads what was sent there', async () => {
  const { location, hardware } = needs
  const technician = await w.person([{ group_id: present.organization.owner, needs: { location, hardware } }])
  const [after, before] = await ofHardware(technician)
  expect([after?.is_elsewhere, after?.comment, before?.is_elsewhere]).toEqual([false, 'After the move', true])
})

test('rights: what was sent to a vehicle is read by those of its fleet', async () => {
  const [ours, theirs] = [await makeFleet(w, present.organization), await makeFleet(w, former.organization)]
  const vehicle = await makeVehicle(w, theirs)
  await w.pool.query(
    `update commands set location_id = null, device_id = null, rental_device_id = $1 where comment = 'Before the move'`,
    [vehicle.id],
  )
  const here = await w.person([{ group_id: present.organization.owner, needs }])
  expect((await ofHardware(here))[1]).toMatchObject({ is_elsewhere: true, comment: null, requested_by_name: null })
  await w.pool.query('update rental_devices set fleet_id = $2 where id = $1', [vehicle.id, ours])
  const rider = await w.person([
    { group_id: present.organization.owner, needs: { ...needs, rental_device: ['GETCMDSHISTORY'] } },
  ])
  expect((await ofHardware(rider))[1]).toMatchObject({ is_elsewhere: false, comment: 'Before the move' })
})
