import { isOneOf } from '@wheelhouse/contract/certain.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { dockTypes } from '@wheelhouse/contract/devices/devices.ts'
import { idleStatuses } from '@wheelhouse/contract/locations/location-values.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { alarmWord, deviceName, deviceTypeWord, isInContact, isSilent } from './device-labels.ts'
import { deviceNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import type { DockRow, DockTile } from '../../ui/docks/dock-plan.tsx'
import type { DockBubbleKind } from '../../ui/details/glyphs.tsx'
import { dockBubbleOf } from '../../ui/details/dock-bubble.ts'
import { statusStyles } from '../../ui/details/status-styles.ts'
import { durationLabel, shortDuration } from '../../ui/details/time.tsx'

const deviceTypePlurals: Record<string, string> = {
  dock: 'docks',
  locker: 'lockers',
  door: 'doors',
  guard: 'guards',
  controller: 'controllers',
  rental_dock: 'rental docks',
}

/** Per location (values: dock bubble): hours from which an occupied dock turns orange, then red. */
export interface BubbleHours {
  bubble_orange_hours: number
  bubble_red_hours: number
}

const hourMs = 3_600_000

function overdueOf(since: string | null, hours: BubbleHours, now: number): 'none' | 'orange' | 'red' {
  const stood = since === null ? 0 : (now - Date.parse(since)) / hourMs
  if (stood >= hours.bubble_red_hours) return 'red'
  return stood >= hours.bubble_orange_hours ? 'orange' : 'none'
}

type Watched = Pick<Device, 'dock_state' | 'alarms' | 'heartbeat_health' | 'hardware_id'>

/** Which devices count among the issues of their location: none where nothing is expected to work. */
export const issuesAt =
  ({ status }: Pick<Location, 'status'>) =>
  (device: Watched): boolean =>
    !isOneOf(idleStatuses, status) &&
    (device.dock_state === 'fault' || device.alarms.length > 0 || device.hardware_id === null || isSilent(device))

type Mark = { dock_state: string; dock_state_since: string | null; in_contact: boolean; type?: string }

/** Spec section 9: green for occupied, orange and red by duration. */
export const markBubble = (mark: Mark, hours: BubbleHours, now: number): DockBubbleKind =>
  dockBubbleOf({
    state: mark.dock_state,
    type: mark.type,
    no_contact: !mark.in_contact,
    overdue: overdueOf(mark.dock_state_since, hours, now),
  })

export const bubbleOf = (device: Device, hours: BubbleHours, now: number): DockBubbleKind =>
  markBubble({ ...device, in_contact: isInContact(device) }, hours, now)

/** What it was before the contact was lost; without a known state it is "no contact" as well. */
const lastBubbleOf = (device: Device, hours: BubbleHours, now: number): DockBubbleKind =>
  markBubble({ ...device, in_contact: true }, hours, now)

function lastOfTile(device: Device, bubble: DockBubbleKind, hours: BubbleHours, now: number) {
  const last = bubble === 'no_contact' ? lastBubbleOf(device, hours, now) : bubble
  return last === bubble ? undefined : last
}

const stateLabels: Record<string, { word: string }> = statusStyles.dock_state

/** What its lock says: "Locked", "Lock jam"; a door and a guard have no bike in them. */
export function stateWord({ type, dock_state, alarms }: Device): string {
  if (dock_state === 'fault') return alarmWord(alarms.find((reason) => reason === 'lock_jam') ?? alarms[0] ?? 'fault')
  if (type === 'door' && dock_state === 'unlocked') return t('Unlocked')
  return t(stateLabels[dock_state]?.word ?? dock_state)
}

export interface AttentionItem {
  word: string
  /** In its column, where the pill has room for one or two words. */
  short: string
  pending?: 'delete_pending' | 'qr_update_pending'
}

/** What is wrong with a device besides its state, and what waits for it; the worst first. */
export function attentionOf(device: Device): AttentionItem[] {
  const state = device.type === 'controller' ? '' : stateWord(device)
  const alarms = device.alarms.map(alarmWord).filter((word) => word !== state)
  return [
    ...alarms.map((word) => ({ word, short: word })),
    ...(device.delete_pending
      ? [{ word: t('Delete pending'), short: t('Deleting'), pending: 'delete_pending' as const }]
      : []),
    ...(device.qr_update_pending
      ? [{ word: t('QR update pending'), short: t('QR update'), pending: 'qr_update_pending' as const }]
      : []),
  ]
}

/** One word, or one unit of time. */
function captionOf(device: Device, bubble: DockBubbleKind, now: number): string {
  if (bubble === 'no_contact')
    return device.last_heartbeat_at === null ? t('No data') : shortDuration(now - Date.parse(device.last_heartbeat_at))
  if (bubble === 'fault') return device.alarms.includes('lock_jam') ? t('Jam') : t('Fault')
  if (bubble === 'free' || device.dock_state_since === null)
    return device.type === 'door' ? stateWord(device) : t('Free')
  return shortDuration(now - Date.parse(device.dock_state_since))
}

/** Everything in one sentence: "Dock 08, locked for 4 d 3 h". */
export const deviceSentence = (device: Device, now: number): string =>
  `${deviceName(device)}, ${stateSentence(device, now)}`

export function stateSentence(device: Device, now: number): string {
  const { dock_state_since: since, last_heartbeat_at: heard } = device
  if (device.hardware_id === null) return t('no hardware assigned')
  if (!isInContact(device))
    return heard === null
      ? t('never reported')
      : t('no contact for {{time}}', { time: durationLabel(now - Date.parse(heard)) })
  const word = stateWord(device).toLowerCase()
  return since === null
    ? word
    : t('{{state}} for {{time}}', { state: word, time: durationLabel(now - Date.parse(since)) })
}

/** Only devices with a lock have a place in the plan. Guards and controllers are in the table below it. */
export const isInPlan = ({ type }: Pick<Device, 'type'>): boolean => type === 'door' || isOneOf(dockTypes, type)

/** The tiles row by row, like the devices on the ground; the server sends them in that order. */
export function dockRows(devices: readonly Device[], hours: BubbleHours, now: number): DockRow[] {
  const rows = new Map<string, { label: string; docks: DockTile[] }>()
  for (const device of devices.filter(isInPlan)) {
    const key = `${device.row_number} ${device.row_label}`
    const row = rows.get(key) ?? { label: device.row_label, docks: [] }
    rows.set(key, row)
    row.docks.push(tileOf(device, hours, now))
  }
  return [...rows.values()].map(({ label, docks }) => (label === '' ? { docks } : { label, docks }))
}

function tileOf(device: Device, hours: BubbleHours, now: number): DockTile {
  const bubble = bubbleOf(device, hours, now)
  const last = lastOfTile(device, bubble, hours, now)
  return {
    id: device.id,
    number: deviceNumber(device.number),
    bubble,
    last,
    caption: captionOf(device, bubble, now),
    label:
      last === undefined
        ? deviceSentence(device, now)
        : t('{{device}}; {{state}} when last seen', {
            device: deviceSentence(device, now),
            state: stateWord(device).toLowerCase(),
          }),
  }
}

const countedKinds: readonly DockBubbleKind[] = [
  'free',
  'booked',
  'occupied',
  'over_24',
  'over_72',
  'moving',
  'fault',
  'no_contact',
]

const occupiedKinds: readonly DockBubbleKind[] = ['occupied', 'over_24', 'over_72']

/** "No contact · 11 occupied when last seen". */
export function noContactWords(devices: readonly Device[], hours: BubbleHours, now: number): string {
  const lost = devices.filter((device) => isInPlan(device) && bubbleOf(device, hours, now) === 'no_contact')
  const count = lost.filter((device) => occupiedKinds.includes(lastBubbleOf(device, hours, now))).length
  return count === 0 ? t('No contact') : t('No contact · {{count}} occupied when last seen', { count })
}

/**
 * How many of each. What there is none of is left out, but for free and occupied; without any contact nobody knows
 * whether there are none of these.
 */
export function bubbleCounts(
  devices: readonly Device[],
  hours: BubbleHours,
  now: number,
): { kind: DockBubbleKind; count: number }[] {
  const counts = new Map<DockBubbleKind, number>()
  for (const device of devices.filter(isInPlan)) {
    const kind = bubbleOf(device, hours, now)
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  const isUnknown = counts.size === 1 && counts.has('no_contact')
  return countedKinds
    .map((kind) => ({ kind, count: counts.get(kind) ?? 0 }))
    .filter(({ kind, count }) => count > 0 || (!isUnknown && (kind === 'free' || kind === 'occupied')))
}

/** "24 docks, 1 guard, 1 controller". */
export function devicesByType(devices: readonly Device[]): string {
  const counts = new Map<string, number>()
  for (const { type } of devices) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts]
    .map(
      ([type, count]) =>
        `${count} ${count === 1 ? deviceTypeWord(type).toLowerCase() : t(deviceTypePlurals[type] ?? type)}`,
    )
    .join(', ')
}
