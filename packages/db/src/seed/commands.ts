import { certain } from '@wheelhouse/contract/certain.ts'
import type { CommandReason } from '@wheelhouse/contract/commands/command-bodies.ts'
import type { CommandStatus } from '@wheelhouse/contract/commands/commands.ts'
import type { CommandName } from '@wheelhouse/contract/commands/command-catalogue.ts'
import type { Insertable } from 'kysely'
import type { CommandsTable } from '../tables.gen.ts'
import { valueAt } from './chance.ts'
import type { Chance } from './chance.ts'
import type { Installed } from './hardware/devices.ts'
import { hardware, ofDevice, ofSession, person } from './history.ts'
import type { RecordEvent } from './history.ts'
import type { Staff } from './people/people.ts'
import type { Session } from './sessions.ts'
import { dayMs, iso } from './times.ts'

type CommandRow = Insertable<CommandsTable>
/** Not longer than the default period of events. */
const commandDays = 28
const limitMs = 30_000
const commandsBeside = 130

const stories: readonly (readonly [CommandName, CommandReason, string])[] = [
  ['temporary_unlock', 'app', 'Rider is at the rack, app has no signal'],
  ['temporary_unlock', 'rfid', 'Card is not read, rider proved it is theirs'],
  ['identify', 'maintenance', 'Looking for the dock on site'],
  ['identify', 'testing', 'Light check after the visit'],
  ['reboot', 'firmware', 'Stuck after the update'],
  ['reboot', 'maintenance', 'Does not answer to the phone of the technician'],
  ['force_lock', 'locked_empty', 'State was wrong after a power cut'],
]
const releases: readonly (readonly [CommandReason, string])[] = [
  ['mechanical', 'Bolt sticks, rider waits at the dock'],
  ['app', 'Phone is empty, rider called us'],
  ['rfid', 'Lost the card, name and bike checked'],
  ['user_error', 'Locked the wrong dock, checked by photo'],
]

interface PlannedCommand {
  device: Installed
  at: number
  name: CommandName
  reason: CommandReason
  comment: string
  status: Exclude<CommandStatus, 'in_progress'>
  session?: Session
}

/** The input for commands: the field, its sessions and the people. */
interface CommandPast {
  now: number
  installed: readonly Installed[]
  sessions: readonly Session[]
  staff: Staff
}

/**
 * The last four weeks of commands, each with its events; the command of a forced end opens the dock of that session.
 */
export function makeCommands(
  recordEvent: RecordEvent,
  chance: Chance,
  { now, installed, sessions, staff }: CommandPast,
): CommandRow[] {
  const people = ['support@demo.test', 'technician@demo.test', 'superadmin@demo.test'].map((email) =>
    staff.named(email),
  )
  const owner = staff.named('owner@demo.test')
  const forced = sessions.filter((session) => wasReleased(session, now)).map((session) => releaseOf(session, chance))
  const live = installed.filter((device) => device.hardware_id !== null && device.place.site.hardware === undefined)
  const beside = Array.from({ length: commandsBeside }, () => unrelatedCommand(chance, now, live))
  return [...forced, ...beside.filter(({ device, at }) => at > (device.place.launchedAt ?? device.place.createdAt))]
    .toSorted((a, b) => a.at - b.at)
    .map((planned) =>
      commandOf(recordEvent, chance, planned, isOwners(planned) && chance.is(0.35) ? owner : chance.pick(people)),
    )
}

const wasReleased = ({ how_ended, end, device }: Session, now: number): boolean =>
  how_ended === 'forced' &&
  end !== null &&
  end > now - commandDays * dayMs &&
  device.hardware_id !== null &&
  !device.fault

function releaseOf(session: Session, chance: Chance): PlannedCommand {
  const [reason, comment] = chance.pick(releases)
  const at = certain(session.end) - chance.int(2_500, 6_000)
  return { device: session.device, at, name: 'force_unlock', reason, comment, status: 'success', session }
}

/** What the demonstration's owner may command: devices at its own locations, without hardware commands. */
const isOwners = ({ name, device: { place } }: PlannedCommand): boolean =>
  name !== 'reboot' && place.city.organizations.owner === 'Tallinn Mobility' && !place.site.organizations

const outcomes = [
  [0.8, 'success'],
  [0.9, 'failed'],
  [0.96, 'hardware_timeout'],
  [1, 'unhandled'],
] as const

function unrelatedCommand(chance: Chance, now: number, live: readonly Installed[]): PlannedCommand {
  const [name, reason, comment] = chance.pick(stories)
  const lockable = name === 'temporary_unlock' || name === 'force_lock'
  const device = chance.pick(lockable ? live.filter(({ type }) => type === 'dock' || type === 'locker') : live)
  const at = Math.round(now - chance.between(0.05, commandDays - 0.5) * dayMs)
  const isSilent = device.silentSince !== null && at > device.silentSince
  const lot = chance.next()
  const status = isSilent ? 'hardware_timeout' : valueAt(lot, outcomes)
  return { device, at, name, reason, comment, status }
}

function commandOf(
  recordEvent: RecordEvent,
  chance: Chance,
  planned: PlannedCommand,
  who: { id: string; name: string },
): CommandRow {
  const { device, at, name, status } = planned
  const isReceived = status !== 'hardware_timeout'
  const sent = at + chance.int(20, 90)
  const received = isReceived ? sent + chance.int(80, 600) : null
  const ended = isReceived ? (planned.session?.end ?? certain(received) + chance.int(400, 5_000)) : at + limitMs
  const failure = status === 'failed' ? chance.pick(['lock_jam', 'busy', 'low_voltage']) : null
  const row = {
    id: chance.id(at),
    hardware_id: certain(device.hardware_id),
    device_id: device.id,
    location_id: device.place.id,
    name,
    args: name === 'temporary_unlock' ? { hold_ms: 1e4 } : {},
    reason: planned.reason,
    comment: planned.comment,
    actor_kind: 'person',
    requested_by: who.id,
    status,
    step: isReceived ? 'received' : 'sent',
    failure,
    health_at_request: device.silentSince !== null && at > device.silentSince ? 'offline' : 'healthy',
    created_at: iso(at),
    sent_at: iso(sent),
    received_at: received === null ? null : iso(received),
    deadline_at: iso(at + limitMs),
    ended_at: iso(ended),
    result: null,
  }
  commandEvents(recordEvent, planned, { ...row, at, ended }, who)
  return row
}

function commandEvents(
  recordEvent: RecordEvent,
  { device, name, status, session, reason, comment }: PlannedCommand,
  row: { id: string; at: number; ended: number; failure: string | null },
  who: { id: string; name: string },
): void {
  const words = { ...ofDevice(device), feature: 'commands' } as const
  recordEvent(row.at, {
    ...words,
    actor: person(who),
    verb: 'sent',
    after: { command: name, command_id: row.id, comment },
    reason,
  })
  if (session) {
    const lock = {
      ...ofDevice(device),
      feature: 'devices',
      verb: 'dock_state',
      before: { dock_state: 'locked' },
      after: { dock_state: 'unlocked', command: name },
    } as const
    recordEvent(row.ended, { ...lock, actor: person(who) })
    const end = { ...ofSession(session.id, device), verb: 'ended' } as const
    recordEvent(row.ended + 1, {
      ...end,
      actor: person(who),
      before: { status: 'active' },
      after: { status: 'ended', how_ended: 'forced', dock_state: 'unlocked' },
      reason: comment,
    })
  }
  const after = { command: name, command_id: row.id, status, ...(row.failure ? { failure: row.failure } : {}) }
  recordEvent(row.ended + 2, {
    ...words,
    actor: status === 'hardware_timeout' ? { kind: 'system', id: null, name: null } : hardware(device),
    verb: 'ended',
    before: { status: 'in_progress' },
    after,
  })
}
