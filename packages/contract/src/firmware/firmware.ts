import * as z from 'zod'
import { anyOf, list, ownFilter, searchText } from '../list.ts'
import { Id } from '../route.ts'

/** One version of one firmware, as it runs in the field. */
export const FirmwareVersion = z.object({
  /** Name and version, with a space between them. */
  id: z.string(),
  firmware_name: z.string(),
  version: z.string(),
  /** Pieces of hardware that the caller sees and that run it. */
  pieces: z.number().int(),
  /** Newest versions of the channels; null where none is released. */
  stable: z.string().nullable(),
  testing: z.string().nullable(),
  development: z.string().nullable(),
  fallback: z.string().nullable(),
  standing: z.enum(['newest', 'behind', 'ahead', 'unknown']),
})
export type FirmwareVersion = z.infer<typeof FirmwareVersion>

export const firmwareVersions = list({
  says: { failed: 'Fetch firmware failed' },
  path: '/hardware/v1/firmware-versions',
  summary: 'Firmware versions in the field',
  staleOn: ['hardware'],
  access: { hardware: ['GET'] },
  row: FirmwareVersion,
  filters: {
    q: searchText,
    firmware_name: anyOf(z.string().max(64)),
    /** Versions on the hardware of its places, counted there. One that the reader does not see finds nothing. */
    dashboard_id: ownFilter(Id.optional()),
    standing: anyOf(z.enum(['newest', 'behind', 'ahead', 'unknown'])),
  },
  sortBy: ['firmware_name', 'version', 'pieces', 'standing'],
  exports: ['id', 'firmware_name', 'version', 'pieces', 'standing', 'stable', 'testing', 'development', 'fallback'],
})
export const listFirmwareVersions = firmwareVersions.route
