import type { Insertable } from 'kysely'
import type { CommandsTable } from '../../tables.gen.ts'
import { chanceOf } from '../chance.ts'
import type { Chance } from '../chance.ts'
import { person } from '../history.ts'
import type { Note, RecordEvent } from '../history.ts'
import type { Staff } from '../people/people.ts'
import { dayMs, hourMs, iso, minuteMs } from '../times.ts'
import type { SeededRide, VehiclePast } from './rides.ts'
import type { SeededVehicle } from './vehicles.ts'

const toldDays = 5

const ofVehicle = ({ id, code, fleet_id }: SeededVehicle) =>
  ({ resource_type: 'rental_device', resource_id: id, resource_name: code, visible_through_id: fleet_id }) as const
const hardware = ({ hardware_id }: SeededVehicle): Note['actor'] => ({ kind: 'hardware', id: null, name: hardware_id })

/** Rides of the last days as the vehicles reported them, and how each vehicle began. */
export function rideEvents(recordEvent: RecordEvent, now: number, pasts: readonly VehiclePast[], staff: Staff): void {
  const operations = person(staff.named('maarja.tuisk@wheelhouse.test'))
  const support = person(staff.named('support@demo.test'))
  for (const { vehicle, rides } of pasts) {
    const { code, fleet_id } = vehicle
    recordEvent(vehicle.createdAt, {
      ...ofVehicle(vehicle),
      actor: operations,
      feature: 'rentals',
      verb: 'created',
      after: { code, fleet_id, comment: '' },
    })
    for (const ride of rides) if (ride.start > now - toldDays * dayMs) eventsOf(recordEvent, ride, support)
  }
}

const endVerbs = { normal: 'returned', forced: 'force_ended', cancelled: 'cancelled' } as const

function eventsOf(recordEvent: RecordEvent, ride: SeededRide, support: Note['actor']): void {
  const { vehicle, how_ended, status, start, end } = ride
  const words = {
    feature: 'rental-sessions',
    resource_type: 'session',
    resource_id: ride.id,
    resource_name: vehicle.code,
    visible_through_id: vehicle.fleet_id,
  } as const
  const isReserved = status === 'booked' || how_ended === 'cancelled'
  recordEvent(start, {
    ...words,
    actor: hardware(vehicle),
    verb: isReserved ? 'reserved' : 'rented',
    after: { status: isReserved ? 'booked' : 'active' },
  })
  if (end === null || how_ended === null) return
  const isForced = how_ended === 'forced'
  recordEvent(end, {
    ...words,
    actor: isForced ? support : hardware(vehicle),
    verb: how_ended === 'normal' && ride.isOutside ? 'returned_outside' : endVerbs[how_ended],
    before: { status: isReserved ? 'booked' : 'active' },
    after: { status: 'ended', how_ended, ...(ride.isWaived ? { is_fee_waived: true } : {}) },
    ...(isForced ? { reason: 'Rider called: the app did not end the rent' } : {}),
  })
}

interface Story {
  name: 'restart' | 'activate' | 'deactivate' | 'force_end_rent'
  reason: string | null
  comment: string
  status: 'success' | 'failed' | 'hardware_timeout'
  failure: string | null
}

const restarts: readonly Story[] = [
  {
    name: 'restart',
    reason: 'app',
    comment: 'App shows an old position',
    status: 'success',
    failure: null,
  },
  {
    name: 'restart',
    reason: 'firmware',
    comment: 'After the update of the lock',
    status: 'success',
    failure: null,
  },
]

/** Commands of the last weeks: what took vehicles out of service, forced ends, and some restarts. */
export function vehicleStories(
  recordEvent: RecordEvent,
  now: number,
  pasts: readonly VehiclePast[],
  staff: Staff,
): Insertable<CommandsTable>[] {
  const chance = chanceOf('rental-commands')
  const people = ['support@demo.test', 'superadmin@demo.test'].map((email) => staff.named(email))
  const rows: Insertable<CommandsTable>[] = []
  const add = (vehicle: SeededVehicle, at: number, story: Story): void => {
    rows.push(commandOf(recordEvent, chance, { vehicle, at, story, by: chance.pick(people) }))
  }
  for (const { vehicle, rides } of pasts) {
    for (const story of outOfService(vehicle, now)) add(vehicle, story.at, story)
    for (const ride of rides)
      if (ride.how_ended === 'forced' && ride.end !== null && ride.end > now - 28 * dayMs)
        add(vehicle, ride.end, forcedEnd)
    if (vehicle.condition === 'normal' && chance.is(0.4))
      add(vehicle, Math.round(now - chance.between(0.2, 12) * dayMs), chance.pick(restarts))
  }
  return rows
}

const forcedEnd: Story = {
  name: 'force_end_rent',
  reason: null,
  comment: 'Rider called: the app did not end the rent',
  status: 'success',
  failure: null,
}

function outOfService({ condition }: SeededVehicle, now: number): (Story & { at: number })[] {
  const off = { name: 'deactivate', status: 'success', failure: null } as const
  if (condition === 'maintenance')
    return [{ ...off, at: now - 29 * hourMs, reason: 'maintenance', comment: 'Front brake pads are worn out' }]
  if (condition === 'deactivated')
    return [{ ...off, at: now - 4.8 * dayMs, reason: 'other', comment: 'Stolen and found again, waits for the police' }]
  if (condition === 'missing')
    return [
      {
        name: 'restart',
        at: now - 20 * hourMs,
        reason: 'unknown',
        comment: 'Silent for a day, last seen at the kerb',
        status: 'hardware_timeout',
        failure: null,
      },
    ]
  return []
}

interface Sent {
  vehicle: SeededVehicle
  at: number
  story: Story
  by: { id: string; name: string }
}

function commandOf(
  recordEvent: RecordEvent,
  chance: Chance,
  { vehicle, at: exact, story, by }: Sent,
): Insertable<CommandsTable> {
  const at = Math.round(exact)
  const id = chance.id(at)
  const { name, reason, comment, status, failure } = story
  const isAnswered = status !== 'hardware_timeout'
  const ended = isAnswered ? at + chance.int(1_800, 9_000) : at + minuteMs
  noteCommand(recordEvent, { vehicle, at, story, by }, { id, ended })
  return {
    id,
    hardware_id: vehicle.hardware_id,
    device_id: null,
    location_id: null,
    rental_device_id: vehicle.id,
    name,
    reason,
    comment,
    actor_kind: 'person',
    requested_by: by.id,
    status,
    step: isAnswered ? 'received' : 'sent',
    failure,
    health_at_request: isAnswered ? 'healthy' : 'long_offline',
    created_at: iso(at),
    sent_at: iso(at + 300),
    received_at: isAnswered ? iso(at + 900) : null,
    deadline_at: iso(at + minuteMs),
    ended_at: iso(ended),
    result: null,
  }
}

/** The command as the history of the vehicle has it: sent, ended, and what it changed. */
function noteCommand(
  recordEvent: RecordEvent,
  { vehicle, at, story, by }: Sent,
  { id, ended }: { id: string; ended: number },
): void {
  const { name, reason, comment, status, failure } = story
  const words = { ...ofVehicle(vehicle), feature: 'commands' } as const
  const told = { command: name, command_id: id }
  recordEvent(at, { ...words, actor: person(by), verb: 'sent', after: { ...told, comment }, reason })
  recordEvent(ended, {
    ...words,
    actor: status === 'hardware_timeout' ? { kind: 'system', id: null, name: null } : hardware(vehicle),
    verb: 'ended',
    before: { status: 'in_progress' },
    after: { ...told, status, ...(failure ? { failure } : {}) },
  })
  if (name !== 'deactivate' || status !== 'success') return
  recordEvent(ended, {
    ...ofVehicle(vehicle),
    feature: 'rentals',
    verb: 'deactivated',
    actor: person(by),
    before: { state: 'available' },
    after: { state: vehicle.condition },
  })
}
