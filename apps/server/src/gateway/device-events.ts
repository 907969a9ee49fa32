import { sql } from 'kysely'
import { uuidv7Floor } from '@wheelhouse/db/ids.ts'
import type { DeviceEvent } from '@wheelhouse/device-protocol/messages.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { findAccessKey } from '../features/access-keys/find-access-key.ts'
import { takeKeptVersion } from '../features/allowlists/lock-sync.ts'
import { applyAlarmEvent, clearAlarm } from '../features/alarms/alarms.ts'
import { applyDockStateEvent, believedAt, leapsTooFar } from '../features/devices/dock-states.ts'
import { noteOfDevice, placedHardware } from '../features/hardware-state/placed-hardware.ts'
import type { PlacedHardware } from '../features/hardware-state/placed-hardware.ts'
import { takeNewcomer } from '../features/intake/newcomers.ts'
import { repeatSecret } from '../features/intake/own-secret.ts'
import { keepDeniedScan } from '../features/support/denied-scans.ts'
import { hardwareActor } from '../journal/audit.ts'
import { publishChange, withJournal, openJournal } from '../journal/journal.ts'
import type { Journal } from '../journal/journal.ts'
import { isFirstTime } from '../features/hardware-state/seen-events.ts'
import { wholeHistory } from './flow/history-pace.ts'
import type { HistoryPace } from './flow/history-pace.ts'
import { lockState, noteFirmware, noteMesh } from '../features/hardware-state/states.ts'
import type { LockedState } from '../features/hardware-state/states.ts'
import { applyBookingKey, applyKeyScan } from '../features/parking-sessions/key-scans.ts'
import { applyVehicleReport } from '../features/rental-sessions/vehicle-reports.ts'
import { askForPhoto } from '../features/security-photos/uploads.ts'

export interface Sender {
  controller_id: string
  hardware_id: string
}

type Moment = Pick<Ctx, 'db' | 'config' | 'clock'>

export type Applied =
  | 'applied'
  | 'thinned'
  | 'late'
  | 'duplicate'
  | 'seq_leap'
  | 'unknown_hardware'
  | 'foreign_hardware'
  | 'announced'
  | 'intake_full'

/**
 * The event's id, its effect, its history and its announcement are one transaction, so that it counts once however
 * often it arrives.
 */
export function applyDeviceEvent(
  moment: Moment,
  sender: Sender,
  event: DeviceEvent,
  receivedAt: Date,
  historyPace: HistoryPace = wholeHistory,
): Promise<Applied> {
  const journal = openJournal(receivedAt)
  return withJournal(moment.db, journal, async (tx) => {
    const hardware = await knownOrNew(tx, journal, sender, event)
    if (typeof hardware === 'string') return hardware
    const state = await lockState(tx, hardware.hardware_id)
    if (leapsTooFar(state, event.seq)) return 'seq_leap'
    if (!(await isFirstTime(tx, hardware.hardware_id, event.id, receivedAt))) return 'duplicate'
    if (event.type === 'photo') {
      const taken_at = believedAt(state, event.at, journal.at).toISOString()
      await askForPhoto(tx, journal, { ...moment, db: tx }, { hardware, photo: event.data, taken_at })
    }
    return applyByType(tx, journal, { hardware, state, event, historyPace, moment })
  })
}

/** A start message of hardware that nobody knows is kept for a person to decide; one of an accepted mesh makes it known. */
async function knownOrNew(tx: Tx, journal: Journal, sender: Sender, event: DeviceEvent) {
  const hardware = await speaksFor(tx, sender)
  if (hardware !== 'unknown_hardware' || event.type !== 'boot') return hardware
  const newcomer = await takeNewcomer(tx, journal, sender, event.data)
  return newcomer === 'entered' ? speaksFor(tx, sender) : newcomer
}

/** Returns the hardware if it is known and belongs to this controller. */
export async function speaksFor(
  tx: Tx,
  { controller_id, hardware_id }: Sender,
): Promise<PlacedHardware | 'unknown_hardware' | 'foreign_hardware'> {
  const hardware = await placedHardware(tx, hardware_id)
  if (!hardware) return 'unknown_hardware'
  return hardware.controller_id === controller_id ? hardware : 'foreign_hardware'
}

interface Arrived {
  hardware: PlacedHardware
  state: LockedState
  event: DeviceEvent
  historyPace: HistoryPace
  moment: Moment
}

async function applyByType(tx: Tx, journal: Journal, arrived: Arrived): Promise<Applied> {
  const { hardware, state, event, historyPace } = arrived
  if (event.type === 'dock_state') {
    const outcome = await applyDockStateEvent(tx, journal, hardware, state, {
      seq: event.seq,
      at: event.at,
      ...event.data,
    })
    return outcome === 'old' ? 'late' : 'applied'
  }
  const at = believedAt(state, event.at, journal.at)
  const ofVehicle = await applyVehicleReport(tx, journal, { hardware, event, at })
  if (ofVehicle) return ofVehicle
  if (event.type === 'alarm') {
    await applyAlarmEvent(tx, journal, hardware, event.data, at)
    return 'applied'
  }
  if (event.type === 'boot') {
    await applyBoot(tx, journal, hardware, event)
    if (hardware.hardware_id === hardware.controller_id)
      await repeatSecret(tx, journal, arrived.moment, hardware.hardware_id)
    if (await cameUpWithItsController(tx, hardware, journal.at)) return 'applied'
  }
  if (event.type === 'door' && event.data.state === 'closed') await clearAlarm(tx, journal, hardware, 'left_open', at)
  if (event.type === 'booking' && event.data.action === 'created' && event.data.key)
    await applyBookingKey(tx, journal, hardware, { key: event.data.key, seq: event.seq }, state.dock_state_seq)
  const words = event.type === 'key_scan' ? await scanLabels(tx, journal, arrived, event) : historyDataOf(event)
  if (!historyPace.admits(hardware.hardware_id)) return 'thinned'
  noteOfDevice(journal, hardware.device, {
    actor: hardwareActor(hardware.hardware_id),
    feature: 'devices',
    verb: event.type,
    before: null,
    after: words,
  })
  return 'applied'
}

type KeyScan = Extract<DeviceEvent, { type: 'key_scan' }>
type Boot = Extract<DeviceEvent, { type: 'boot' }>

async function scanLabels(tx: Tx, journal: Journal, { hardware, state, moment }: Arrived, event: KeyScan) {
  const { key, key_type, access } = event.data
  // A key that the lock refused moves nothing, so the lock that follows is not its owner's.
  if (access === 'refused') {
    const is_known = (await findAccessKey(tx, key, key_type)) !== undefined
    return { key_type, access, is_known, ...(await keepDeniedScan(tx, journal, moment, hardware, event.data)) }
  }
  const { is_known } = await applyKeyScan(
    tx,
    journal,
    hardware,
    { ...event.data, seq: event.seq },
    state.dock_state_seq,
  )
  return { key_type, is_known, ...(access ? { access } : {}) }
}

/**
 * What the history keeps of an event: no keys, because they open doors; children and addresses are columns of the
 * hardware itself.
 */
function historyDataOf(event: DeviceEvent): Record<string, unknown> {
  const { key: _key, children: _children, mac_address: _mac, ...words } = event.data as Record<string, unknown>
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

/** A boot that is older than the last heartbeat has no news about the firmware. */
async function applyBoot(
  tx: Tx,
  journal: Journal,
  { hardware_id, controller_id, device }: PlacedHardware,
  { seq, data }: Boot,
): Promise<void> {
  if (data.access_list_version !== undefined)
    await takeKeptVersion(tx, hardware_id, data.access_list_version, journal.at)
  const isNews = await noteFirmware(tx, hardware_id, { seq, at: journal.at }, data)
  if (!isNews) return
  if (hardware_id === controller_id) await noteMesh(tx, hardware_id, data.mesh_id.toUpperCase(), journal.at)
  if (device) publishChange(journal, 'device', device.id, device.location_id)
}
