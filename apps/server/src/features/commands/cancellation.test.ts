import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { cancelCommand } from '@wheelhouse/contract/commands/commands.ts'
import { rentalCommandNames, rentalCommandRule } from '@wheelhouse/contract/commands/rental-commands.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, TestApp } from '../../../test/support/test-app.ts'
import { makeFleet } from '../fleets/samples.ts'
import { makeVehicle } from '../rentals/samples.ts'
import { makeCommand } from './samples.ts'

let w: TestApp
let ours: Organization
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  ours = await w.make.organization()
})

const waiting = { status: 'in_progress', step: 'not_sent', sent_at: null, received_at: null, ended_at: null }

async function commandToVehicle(name: string): Promise<string> {
  const { id, hardware_id } = await makeVehicle(w, await makeFleet(w, ours))
  return makeCommand(w, { device_id: null, location_id: null, hardware_id }, { ...waiting, name, rental_device_id: id })
}

async function commandToDevice(name: string): Promise<string> {
  const location_id = await w.make.location(ours)
  const hardware_id = await w.make.hardware(await w.make.controller())
  const device_id = await w.make.device(location_id, { hardware_id })
  return makeCommand(w, { device_id, location_id, hardware_id }, { ...waiting, name })
}

/** By a person who may read commands, and holds this besides. */
async function cancelledBy(needs: Needs, command_id: string): Promise<Answer> {
  const person = await w.person([{ group_id: ours.owner, needs: { device: ['GET', 'GETCMDSHISTORY'], ...needs } }])
  return person.call(cancelCommand, { body: { command_id } })
}

const cancelled = { status: 200, body: { status: 'failed', failure: 'cancelled_before_sending' } }

test.each(rentalCommandNames)('rights: %s is cancelled by those who may send it to the vehicle', async (name) => {
  const sees = { rental_device: ['GET'], hardware: ['GET', 'UPDATE', 'SET_PARAMS'] } as const
  const id = await commandToVehicle(name)
  expect((await cancelledBy({ hardware: sees.hardware }, id)).status).toBe(404)
  expect((await cancelledBy(sees, id)).status).toBe(403)
  const { needs } = rentalCommandRule(name)
  const sender = {
    ...needs,
    rental_device: ['GET', ...('rental_device' in needs ? ['SETSTATUS' as const] : [])],
  } as const
  expect(await cancelledBy(sender, id)).toMatchObject(cancelled)
})

test.each([
  ['set_otp_secret', 'UPDATE', 'SET_PARAMS'],
  ['set_secret', 'UPDATE', 'SET_PARAMS'],
  ['set_mesh', 'UPDATE', 'SET_PARAMS'],
  ['set_paramsys', 'SET_PARAMS', 'UPDATE'],
  ['reboot', 'UPDATE', 'SET_PARAMS'],
] as const)('rights: %s is cancelled with hardware %s, not with %s', async (name, right, other) => {
  const id = await commandToDevice(name)
  expect((await cancelledBy({ hardware: ['GET', other] }, id)).status).toBe(403)
  expect(await cancelledBy({ hardware: ['GET', right] }, id)).toMatchObject(cancelled)
})
