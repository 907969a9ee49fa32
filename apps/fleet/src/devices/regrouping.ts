import type { InstalledController } from '../platform/fleet-file.ts'
import type { FleetMemory } from '../platform/fleet-state.ts'
import type { Hardware } from './hardware.ts'
import { announce, join, release } from './mesh.ts'
import type { Mesh } from './mesh.ts'

/** Where each piece of hardware is now. */
export type Homes = Map<string, { mesh: Mesh; one: Hardware }>

/** The installed meshes, with every piece behind the controller to which it was moved. */
export function regrouped(controllers: readonly InstalledController[], memory: FleetMemory): InstalledController[] {
  const known = new Set(controllers.map(({ controller_id }) => controller_id))
  const homeOf = (hardwareId: string, installedAt: string): string => {
    const moved = memory.of(hardwareId)?.controller_id
    return moved !== undefined && known.has(moved) ? moved : installedAt
  }
  const pieces = controllers.flatMap(({ controller_id, hardware }) =>
    hardware.map((piece) => ({ piece, home: homeOf(piece.hardware_id, controller_id) })),
  )
  const byHome = Map.groupBy(pieces, ({ home }) => home)
  return controllers.map((controller) => ({
    ...controller,
    hardware: (byHome.get(controller.controller_id) ?? []).map(({ piece }) => piece),
  }))
}

const searchMs = 1_200

/** All or none: a child that does not answer on the radio is named, and nothing changes. */
export async function adopt(homes: Homes, mesh: Mesh, meshId: string, children: readonly string[]): Promise<string[]> {
  const { memory, wait } = mesh.world
  await wait(searchMs)
  const missing = children.filter((id) => {
    const home = homes.get(id)
    return home === undefined || home.one.isDead || home.one.isDown
  })
  if (missing.length > 0) return missing
  const controllerId = mesh.installed.controller_id
  memory.change(controllerId, { mesh_id: meshId })
  mesh.mesh_id = meshId
  for (const id of children) {
    const home = homes.get(id)
    if (!home || home.mesh === mesh) continue
    release(home.mesh, home.one)
    const one = join(mesh, home.one.installed)
    homes.set(id, { mesh, one })
    // After the server has taken the answer: until then it refuses what comes for the piece through this controller.
    setTimeout(() => announce(mesh, one), announceAfterMs)
  }
  memory.save()
  return []
}

const announceAfterMs = 2_000
