import { createDevices, deleteDevice, setQrCode } from '@wheelhouse/contract/devices/device-edit.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { getDevice, listLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import { listDeviceEvents } from '@wheelhouse/contract/events/events.ts'
import { stockRights } from './roles.ts'
import { versionAt, versioned } from './versions.ts'
import type { Caller, TestApp } from './test-app.ts'

/** The people who work with the devices of an organization, and one of another organization. */
export async function makeDevicePlace(w: TestApp) {
  const ours = await w.make.organization()
  const theirs = await w.make.organization()
  const operations = await w.person([{ group_id: ours.owner, needs: stockRights('Operations') }])
  const technician = await w.person([{ group_id: ours.owner, needs: stockRights('Technician') }])
  const viewer = await w.person([{ group_id: ours.owner, needs: stockRights('Viewer') }])
  const stranger = await w.person([{ group_id: theirs.owner, needs: stockRights('Superadmin') }])
  return { ours, operations, technician, viewer, stranger }
}

interface Place {
  w: TestApp
  operations: Caller
  technician: Caller
  viewer: Caller
  location_id: string
}

/** What tests do with devices. The place is asked for at each call, because every test has another one. */
export function deviceActions(place: () => Place) {
  const nowOf = async (device_id: string) => versioned(await versionAt(place().w, 'devices', device_id))
  const removeNow = async (device_id: string, who = place().operations) =>
    who.call(deleteDevice, { params: { device_id }, ...(await nowOf(device_id)) })
  const put = async ({ id: device_id }: { id: string }, qr_code: string | null, who = place().technician) =>
    who.call(setQrCode, { params: { device_id }, body: { qr_code }, ...(await nowOf(device_id)) })
  const create = (body: Record<string, unknown>, who = place().operations, at = place().location_id) =>
    who.call(createDevices, { params: { location_id: at }, body: { type: 'dock', amount: 1, ...body } } as never)
  const devices = async (): Promise<Device[]> =>
    (await place().viewer.call(listLocationDevices, { params: { location_id: place().location_id } })).body
  const one = async (body: Record<string, unknown> = {}): Promise<Device> => (await create(body)).body[0]
  const read = (device_id: string, who = place().viewer) => who.call(getDevice, { params: { device_id } })
  const lastEvent = async (device_id: string) =>
    (await place().operations.call(listDeviceEvents, { params: { device_id } })).body.items[0]
  return { nowOf, removeNow, put, create, devices, one, read, lastEvent }
}
