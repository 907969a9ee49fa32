import {
  createExternalDevice,
  getExternalDevice,
  listExternalDevices,
  updateExternalDevice,
} from '@wheelhouse/contract/external-devices/external-devices.ts'
import type { ExternalDevice } from '@wheelhouse/contract/external-devices/external-devices.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import { stockRights } from './roles.ts'
import type { Answer, Caller, TestApp } from './test-app.ts'

/** Technician of our organization; its manager, who sees the location; one who sees external devices alone; a technician elsewhere. */
export async function makeExternalDevicePlace(w: TestApp) {
  const theirs = await w.make.organization()
  const ours = await w.make.organization()
  const location = await w.make.location(ours, { label: 'Station' })
  const technician = await w.person([{ group_id: ours.owner, needs: stockRights('Technician') }], ours.id)
  const manager = await w.person([{ group_id: ours.owner, needs: stockRights('Manager') }], ours.id)
  const reader = await w.person([{ group_id: ours.owner, needs: { location: ['GET', 'GETEXTDEVICES'] } }], ours.id)
  const stranger = await w.person([{ group_id: theirs.owner, needs: stockRights('Technician') }], theirs.id)
  return { ours, location, technician, manager, reader, stranger }
}

export const iccid = '8944500000000000014'
export const router = {
  name: 'Router in the cabinet',
  type: 'router',
  external_id: 'RUT-240-1',
  iccid,
  msisdn: '+37251234567',
  sim_provider: 'm2m',
  comment: 'Left door',
  instructions: 'Key 7\nThen the blue switch',
  sms_commands: [
    {
      name: 'Restart',
      payload: 'admin 1234 reboot',
    },
  ],
  links: [
    {
      label: 'Web page',
      url: 'https://router.example.org:8443/login',
    },
  ],
} as const
export const versioned = (version: number | null) =>
  version === null ? {} : { headers: { 'if-match': `"${version}"` } }
const refOf = (device: ExternalDevice) => ({
  params: { location_id: device.location_id, external_device_id: device.id },
})

interface ExternalDevicePlace {
  w: TestApp
  location: string
  technician: Caller
}

/** What tests do with external devices. The place is asked for at each call, because every test has another one. */
export function externalDeviceActions(place: () => ExternalDevicePlace) {
  const create = (body: object = {}, who = place().technician, at = place().location): Promise<Answer> =>
    who.send(createExternalDevice, { params: { location_id: at }, body: { ...router, ...body } })
  const made = async (body: object = {}): Promise<ExternalDevice> => (await create(body)).body
  const on = (route: Route, device: ExternalDevice, who = place().technician, input: object = {}): Promise<Answer> =>
    who.send(route, { ...refOf(device), ...input })
  const change = (
    device: ExternalDevice,
    body: object,
    who = place().technician,
    version: number | null = device.version,
  ) => on(updateExternalDevice, device, who, { body: { ...router, ...body }, ...versioned(version) })
  const get = (device: ExternalDevice, who = place().technician): Promise<Answer> => on(getExternalDevice, device, who)
  const names = async (who: Caller, query: object = {}): Promise<string[]> =>
    (await who.send(listExternalDevices, { query })).body.items.map((item: { name: string }) => item.name)
  const recordedEvents = async (
    id: string,
  ): Promise<{ verb: string; before: unknown; after: unknown; visible_through_id: string }[]> =>
    (
      await place().w.pool.query(
        'select verb, before, after, visible_through_id from events where resource_id = $1 order by id',
        [id],
      )
    ).rows as never
  return { create, made, on, change, get, names, recordedEvents }
}
