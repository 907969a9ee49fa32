import { expect } from 'vitest'
import {
  createExternalDevice,
  getExternalDevice,
  listSmsMessages,
  sendSmsCommand,
} from '@wheelhouse/contract/external-devices/external-devices.ts'
import type { ExternalDevice } from '@wheelhouse/contract/external-devices/external-devices.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import type { SmsMessage } from '@wheelhouse/contract/external-devices/sims.ts'
import { stockRights } from './roles.ts'
import type { Answer, Caller, TestApp } from './test-app.ts'

/** What the digit before the check digit makes of a simulated card. */
export const cards = {
  activated: '8944500000000000014',
  suspended: '8944500000000000063',
  slow: '8944500000000000071',
  inventory: '8944500000000000097',
  foreign: '8999000000000000013',
}

export const body = {
  name: 'Router',
  type: 'router',
  external_id: 'RUT-1',
  iccid: cards.activated,
  sim_provider: 'm2m',
  sms_commands: [
    {
      name: 'Restart',
      payload: 'admin 1234 reboot',
    },
    {
      name: 'Status',
      payload: 'status',
    },
  ],
} as const

/** An organization with a location, and a technician there; no device of another test counts. */
export async function makeSimPlace(w: TestApp) {
  // Limits count for each card, so move the clock past those that the previous test used.
  w.clock.advance(60_000)
  await w.pool.query('update external_devices set deleted_at = created_at where deleted_at is null')
  const everyone = await w.make.organization()
  const location = await w.make.location(everyone)
  const technician = await w.person([{ group_id: everyone.owner, needs: stockRights('Technician') }], everyone.id)
  return { everyone, location, technician }
}

export const recordedEvents = async (
  w: TestApp,
  id: string,
): Promise<{ verb: string; actor_kind: string; after: unknown }[]> =>
  (await w.pool.query('select verb, actor_kind, after from events where resource_id = $1 order by id', [id]))
    .rows as never

interface Place {
  location: string
  technician: Caller
}

/** What tests do with SIM cards. The place is asked for at each call, because every test has another one. */
export function simActions(place: () => Place) {
  const made = async (values: object = {}): Promise<ExternalDevice> => {
    const answer = await place().technician.send(createExternalDevice, {
      params: { location_id: place().location },
      body: { ...body, ...values },
    })
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
  /** A second device with the card of `made()`: an older installation may hold such. */
  const twin = async (w: TestApp): Promise<ExternalDevice> => {
    const device = await made({ external_id: '2', iccid: cards.foreign })
    await w.pool.query('update external_devices set iccid = $2 where id = $1', [device.id, cards.activated])
    return device
  }
  const on = (route: Route, device: ExternalDevice, input: object = {}, who = place().technician): Promise<Answer> =>
    who.send(route, { params: { location_id: device.location_id, external_device_id: device.id }, ...input })
  const now = async (device: ExternalDevice): Promise<ExternalDevice> => (await on(getExternalDevice, device)).body
  const send = (
    device: ExternalDevice,
    command = 'Restart',
    version = device.version,
    headers = {},
    who = place().technician,
  ) => on(sendSmsCommand, device, { body: { command }, headers: { 'if-match': `"${version}"`, ...headers } }, who)
  const messages = async (device: ExternalDevice): Promise<SmsMessage[]> =>
    (await on(listSmsMessages, device)).body.items
  return { made, twin, on, now, send, messages }
}
