import { sql } from 'kysely'
import { certain } from '@wheelhouse/contract/certain.ts'
import { uuidv7Floor } from '@wheelhouse/db/ids.ts'
import type { DeviceEvent } from '@wheelhouse/device-protocol/messages.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { findAccessKey } from '../features/access-keys/find-access-key.ts'
import { takeKeptVersion } from '../features/allowlists/lock-sync.ts'
import { applyAlarmEvent, clearAlarm } from '../features/alarms/alarms.ts'
import { applyDockStates, believedAt, leapsTooFar } from '../features/devices/dock-states.ts'
import { noteOfDevice, placedHardware, placedOf } from '../features/hardware-state/placed-hardware.ts'
import type { PlacedHardware } from '../features/hardware-state/placed-hardware.ts'
import { isRevoked } from '../features/hardware-state/enter-hardware.ts'
import { takeNewcomer } from '../features/intake/newcomers.ts'
import { repeatSecret } from '../features/intake/own-secret.ts'
import { keepDeniedScan } from '../features/support/denied-scans.ts'
import { hardwareActor } from '../journal/audit.ts'
import { publishChange, withJournals, openJournal } from '../journal/journal.ts'
import type { Journal } from '../journal/journal.ts'
import { seenFirst } from '../features/hardware-state/seen-events.ts'
import { wholeHistory } from './flow/history-pace.ts'
import type { HistoryPace } from './flow/history-pace.ts'
import { lockStates, noteFirmware, noteMesh } from '../features/hardware-state/states.ts'
import type { LockedState } from '../features/hardware-state/states.ts'
import { applyBookingKey, applyKeyScans } from '../features/parking-sessions/key-scans.ts'
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

/** An event as it arrived. */
export interface ArrivedEvent {
  sender: Sender
  event: DeviceEvent
}

/** The event's id, its effect, its history and its announcement are one transaction. */
export async function applyDeviceEvent(
  moment: Moment,
  sender: Sender,
  event: DeviceEvent,
  receivedAt: Date,
  historyPace: HistoryPace = wholeHistory,
): Promise<Applied> {
  const [applied] = await applyDeviceEvents(moment, [{ sender, event }], receivedAt, historyPace)
  return certain(applied)
}

/**
 * The ids of events, their effects, their history and their announcement are one transaction, so that each counts once
 * however often it arrives. Each is of other hardware: what one changes is not what another begins with.
 */
export async function applyDeviceEvents(
  moment: Moment,
  arrivals: readonly ArrivedEvent[],
  receivedAt: Date,
  historyPace: HistoryPace = wholeHistory,
): Promise<Applied[]> {
  const journals = arrivals.map(() => openJournal(receivedAt))
  return withJournals(moment.db, journals, async (tx) => {
    const verdicts: Applied[] = []
    const known: (Known & { nth: number })[] = []
    const placed = await placedOf(
      tx,
      arrivals.map(({ sender }) => sender.hardware_id),
    )
    for (const [nth, { sender, event }] of arrivals.entries()) {
      const journal = certain(journals[nth])
      const hardware = await knownOrNew(tx, journal, { sender, event }, placed.get(sender.hardware_id))
      if (typeof hardware === 'string') verdicts[nth] = hardware
      else known.push({ nth, journal, hardware, event })
    }
    const arrived = await lockNews(tx, known, receivedAt, verdicts)
    await applyByType(tx, { arrived, at: receivedAt, historyPace, moment }, verdicts)
    return verdicts
  })
}

interface Known {
  journal: Journal
  hardware: PlacedHardware
  event: DeviceEvent
}

/** Of several events: what became of each. */
type Verdicts = Applied[]

/** Locks the states of the hardware, and leaves out what leaps too far or has been here before. */
async function lockNews(
  tx: Tx,
  known: readonly (Known & { nth: number })[],
  at: Date,
  verdicts: Verdicts,
): Promise<Arrived[]> {
  if (known.length === 0) return []
  const states = await lockStates(
    tx,
    known.map(({ hardware }) => hardware.hardware_id),
  )
  const arrived = known.map((one) => ({ ...one, state: certain(states.get(one.hardware.hardware_id)) }))
  const close = arrived.filter(({ state, event }) => !leapsTooFar(state, event.seq))
  const fresh = await seenFirst(
    tx,
    close.map(({ hardware: { hardware_id }, event: { id } }) => ({ hardware_id, event_id: id })),
    at,
  )
  for (const { nth } of arrived) verdicts[nth] = 'seq_leap'
  for (const { nth } of close) verdicts[nth] = 'duplicate'
  return close.filter(({ hardware }) => fresh.has(hardware.hardware_id))
}

/**
 * A start message of hardware that nobody knows is kept for a person to decide; one of an accepted mesh makes it known. A
 * controller whose secret was revoked is treated as one that nobody knows.
 */
async function knownOrNew(
  tx: Tx,
  journal: Journal,
  { sender, event }: ArrivedEvent,
  placed: PlacedHardware | undefined,
): Promise<PlacedHardware | Applied> {
  const hardware = ownHardware(sender, placed)
  if (event.type !== 'boot' || hardware === 'foreign_hardware') return hardware
  if (hardware !== 'unknown_hardware' && !(await isRevoked(tx, sender.controller_id))) return hardware
  const newcomer = await takeNewcomer(tx, journal, sender, event.data)
  return newcomer === 'entered' ? speaksFor(tx, sender) : newcomer
}

/** Returns the hardware if it is known and belongs to this controller. */
export const speaksFor = async (tx: Tx, sender: Sender) =>
  ownHardware(sender, await placedHardware(tx, sender.hardware_id))

function ownHardware(
  { controller_id }: Sender,
  hardware: PlacedHardware | undefined,
): PlacedHardware | 'unknown_hardware' | 'foreign_hardware' {
  if (!hardware) return 'unknown_hardware'
  return hardware.controller_id === controller_id ? hardware : 'foreign_hardware'
}

interface Arrived {
  nth: number
  journal: Journal
  hardware: PlacedHardware
  state: LockedState
  event: DeviceEvent
}

interface Arrivals {
  arrived: readonly Arrived[]
  at: Date
  historyPace: HistoryPace
  moment: Moment
}

/** Locks are busy, and all of theirs is written together; the rest is rare. */
async function applyByType(tx: Tx, arrivals: Arrivals, verdicts: Verdicts): Promise<void> {
  const { arrived, at } = arrivals
  const dockStates = arrived.flatMap(({ nth, journal, hardware, state, event }) =>
    event.type === 'dock_state'
      ? [{ nth, told: { journal, hardware, state, event: { seq: event.seq, at: event.at, ...event.data } } }]
      : [],
  )
  const outcomes = await applyDockStates(
    tx,
    at,
    dockStates.map(({ told }) => told),
  )
  for (const [n, { nth }] of dockStates.entries()) verdicts[nth] = outcomes[n] === 'old' ? 'late' : 'applied'
  const scans = arrived.filter(isAcceptedScan)
  const known = await applyKeyScans(
    tx,
    arrivals.moment.config,
    at,
    scans.map(({ hardware: { hardware_id }, state: { dock_state_seq }, event: { seq, data } }) => ({
      hardware_id,
      dock_state_seq,
      seq,
      key: data.key,
      key_type: data.key_type,
    })),
  )
  for (const [n, scan] of scans.entries()) {
    const { key_type, access } = scan.event.data
    const words = { key_type, is_known: known[n] ?? false, ...(access ? { access } : {}) }
    verdicts[scan.nth] = noteEvent(arrivals, scan, { verb: 'key_scan', after: words })
  }
  for (const one of arrived)
    if (one.event.type !== 'dock_state' && !isAcceptedScan(one)) verdicts[one.nth] = await applyOther(tx, arrivals, one)
}

type KeyScan = Extract<DeviceEvent, { type: 'key_scan' }>
type Boot = Extract<DeviceEvent, { type: 'boot' }>

/** A key that the lock refused moves nothing, so the lock that follows is not its owner's. */
const isAcceptedScan = (one: Arrived): one is Arrived & { event: KeyScan } =>
  one.event.type === 'key_scan' && one.event.data.access !== 'refused'

async function applyOther(tx: Tx, arrivals: Arrivals, arrived: Arrived): Promise<Applied> {
  const { journal, hardware, state, event } = arrived
  const at = believedAt(state, event.at, journal.at)
  if (event.type === 'photo') {
    const moment = { ...arrivals.moment, db: tx }
    await askForPhoto(tx, journal, moment, { hardware, photo: event.data, taken_at: at.toISOString() })
  }
  const ofVehicle = await applyVehicleReport(tx, journal, { config: arrivals.moment.config, hardware, event, at })
  if (ofVehicle) return ofVehicle
  if (event.type === 'alarm') {
    await applyAlarmEvent(tx, journal, hardware, event.data, at)
    return 'applied'
  }
  if (event.type === 'boot') {
    await applyBoot(tx, journal, hardware, event)
    if (hardware.hardware_id === hardware.controller_id)
      await repeatSecret(tx, journal, arrivals.moment, hardware.hardware_id)
    if (await cameUpWithItsController(tx, hardware, journal.at)) return 'applied'
  }
  if (event.type === 'door' && event.data.state === 'closed') await clearAlarm(tx, journal, hardware, 'left_open', at)
  if (event.type === 'booking' && event.data.action === 'created' && event.data.key) {
    const booking = { key: event.data.key, seq: event.seq, dock_state_seq: state.dock_state_seq }
    await applyBookingKey(tx, journal, arrivals.moment.config, hardware, booking)
  }
  const words = event.type === 'key_scan' ? await refusedScan(tx, arrivals, arrived, event) : historyDataOf(event)
  return noteEvent(arrivals, arrived, { verb: event.type, after: words })
}

async function refusedScan(tx: Tx, { moment }: Arrivals, { journal, hardware }: Arrived, { data }: KeyScan) {
  const { key, key_type, access } = data
  const is_known = (await findAccessKey(tx, moment.config, key, key_type)) !== undefined
  return { key_type, access, is_known, ...(await keepDeniedScan(tx, journal, moment, hardware, data)) }
}

function noteEvent(
  { historyPace }: Arrivals,
  { journal, hardware }: Arrived,
  told: { verb: Exclude<DeviceEvent['type'], 'alarm'>; after: Record<string, unknown> },
): Applied {
  if (!historyPace.admits(hardware.hardware_id)) return 'thinned'
  const actor = hardwareActor(hardware.hardware_id)
  noteOfDevice(journal, hardware.device, { actor, feature: 'devices', before: null, ...told })
  return 'applied'
}

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
