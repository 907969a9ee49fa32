import type { DeviceType } from '@wheelhouse/contract/devices/devices.ts'
import { chanceOf } from '../chance.ts'
import type { FleetPlan } from './fleet-files.ts'

/** Two deliveries that were switched on and that nobody has entered: a mesh of docks, and a camera that stands alone. */
const deliveries: readonly (readonly DeviceType[])[] = [['controller', 'dock', 'dock', 'dock'], ['guard']]

const families: Partial<Record<DeviceType, string>> = { controller: 'gateway', dock: 'dock', guard: 'guard' }

/** They connect with the provisioning secret and wait until a person accepts or refuses them. */
export function makeNewcomers(): FleetPlan['newcomers'] {
  const chance = chanceOf('newcomers')
  return deliveries.map((types) => {
    const hardware = types.map((type, index) => ({
      hardware_id: chance.hex(12),
      type,
      number: index + 1,
      behaviour: 'normal' as const,
      firmware_name: `${families[type]}-g3`,
      firmware_version: type === 'controller' ? '4.2.1' : '2.14.3',
      pcb_version: '3.1',
      protocol_version: '1.2',
      rssi_dbm: chance.int(-66, -50),
      supply_mv: type === 'controller' ? chance.int(11_900, 12_300) : chance.int(4_900, 5_120),
      dock_state: type === 'dock' ? ('unlocked' as const) : null,
      dock_state_since: null,
      key: null,
      leaves_at: null,
    }))
    return {
      controller_id: hardware[0]?.hardware_id ?? '',
      mesh_id: types.length > 1 ? chance.hex(4) : '00000000',
      location_code: '',
      city: null,
      timezone: 'UTC',
      heartbeat_s: 60,
      behaviour: 'normal' as const,
      hardware,
    }
  })
}
