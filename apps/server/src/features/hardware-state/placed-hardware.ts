import { sql } from 'kysely'
import { deviceTypeLabels } from '@wheelhouse/contract/devices/devices.ts'
import type { EventKind } from '@wheelhouse/contract/events/event-kinds.ts'
import type { Db } from '../../platform/context.ts'
import { addAuditRecord } from '../../journal/journal.ts'
import type { AuditFacts } from '../../journal/audit.ts'
import type { Journal } from '../../journal/journal.ts'

/** Hardware as it stands now: who speaks for it, and the device that it is assigned to. */
export interface PlacedHardware {
  hardware_id: string
  controller_id: string
  device: PlacedDevice | null
}

/** Hardware, and whether what its controller says counts. */
export interface KnownHardware extends PlacedHardware {
  /** The secret of its controller was revoked, which therefore counts as one that nobody knows. */
  is_revoked: boolean
}

export interface PlacedDevice {
  id: string
  location_id: string
  number: number
  type: string
}

/** Undefined when nobody knows it. */
export const placedHardware = async (db: Db, hardwareId: string): Promise<KnownHardware | undefined> =>
  (await placedOf(db, [hardwareId])).get(hardwareId)

export async function placedOf(db: Db, hardwareIds: readonly string[]): Promise<Map<string, KnownHardware>> {
  const rows = await db
    .selectFrom('hardware as h')
    .innerJoin('controllers as c', 'c.hardware_id', 'h.controller_id')
    .leftJoin('devices as d', 'd.hardware_id', 'h.hardware_id')
    .select(['h.hardware_id', 'h.controller_id', 'd.id', 'd.location_id', 'd.number', 'd.type'])
    .select((row) => row('c.secret_hash', 'is', null).as('is_revoked'))
    .where('h.hardware_id', '=', sql<string>`any(${[...hardwareIds]}::text[])`)
    .execute()
  return new Map(
    rows.map(({ hardware_id, controller_id, is_revoked, id, location_id, number, type }) => {
      const device = id && location_id && number !== null && type ? { id, location_id, number, type } : null
      return [hardware_id, { hardware_id, controller_id, is_revoked: Boolean(is_revoked), device }]
    }),
  )
}

/** Of a type that this version does not know, nothing. */
const labels: Readonly<Partial<Record<string, string>>> = deviceTypeLabels

/** The words of a screen: "Dock 07". */
export const deviceName = (device: Pick<PlacedDevice, 'type' | 'number'>): string =>
  `${labels[device.type] ?? device.type} ${String(device.number).padStart(2, '0')}`

type DeviceNote = EventKind & Pick<AuditFacts, 'actor' | 'before' | 'after' | 'reason'>

/** Hardware that is assigned to no device has no history to write to. */
export function noteOfDevice(journal: Journal, device: PlacedDevice | null, entry: DeviceNote): void {
  if (!device) return
  addAuditRecord(journal, {
    ...entry,
    resource_type: 'device',
    resource_id: device.id,
    resource_name: deviceName(device),
    visible_through_id: device.location_id,
  })
}
