import { statSync } from 'node:fs'
import { join } from 'node:path'
import { certain } from '@wheelhouse/contract/certain.ts'
import { isWorn } from '../apps/fleet/src/devices/faults.ts'
import { readFleetFile } from '../apps/fleet/src/platform/fleet-file.ts'
import { callAs } from './api.ts'
import { claimLocation } from './claims.ts'
import type { ClaimedLocation } from './claims.ts'
import { rushVariable, stateFolder } from './product.ts'

/** A dock as the devices of a location show it. */
export interface Dock {
  id: string
  number: number
  type: string
  dock_state: string
  hardware_id: string | null
  heartbeat_health: string
  session: { id: string; user_id: string | null } | null
}

interface ParkedBike {
  location: ClaimedLocation
  dock: Dock & { session: { id: string; user_id: string | null } }
}

/** No story needs a bike for longer. */
const staysForMs = 5 * 60_000

/** Hardware that carries out every command, and docks whose bike stays until the end of a story. */
function readFleet(): { obeying: Set<string>; staying: Set<string> } {
  const { controllers } = readFleetFile(stateFolder())
  const all = controllers.flatMap(({ hardware }) => hardware)
  const obeying = controllers.flatMap(({ behaviour, hardware }) =>
    behaviour === 'normal' ? hardware.filter((one) => one.behaviour === 'normal' && !isWorn(one.hardware_id)) : [],
  )
  // The fleet is started as soon as its file is written, and its riders come sooner than the file says.
  const start = statSync(join(stateFolder(), 'fleet.json')).mtimeMs
  const rush = Number(process.env[rushVariable])
  const isLate = (leaves_at: string | null | undefined): boolean =>
    typeof leaves_at === 'string' && start + (Date.parse(leaves_at) - start) / rush > Date.now() + staysForMs
  return {
    obeying: new Set(obeying.map(({ hardware_id }) => hardware_id)),
    staying: new Set(all.filter(({ leaves_at }) => isLate(leaves_at)).map(({ hardware_id }) => hardware_id)),
  }
}

const devicesOf = (locationId: string): Promise<Dock[]> =>
  callAs<Dock[]>('superadmin', `/location/v1/locations/${locationId}/devices`)

/** Removals that wait for a technician, which a story confirms. */
async function awaitingRemoval(): Promise<Set<string>> {
  const path = '/session/v1/overstays?step=removal&state=pending&limit=100'
  const { items } = await callAs<{ items: { id: string }[] }>('superadmin', path)
  return new Set(items.map(({ id }) => id))
}

/**
 * A bike at a location that no other story changes: its lock works, and its rider does not come for it during the story. The
 * fleet decides both, so its file says it; a story that takes any occupied dock loses against the rider now and then.
 */
export async function claimParkedBike(
  suits: (dock: ParkedBike['dock']) => Promise<boolean> = async () => true,
  filter = 'status=launched&health=online',
): Promise<ParkedBike> {
  const [{ obeying, staying }, removals] = [readFleet(), await awaitingRemoval()]
  let found: ParkedBike['dock'] | undefined
  const location = await claimLocation(filter, async ({ id }) => {
    for (const dock of await devicesOf(id)) {
      const { session, hardware_id } = dock
      if (session === null || hardware_id === null || removals.has(session.id)) continue
      if (!obeying.has(hardware_id) || !staying.has(hardware_id)) continue
      if (dock.type !== 'dock' || dock.dock_state !== 'locked' || dock.heartbeat_health !== 'healthy') continue
      found = { ...dock, session }
      if (await suits(found)) return true
    }
    return false
  })
  if (found === undefined) throw new Error('No location has such a bike')
  return { location, dock: found }
}

/** Whether the bike in this dock stays until the end of a story. */
export async function isStaying(locationId: string, deviceId: string): Promise<boolean> {
  const dock = (await devicesOf(locationId)).find(({ id }) => id === deviceId)
  return typeof dock?.hardware_id === 'string' && readFleet().staying.has(dock.hardware_id)
}

/** Two docks of a location that no other story changes, which carry out every command. */
export async function claimObeyingDocks(): Promise<{ location: ClaimedLocation; docks: [Dock, Dock] }> {
  const { obeying } = readFleet()
  let docks: Dock[] = []
  const location = await claimLocation('status=launched&health=online', async ({ id }) => {
    docks = (await devicesOf(id)).filter(
      ({ type, heartbeat_health, hardware_id }) =>
        type === 'dock' && heartbeat_health === 'healthy' && hardware_id !== null && obeying.has(hardware_id),
    )
    return docks.length >= 2
  })
  const [one, other] = docks
  return { location, docks: [certain(one), certain(other)] }
}
