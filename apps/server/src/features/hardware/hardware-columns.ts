import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { normalizedHardwareId } from '@wheelhouse/contract/hardware/hardware-ids.ts'
import type { Hardware } from '@wheelhouse/contract/hardware/hardware.ts'
import { bool, collated, instant, int, orNull, text, uuid, word } from '../../lists/columns.ts'
import type { Columns, SortColumn } from '../../lists/columns.ts'
import { contains, searchBy } from '../../lists/list-filters.ts'
import type { RowContext } from '../../lists/list-query.ts'
import { deviceHealth } from '../hardware-state/health.ts'
import { isUninitialized, updatedAt } from '../hardware-state/states.ts'

// What every list of hardware shows and is sorted by. Its statement names the hardware `h`, its mesh `m`, its state `hs`
// and its device `d`.

/** From the best to the worst, as people sort it. */
const healthOrder = sql`array['healthy', 'late', 'offline', 'long_offline', 'no_data']`

export const hardwareColumns = (ctx: RowContext): Columns<Hardware> => ({
  id: word(sql`h.hardware_id`),
  type: word(sql`h.type`),
  controller_id: word(sql`h.controller_id`),
  mesh_id: word(sql`coalesce(m.mesh_id, '00000000')`),
  mac_address: word(sql`h.mac_address`),
  comment: text(sql`h.comment`),
  firmware_name: orNull(text(sql`hs.firmware_name`)),
  firmware_version: orNull(word(sql`hs.firmware_version`)),
  pcb_version: orNull(word(sql`hs.pcb_version`)),
  protocol_version: orNull(word(sql`hs.protocol_version`)),
  rssi_dbm: orNull(int(sql`hs.rssi_dbm`)),
  supply_mv: orNull(int(sql`hs.supply_mv`)),
  heartbeat_health: word(deviceHealth(ctx)),
  last_heartbeat_at: orNull(instant(sql`hs.last_heartbeat_at`)),
  created_at: instant(sql`h.created_at`),
  updated_at: instant(updatedAt),
  is_uninitialized: bool(isUninitialized),
  device_id: orNull(uuid(sql`d.id`)),
  location_id: orNull(uuid(sql`d.location_id`)),
})

type SortedInAnotherWay = 'mesh_id' | 'heartbeat_health' | 'firmware_name'

export const hardwareSorts = (ctx: RowContext): Record<SortedInAnotherWay, SortColumn> => ({
  mesh_id: { by: sql`m.mesh_id::text`, cast: 'text' },
  heartbeat_health: { by: sql`array_position(${healthOrder}, ${deviceHealth(ctx)})`, cast: 'int' },
  firmware_name: { by: collated(sql`hs.firmware_name`), cast: 'text' },
})

/** Looks in these texts, and in the id, which is asked for as it is printed: in groups. */
export const hardwareSearch = (...texts: readonly RawBuilder<unknown>[]) =>
  searchBy((q) => {
    const digits = normalizedHardwareId(q)
    const inText = texts.map((column) => contains(column, q))
    return /^[0-9A-F]+$/.test(digits) ? [...inText, contains(sql`h.hardware_id`, digits)] : inText
  })
