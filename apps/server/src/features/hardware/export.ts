import type { exportUnassignedHardware, Hardware } from '@wheelhouse/contract/hardware/hardware.ts'
import type { CsvColumns } from '../../lists/export.ts'

export const hardwareCells: CsvColumns<typeof exportUnassignedHardware, Hardware> = {
  id: (hardware) => hardware.id,
  type: (hardware) => hardware.type,
  controller_id: (hardware) => hardware.controller_id,
  mesh_id: (hardware) => hardware.mesh_id,
  mac_address: (hardware) => hardware.mac_address,
  firmware_name: (hardware) => hardware.firmware_name,
  firmware_version: (hardware) => hardware.firmware_version,
  pcb_version: (hardware) => hardware.pcb_version,
  protocol_version: (hardware) => hardware.protocol_version,
  rssi_dbm: (hardware) => hardware.rssi_dbm,
  supply_mv: (hardware) => hardware.supply_mv,
  heartbeat_health: (hardware) => hardware.heartbeat_health,
  last_heartbeat_at: (hardware) => hardware.last_heartbeat_at,
  comment: (hardware) => hardware.comment,
  created_at: (hardware) => hardware.created_at,
  updated_at: (hardware) => hardware.updated_at,
  is_uninitialized: (hardware) => hardware.is_uninitialized,
}
