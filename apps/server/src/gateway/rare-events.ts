import { sql } from 'kysely'
import { uuidv7Floor } from '@wheelhouse/db/ids.ts'
import type { DeviceEvent } from '@wheelhouse/device-protocol/messages.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { findAccessKey } from '../features/access-keys/find-access-key.ts'
import { takeKeptVersion } from '../features/allowlists/lock-sync.ts'
import { applyAlarmEvent, clearAlarm } from '../features/alarms/alarms.ts'
import { believedAt } from '../features/devices/dock-states.ts'
import { noteOfDevice } from '../features/hardware-state/placed-hardware.ts'
import type { PlacedHardware } from '../features/hardware-state/placed-hardware.ts'
import { nameChildren } from '../features/intake/newcomers.ts'
import { repeatSecret } from '../features/intake/own-secret.ts'
import { keepDeniedScan } from '../features/support/denied-scans.ts'
import { hardwareActor } from '../journal/audit.ts'
import { publishChange } from '../journal/journal.ts'
import type { Journal } from '../journal/journal.ts'
import type { HistoryPace } from './flow/history-pace.ts'
import { isLatestStart, noteFirmware, noteMesh } from '../features/hardware-state/states.ts'
import type { LockedState } from '../features/hardware-state/states.ts'
import { applyBookingKey } from '../features/parking-sessions/key-scans.ts'
import { applyVehicleReport } from '../features/rental-sessions/vehicle-reports.ts'
import { askForPhoto } from '../features/security-photos/uploads.ts'

/** What the gateway hands to the verbs of the features. */
export type Moment = Pick<Ctx, 'db' | 'config' | 'clock'>

/** What became of an event that was news. */
export type Effect = 'applied' | 'thinned' | 'late'

export type KeyScan = Extract<DeviceEvent, { type: 'key_scan' }>
type Boot = Extract<DeviceEvent, { type: 'boot' }>

/** An event that is news, of hardware that is known and locked. */
export interface Arrived {
  nth: number
  journal: Journal
  hardware: PlacedHardware
  state: LockedState
  event: DeviceEvent
}

/** The events of one transaction. */
export interface Arrivals {
  arrived: readonly Arrived[]
  at: Date
  historyPace: HistoryPace
  moment: Moment
}

/** All but the states of locks, which are applied together. */
type RareEvent = Exclude<DeviceEvent, { type: 'dock_state' }>
type RareArrival = Arrived & { event: RareEvent }
export const isRare = (one: Arrived): one is RareArrival => one.event.type !== 'dock_state'

/** The compiler asks what each type of event does; some are only written down. */
export async function applyRare(tx: Tx, arrivals: Arrivals, arrived: RareArrival): Promise<Effect> {
  const { journal, hardware, state, event } = arrived
  const at = believedAt(state, event.at, journal.at)
  const { config } = arrivals.moment
  switch (event.type) {
    case 'alarm':
      await applyAlarmEvent(tx, journal, hardware, event.data, { at, seq: event.seq })
      return 'applied'
    case 'key_scan':
      return noteEvent(arrivals, arrived, {
        verb: event.type,
        after: await refusedScan(tx, arrivals, arrived, event),
      })
    case 'position':
    case 'charge':
    case 'rental':
      return (
        (await applyVehicleReport(tx, journal, { config, hardware, event, at })) ?? inHistory(arrivals, arrived, event)
      )
    case 'photo': {
      const moment = { ...arrivals.moment, db: tx }
      await askForPhoto(tx, journal, moment, { hardware, photo: event.data, taken_at: at.toISOString() })
      return inHistory(arrivals, arrived, event)
    }
    case 'boot':
      return (await applyBoot(tx, arrivals, arrived, event)) ?? inHistory(arrivals, arrived, event)
    case 'door':
      if (event.data.state === 'closed') await clearAlarm(tx, journal, hardware, 'left_open', { at, seq: event.seq })
      return inHistory(arrivals, arrived, event)
    case 'booking':
      if (event.data.action === 'created' && event.data.key) {
        await applyBookingKey(tx, journal, config, hardware, { key: event.data.key, seq: event.seq, at, state })
      }
      return inHistory(arrivals, arrived, event)
    case 'firmware':
      return inHistory(arrivals, arrived, event)
  }
}

async function refusedScan(tx: Tx, { moment }: Arrivals, { journal, hardware }: Arrived, { data }: KeyScan) {
  const { key, key_type, access } = data
  const is_known = (await findAccessKey(tx, moment.config, key, key_type)) !== undefined
  return { key_type, access, is_known, ...(await keepDeniedScan(tx, journal, moment, hardware, data)) }
}

/** Writes it down, unless the hardware says more than its history takes. */
export function noteEvent(
  { historyPace }: Arrivals,
  { journal, hardware }: Arrived,
  told: { verb: Exclude<DeviceEvent['type'], 'alarm'>; after: Record<string, unknown> },
): Effect {
  if (!historyPace.admits(hardware.hardware_id)) return 'thinned'
  const actor = hardwareActor(hardware.hardware_id)
  noteOfDevice(journal, hardware.device, { actor, feature: 'devices', before: null, ...told })
  return 'applied'
}

const inHistory = (arrivals: Arrivals, arrived: Arrived, event: Exclude<RareEvent, { type: 'alarm' }>): Effect =>
  noteEvent(arrivals, arrived, { verb: event.type, after: historyDataOf(event) })

/**
 * What the history keeps of an event: no keys, because they open doors; children and addresses are columns of the
 * hardware itself.
 */
function historyDataOf(event: DeviceEvent): Record<string, unknown> {
  const { key: _key, children: _children, mac_address: _mac, ...words }: Record<string, unknown> = event.data
  return words
}

const meshComesUpWithinMs = 60_000

/** A starting mesh is one entry of the history, not one per child. */
async function cameUpWithItsController(
  tx: Tx,
  { hardware_id, controller_id }: PlacedHardware,
  at: Date,
): Promise<boolean> {
  if (hardware_id === controller_id) return false
  const since = uuidv7Floor(at.getTime() - meshComesUpWithinMs)
  const { rows } = await sql<{ came: boolean }>`
    select exists (select 1 from devices d join events e on e.resource_id = d.id
      where d.hardware_id = ${controller_id} and e.id >= ${since}::uuid and e.feature = 'devices' and e.verb = 'boot') as came`.execute(
    tx,
  )
  return rows[0]?.came ?? false
}

/** Null: it is in the history. The start of a mesh is there once. */
async function applyBoot(
  tx: Tx,
  { moment }: Arrivals,
  { journal, hardware }: Arrived,
  event: Boot,
): Promise<'applied' | null> {
  const isLatest = await isLatestStart(tx, hardware.hardware_id, event.seq)
  await noteBoot(tx, journal, hardware, event, isLatest)
  if (hardware.hardware_id === hardware.controller_id) {
    if (isLatest) await nameChildren(tx, journal, hardware.hardware_id, event.data)
    await repeatSecret(tx, journal, moment, hardware.hardware_id)
  }
  return (await cameUpWithItsController(tx, hardware, journal.at)) ? 'applied' : null
}

/** A start that is older than the last heartbeat or another start has no news about firmware and mesh. */
async function noteBoot(
  tx: Tx,
  journal: Journal,
  { hardware_id, controller_id, device }: PlacedHardware,
  { seq, data }: Boot,
  isLatest: boolean,
): Promise<void> {
  if (data.access_list_version !== undefined)
    await takeKeptVersion(tx, hardware_id, data.access_list_version, journal.at)
  const isNews = isLatest && (await noteFirmware(tx, hardware_id, { seq, at: journal.at }, data))
  if (!isNews) return
  if (hardware_id === controller_id) await noteMesh(tx, hardware_id, data.mesh_id.toUpperCase(), journal.at)
  if (device) publishChange(journal, 'device', device.id, device.location_id)
}
