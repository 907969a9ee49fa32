import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { getDevice } from '@wheelhouse/contract/devices/devices.ts'
import { listDeviceEvents } from '@wheelhouse/contract/events/events.ts'
import { assignHardware } from '@wheelhouse/contract/hardware/hardware.ts'
import { layFoundation } from '@wheelhouse/db/foundation.ts'
import { stockRights } from './roles.ts'
import { versionAt, versioned } from './versions.ts'
import type { Caller, TestApp } from './test-app.ts'

/** An organization; technicians of everything, of the stock and of the organization alone, and a viewer. */
export async function makeHardwarePlace(w: TestApp) {
  await layFoundation(w.pool)
  const groups = (await w.pool.query(`select name, id from resource_groups where name in ('Everything', 'Stock')`)).rows
  const idOf = (name: string): string => groups.find((group) => group.name === name).id
  const ours = await w.make.organization()
  const technician = await w.person([{ group_id: idOf('Everything'), needs: stockRights('Technician') }])
  const stockTechnician = await w.person([
    { group_id: ours.owner, needs: stockRights('Technician') },
    { group_id: idOf('Stock'), needs: { hardware: ['GET', 'GETUNASSIGNED', 'ASSIGNHARDWARE'] } },
  ])
  const partner = await w.person([{ group_id: ours.owner, needs: stockRights('Technician') }])
  const viewer = await w.person([{ group_id: ours.owner, needs: stockRights('Viewer') }])
  return { ours, technician, stockTechnician, partner, viewer }
}

interface Place {
  w: TestApp
  technician: Caller
  location_id: string
  controller: string
}

/** What tests do with hardware. The place is asked for at each call, because every test has another one. */
export function hardwareActions(place: () => Place) {
  const hardware = (state: Record<string, unknown> = {}) => place().w.make.hardware(place().controller, state)
  const dock = (values: Record<string, unknown> = {}) => place().w.make.device(place().location_id, values)
  const assign = async (
    device_id: string,
    hardware_id: string,
    instead_of: string | null = null,
    who = place().technician,
  ) =>
    who.call(assignHardware, {
      params: { device_id },
      body: { hardware_id, instead_of },
      ...versioned(await versionOf(device_id)),
    })
  const versionOf = (id: string): Promise<number> => versionAt(place().w, 'devices', id)
  const read = async (device_id: string): Promise<Device> =>
    await place().technician.ask(getDevice, { params: { device_id } })
  const lastEvent = async (device_id: string) =>
    (await place().technician.ask(listDeviceEvents, { params: { device_id } })).items[0]
  return { hardware, dock, assign, versionOf, read, lastEvent }
}
