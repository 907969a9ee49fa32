import { startFleet } from '../apps/fleet/src/fleet.ts'
import type { Fleet } from '../apps/fleet/src/fleet.ts'
import type { Behaviour, FleetFile } from '../apps/fleet/src/platform/fleet-file.ts'
import { makeAccessKey, makeUser } from '../apps/server/src/features/users/samples.ts'
import { eventually } from '../apps/server/test/gateway/gateway-fixtures.ts'
import type { GatewayGround } from '../apps/server/test/gateway/gateway-fixtures.ts'
import type { Organization } from '../apps/server/test/support/factories.ts'
import { hexId } from '../apps/server/test/support/serial.ts'

/** A dock at a location, and a rider with a card in front of it. */
export interface Stand {
  location_id: string
  device_id: string
  hardware_id: string
  user_id: string
  access_key_id: string
  key: string
}

/** How the dock is when the fleet starts. */
export interface StandPlan {
  behaviour?: Behaviour
  dock_state?: 'fault'
  /** What the server knew before the hardware fell silent. */
  known?: Record<string, unknown>
}

export async function makeStand(
  w: GatewayGround,
  organization: Organization,
  controller_id: string,
  { known = {} }: StandPlan,
): Promise<Stand> {
  const location_id = await w.make.location(organization)
  const hardware_id = await w.make.hardware(controller_id, known)
  const device_id = await w.make.device(location_id, { hardware_id })
  const user_id = await makeUser(w, [organization.owner])
  const key = `0A${hexId(6)}`
  return { location_id, device_id, hardware_id, user_id, key, access_key_id: await makeAccessKey(w, user_id, { key }) }
}

const piece = { firmware_name: 'dock-fw', firmware_version: '4.2.0', pcb_version: 'C', protocol_version: '1' }

function controllerOf(
  controller_id: string,
  stands: readonly Stand[],
  plans: readonly StandPlan[],
): FleetFile['controllers'][number] {
  const docks = stands.map(({ hardware_id }, nth) => ({
    ...piece,
    hardware_id,
    type: 'dock' as const,
    number: nth + 2,
    behaviour: plans[nth]?.behaviour ?? ('normal' as const),
    dock_state: plans[nth]?.dock_state ?? ('unlocked' as const),
  }))
  return {
    controller_id,
    mesh_id: '0000000A',
    location_code: '123456',
    city: null,
    timezone: 'UTC',
    heartbeat_s: 60,
    behaviour: 'normal',
    hardware: [{ ...piece, hardware_id: controller_id, type: 'controller', number: 1, behaviour: 'normal' }, ...docks],
  }
}

interface StandsParts {
  w: GatewayGround
  folder: string
  controller_id: string
  secret: string
  stands: readonly Stand[]
  plans: readonly StandPlan[]
}

/** Starts the simulated hardware of these stands, and waits until each that lives has reported to the server. */
export async function startStands({ w, folder, controller_id, secret, stands, plans }: StandsParts): Promise<Fleet> {
  const fleet = startFleet({
    file: {
      version: 1,
      seed: 7,
      controllers: [controllerOf(controller_id, stands, plans)],
      keys: [],
      vehicles: [],
      rental_places: [],
      rental_keys: [],
    },
    secrets: { [controller_id]: secret },
    settings: {
      folder,
      broker: `mqtt://127.0.0.1:${w.broker.port}`,
      speed: 20,
      rush: 1,
      heartbeat_s: 0.5,
      app: null,
      log_level: 'silent',
    },
    log: { info: () => undefined, warn: () => undefined },
  })
  const living = stands.filter((_, nth) => plans[nth]?.behaviour !== 'offline').map(({ hardware_id }) => hardware_id)
  await eventually(async () => {
    const { rows } = await w.pool.query(
      `select 1 from hardware_state where hardware_id = any($1) and last_heartbeat_at is not null and dock_state <> 'unknown'`,
      [living],
    )
    if (rows.length < living.length) throw new Error(`${living.length - rows.length} docks have not reported yet`)
  })
  return fleet
}
