import { certain } from '@wheelhouse/contract/certain.ts'
import type { DeviceEvent } from '@wheelhouse/device-protocol/messages.ts'
import type { Tx } from '../platform/context.ts'
import { applyDockStates, leapsTooFar } from '../features/devices/dock-states.ts'
import { placedHardware, placedOf } from '../features/hardware-state/placed-hardware.ts'
import type { KnownHardware, PlacedHardware } from '../features/hardware-state/placed-hardware.ts'
import { takeNewcomer } from '../features/intake/newcomers.ts'
import { withJournals, openJournal } from '../journal/journal.ts'
import type { Journal } from '../journal/journal.ts'
import { seenFirst } from '../features/hardware-state/seen-events.ts'
import { wholeHistory } from './flow/history-pace.ts'
import type { HistoryPace } from './flow/history-pace.ts'
import { lockStates } from '../features/hardware-state/states.ts'
import { applyKeyScans } from '../features/parking-sessions/key-scans.ts'
import { applyRare, isRare, noteEvent } from './rare-events.ts'
import type { Arrivals, Arrived, Effect, KeyScan, Moment } from './rare-events.ts'

export interface Sender {
  controller_id: string
  hardware_id: string
}

export type Applied =
  | Effect
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
  placed: KnownHardware | undefined,
): Promise<PlacedHardware | Applied> {
  const hardware = ownHardware(sender, placed)
  if (event.type !== 'boot' || hardware !== 'unknown_hardware') return hardware
  const newcomer = await takeNewcomer(tx, journal, sender, event.data)
  return newcomer === 'entered' ? speaksFor(tx, sender) : newcomer
}

/** Returns the hardware if it is known and belongs to this controller, and the controller's secret was not revoked. */
export const speaksFor = async (tx: Tx, sender: Sender) =>
  ownHardware(sender, await placedHardware(tx, sender.hardware_id))

function ownHardware(
  { controller_id }: Sender,
  hardware: KnownHardware | undefined,
): PlacedHardware | 'unknown_hardware' | 'foreign_hardware' {
  if (!hardware) return 'unknown_hardware'
  if (hardware.controller_id !== controller_id) return 'foreign_hardware'
  return hardware.is_revoked ? 'unknown_hardware' : hardware
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
    if (isRare(one) && !isAcceptedScan(one)) verdicts[one.nth] = await applyRare(tx, arrivals, one)
}

/** A key that the lock refused moves nothing, so the lock that follows is not its owner's. */
const isAcceptedScan = (one: Arrived): one is Arrived & { event: KeyScan } =>
  one.event.type === 'key_scan' && one.event.data.access !== 'refused'
