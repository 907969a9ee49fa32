import type { Insertable } from 'kysely'
import { certain } from '@wheelhouse/contract/certain.ts'
import { deviceTypeLabels } from '@wheelhouse/contract/devices/devices.ts'
import type { EventKind } from '@wheelhouse/contract/events/event-kinds.ts'
import type { EventsTable } from '../tables.gen.ts'
import { chanceOf } from './chance.ts'
import type { Chance } from './chance.ts'
import type { Installed } from './hardware/devices.ts'
import { maintenanceDays, messageAt, obsoleteDays } from './locations.ts'
import type { Place } from './locations.ts'
import type { Staff } from './people/people.ts'
import type { Session } from './sessions.ts'
import { dayMs, hourMs, iso, minuteMs } from './times.ts'

export type Note = EventKind &
  Pick<EventsTable, 'resource_type' | 'resource_id' | 'resource_name'> & {
    actor: { kind: 'person' | 'hardware' | 'system'; id: string | null; name: string | null }
    visible_through_id: string | null
    /** For a session or a photo: the device where it happened. */
    device_id?: string
    before?: Record<string, unknown> | null
    after?: Record<string, unknown> | null
    reason?: string | null
  }

type EventRow = Insertable<EventsTable>
export type RecordEvent = (at: number, note: Note) => void

/** Collects events as the server would write them, each at its own time. */
export function openHistory(): { rows: EventRow[]; recordEvent: RecordEvent; chance: Chance } {
  const chance = chanceOf('history')
  const rows: EventRow[] = []
  const recordEvent: RecordEvent = (at, { actor, before, after, reason, device_id, ...rest }) => {
    const row = {
      id: chance.id(at),
      at: iso(at),
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      ...rest,
    }
    rows.push({
      ...row,
      before: before ?? null,
      after: after ?? null,
      reason: reason ?? null,
      device_id: device_id ?? null,
      correlation_id: chance.id(at),
    })
  }
  return { rows, recordEvent, chance }
}

export const person = ({ id, name }: { id: string; name: string }): Note['actor'] => ({ kind: 'person', id, name })
export const hardware = ({ hardware_id }: Installed): Note['actor'] => ({
  kind: 'hardware',
  id: null,
  name: hardware_id,
})

export const deviceName = ({ type, number }: Pick<Installed, 'type' | 'number'>): string =>
  `${deviceTypeLabels[type]} ${String(number).padStart(2, '0')}`

export const ofSession = (id: string, device: Installed) =>
  ({
    ...ofDevice(device),
    feature: 'parking-sessions',
    resource_type: 'session',
    resource_id: id,
    device_id: device.id,
  }) as const
export const ofDevice = (device: Installed) =>
  ({
    resource_type: 'device',
    resource_id: device.id,
    resource_name: deviceName(device),
    visible_through_id: device.place.id,
  }) as const
export const ofLocation = ({ id, site }: Place) =>
  ({
    feature: 'locations',
    resource_type: 'location',
    resource_id: id,
    resource_name: site.label,
    visible_through_id: id,
  }) as const

/** The past of each location up to its present status. */
export function locationEvents(recordEvent: RecordEvent, now: number, places: readonly Place[], staff: Staff): void {
  const operations = person(staff.named('maarja.tuisk@wheelhouse.test'))
  const technician = person(staff.named('technician@demo.test'))
  for (const place of places) {
    const moved = (at: number, actor: Note['actor'], from: string, to: string, reason: string) =>
      recordEvent(Math.min(at, now - hourMs), {
        ...ofLocation(place),
        actor,
        verb: 'status_changed',
        before: { status: from },
        after: { status: to },
        reason,
      })
    const { site, status, createdAt, launchedAt } = place
    recordEvent(createdAt, {
      ...ofLocation(place),
      actor: operations,
      verb: 'created',
      after: { code: site.code, label: site.label, type: place.type, status: 'in_house' },
    })
    if (status === 'in_house') continue
    if (status === 'demo') moved(createdAt + 4 * dayMs, operations, 'in_house', 'demo', 'Set up in the showroom')
    else moved(createdAt + 2 * dayMs, operations, 'in_house', 'in_delivery', 'Left the warehouse')
    if (status === 'in_delivery' || status === 'demo') continue
    moved(createdAt + 5 * dayMs, technician, 'in_delivery', 'installed', 'Racks are up, power is on')
    if (launchedAt === null) continue
    recordEvent(launchedAt, {
      ...ofLocation(place),
      actor: operations,
      verb: 'launched',
      before: { status: 'installed' },
      after: { status: 'launched', launched_at: iso(launchedAt) },
    })
    troubleEvents(recordEvent, now, place, {
      moved,
      support: person(staff.named('support@demo.test')),
      operations,
      technician,
    })
  }
}

interface Voices {
  moved(at: number, actor: Note['actor'], from: string, to: string, reason: string): void
  support: Note['actor']
  operations: Note['actor']
  technician: Note['actor']
}

function troubleEvents(
  recordEvent: RecordEvent,
  now: number,
  place: Place,
  { moved, support, operations, technician }: Voices,
): void {
  const { status, site, lastSeenAt } = place
  if (status === 'launched_offline')
    moved(
      lastSeenAt + 3 * hourMs,
      operations,
      'launched',
      'launched_offline',
      'No uplink since the power work in the street',
    )
  if (status === 'maintenance')
    moved(
      now - maintenanceDays * dayMs,
      technician,
      'launched',
      'maintenance',
      'Hinges of five lockers are being changed',
    )
  if (status === 'obsolete')
    moved(
      now - obsoleteDays * dayMs,
      operations,
      'launched',
      'obsolete',
      'The depot is torn down, racks went back to the warehouse',
    )
  if (site.message)
    recordEvent(messageAt(now), {
      ...ofLocation(place),
      actor: support,
      feature: 'maintenance-messages',
      verb: 'set',
      before: null,
      after: { text: site.message, starts_at: iso(messageAt(now)), ends_at: null },
    })
}

const toldDays = 4

/** Locks and sessions of the last days, as reported by the hardware. */
export function sessionEvents(recordEvent: RecordEvent, now: number, sessions: readonly Session[]): void {
  const from = now - toldDays * dayMs
  for (const session of sessions) {
    const { device, start, end, status, how_ended, key } = session
    const words = { ...ofSession(session.id, device), actor: hardware(device) }
    const lock = (at: number, before: string, after: string) =>
      device.type !== 'door' &&
      recordEvent(at, {
        ...ofDevice(device),
        feature: 'devices',
        verb: 'dock_state',
        actor: hardware(device),
        before: { dock_state: before },
        after: { dock_state: after },
      })
    const isBooking = status === 'booked' || how_ended === 'cancelled'
    if (start >= from) {
      lock(start, 'unlocked', isBooking ? 'booked' : 'locked')
      recordEvent(start + 1, {
        ...words,
        verb: isBooking ? 'booked' : 'opened',
        after: { status: isBooking ? 'booked' : 'active', key_type: key.type },
      })
    }
    // A forced end is recorded with its command, unless a fault was the reason.
    if (end === null || end < from || (how_ended === 'forced' && !device.fault)) continue
    lock(end, isBooking ? 'booked' : 'locked', device.fault?.since === end ? 'fault' : 'unlocked')
    recordEvent(end + 1, {
      ...words,
      verb: isBooking ? 'cancelled' : 'ended',
      before: { status: isBooking ? 'booked' : 'active' },
      after: { status: 'ended', how_ended },
    })
  }
}

interface SeededAlarm {
  id: string
  hardware_id: string
  device_id: string
  location_id: string
  reason: string
  raised_at: string
  cleared_at: string | null
}

/** One alarm for each lock in fault, a few others that are open, and some that have ended. */
export function makeAlarms(
  recordEvent: RecordEvent,
  chance: Chance,
  now: number,
  installed: readonly Installed[],
): SeededAlarm[] {
  const speaking = installed.filter(
    (device) =>
      device.hardware_id !== null &&
      device.place.site.hardware === undefined &&
      device.silentSince === null &&
      !device.fault,
  )
  const open = [
    ...installed.flatMap((device) =>
      device.fault ? [{ device, reason: device.fault.reason, raised: device.fault.since }] : [],
    ),
    ...installed
      .filter(({ type, silentSince }) => type === 'controller' && silentSince !== null)
      .map((device) => ({ device, reason: 'offline', raised: certain(device.silentSince) + 10 * minuteMs })),
    ...['low_voltage', 'move', 'left_open'].map((reason) => ({
      device: chance.pick(speaking.filter((one) => (reason === 'left_open') === (one.type === 'door'))),
      reason,
      raised: Math.round(now - chance.between(1, 40) * hourMs),
    })),
  ]
  const over = Array.from({ length: 40 }, () => {
    const raised = Math.round(now - chance.between(0.3, 28) * dayMs)
    const reason = chance.pick(['interim_state_timeout', 'lock_jam', 'low_voltage', 'flapping', 'power_lost', 'tamper'])
    return {
      device: chance.pick(speaking),
      reason,
      raised,
      cleared: Math.min(now - minuteMs, Math.round(raised + chance.between(0.1, 30) * hourMs)),
    }
  }).filter(({ device, raised }) => raised > (device.place.launchedAt ?? device.place.createdAt))
  return [...open.map((one) => ({ ...one, cleared: null })), ...over].map(({ device, reason, raised, cleared }) => {
    const words = { ...ofDevice(device), feature: 'alarms', actor: hardware(device) } as const
    recordEvent(raised, { ...words, verb: 'raised', after: { alarm: reason } })
    if (cleared !== null) recordEvent(cleared, { ...words, verb: 'cleared', before: { alarm: reason } })
    const where = { hardware_id: certain(device.hardware_id), device_id: device.id, location_id: device.place.id }
    return {
      id: chance.id(raised),
      ...where,
      reason,
      raised_at: iso(raised),
      cleared_at: cleared === null ? null : iso(cleared),
    }
  })
}
