import * as z from 'zod'
import { Command } from '../commands/commands.ts'
import { HardwareIds } from '../hardware/hardware-ids.ts'
import { listHardware } from '../hardware/hardware-details.ts'
import { listUnassignedHardware } from '../hardware/hardware.ts'
import { route } from '../route.ts'

/** A mesh is one controller and its children. */
export const meshAtLeast = 2

/**
 * Spec section 4: waits for a response of the hardware and ends as success, failure, hardware timeout or console timeout.
 * Exactly one of the ids is a controller; the others join it, those that it speaks for already stay.
 */
export const createMesh = route({
  method: 'POST',
  path: '/hardware/v1/meshes',
  summary: 'Create a mesh from hardware ids',
  says: { failed: 'Create mesh failed' },
  access: { hardware: ['UPDATE'] },
  body: z.strictObject({
    hardware_ids: HardwareIds.refine((ids) => ids.length >= meshAtLeast, 'Invalid number of IDs'),
  }),
  reply: z.object({ mesh_id: z.string(), command: Command }),
  changes: [listHardware, listUnassignedHardware],
})

/** What is known of ids before they become a mesh, in the order in which they were given. */
export const MeshCandidate = z.object({
  hardware_id: z.string(),
  type: z.string().nullable(),
  mesh_id: z.string().nullable(),
  /** Why it cannot be in this mesh, in the catalogue's words; null: it can. */
  refusal: z.string().nullable(),
})
export type MeshCandidate = z.infer<typeof MeshCandidate>

export const checkMesh = route({
  method: 'POST',
  path: '/hardware/v1/mesh-checks',
  summary: 'Check hardware ids before a mesh is created from them',
  says: { failed: 'Create mesh failed' },
  access: { hardware: ['UPDATE'] },
  body: z.strictObject({ hardware_ids: HardwareIds }),
  reply: z.object({ items: z.array(MeshCandidate) }),
})

/** Spec 8: the hardware did not answer in time. */
export const meshTimedOut = 'Create mesh timed out'
