import * as z from 'zod'
import { DeviceRef, getDevice, HeartbeatHealth } from '../devices/devices.ts'
import { HardwareId, HardwareRef } from '../hardware/hardware-ids.ts'
import { age, anyOf, list, localDays, ownFilter } from '../list.ts'
import { BulkReply, Id, Instant, route } from '../route.ts'
import { listLocations } from '../locations/locations.ts'
import { CommandBody, CommandReason, HardwareCommandBody, SeveralCommandsBody } from './command-bodies.ts'

export const commandStatuses = ['in_progress', 'success', 'failed', 'unhandled', 'hardware_timeout'] as const
export const CommandStatus = z.enum(commandStatuses)
export type CommandStatus = z.infer<typeof CommandStatus>
/** How a command ends that did not do what it should. */
export const failedStatuses = ['failed', 'unhandled', 'hardware_timeout'] as const satisfies readonly CommandStatus[]

/** How far a command in progress has come; the fourth segment is its end. */
export const commandSteps = ['not_sent', 'sent', 'received'] as const
export const CommandStep = z.enum(commandSteps)

export const Command = z.object({
  id: Id,
  device_id: Id.nullable(),
  device_number: z.number().int().nullable(),
  device_type: z.string().nullable(),
  location_id: Id.nullable(),
  hardware_id: z.string(),
  name: z.string(),
  args: z.record(z.string(), z.unknown()),
  reason: z.string().nullable(),
  comment: z.string().nullable(),
  requested_by: Id.nullable(),
  requested_by_name: z.string().nullable(),
  status: CommandStatus,
  step: CommandStep,
  /** The device's own word of why it failed. */
  failure: z.string().nullable(),
  /** Health of the hardware when the command was given: what is offline or long_offline will hardly answer. */
  health_at_request: HeartbeatHealth,
  created_at: Instant,
  sent_at: Instant.nullable(),
  received_at: Instant.nullable(),
  /** The server gives up then and the command ends as hardware_timeout. */
  deadline_at: Instant,
  ended_at: Instant.nullable(),
  /** It has not been handed to the broker yet: it can still be cancelled. */
  is_cancellable: z.boolean(),
  /** Sleeping hardware takes commands when it wakes; null where nothing waits for that. */
  wakes_at: Instant.nullable(),
  /** How far the hardware says it has come. */
  percent: z.number().nullable(),
  /** What the hardware answered; long answers (the configuration) are shown where they belong. */
  result: z.record(z.string(), z.unknown()).nullable(),
})
export type Command = z.infer<typeof Command>

export const getCommand = route({
  method: 'GET',
  path: '/device/v1/devices/:device_id/commands/:command_id',
  summary: 'Status of a command',
  staleOn: ['command'],
  access: { device: ['GETCMDSHISTORY'] },
  on: { device: 'device_id' },
  params: z.strictObject({ device_id: Id, command_id: Id }),
  reply: Command,
})

/** The columns of a file of commands. */
export const exportedCommandFields = [
  'id',
  'created_at',
  'device_type',
  'device_number',
  'hardware_id',
  'name',
  'status',
  'step',
  'failure',
  'reason',
  'comment',
  'requested_by_name',
  'health_at_request',
  'sent_at',
  'received_at',
  'deadline_at',
  'ended_at',
] as const

export const deviceCommands = list({
  says: { failed: 'Fetch commands failed' },
  staleOn: ['command'],
  path: '/device/v1/devices/:device_id/commands',
  summary: 'Command history of a device, newest first',
  access: { device: ['GETCMDSHISTORY'] },
  on: { device: 'device_id' },
  params: DeviceRef,
  row: Command,
  filters: {},
  isOneOrder: true,
  exports: exportedCommandFields,
})
export const locationCommands = list({
  says: { failed: 'Fetch commands failed' },
  staleOn: ['command'],
  path: '/location/v1/locations/:location_id/commands',
  summary: 'Command history of the devices of a location, newest first',
  access: { device: ['GETCMDSHISTORY'] },
  on: { location: 'location_id' },
  params: z.strictObject({ location_id: Id }),
  row: Command,
  filters: { device_id: ownFilter(Id.optional()), name: ownFilter(z.string().max(64).optional()) },
  isOneOrder: true,
  exports: exportedCommandFields,
})
/** With the place of the hardware when it was sent. */
export const HardwareCommand = Command.extend({
  /** The reader does not see the commands of that place: place, person and comment are null. */
  is_elsewhere: z.boolean(),
  location_code: z.string().nullable(),
  location_label: z.string().nullable(),
})
export type HardwareCommand = z.infer<typeof HardwareCommand>

/** Spec: command history of one piece of hardware, wherever it was when they were sent. */
export const hardwareCommands = list({
  says: { failed: 'Fetch commands failed' },
  staleOn: ['command'],
  path: '/hardware/v1/hardware/:hardware_id/commands',
  summary: 'Command history of a piece of hardware, newest first',
  access: { hardware: ['GETCMDSHISTORY'] },
  on: { hardware: 'hardware_id' },
  params: HardwareRef,
  row: HardwareCommand,
  filters: {},
  isOneOrder: true,
  exports: [...exportedCommandFields, 'location_code', 'location_label'],
})

const aWeekInMinutes = 10_080

/** All commands of the places that the caller sees, newest first: of one person, one location, one device. */
export const commands = list({
  says: { failed: 'Fetch commands failed' },
  staleOn: ['command'],
  path: '/device/v1/commands',
  summary: 'Commands that the caller may see, newest first',
  access: { device: ['GETCMDSHISTORY'] },
  row: Command.extend({ location_code: z.string(), location_label: z.string() }),
  filters: {
    name: anyOf(z.string().max(64)),
    status: anyOf(CommandStatus),
    reason: anyOf(CommandReason),
    location_id: anyOf(Id),
    /** In any part at a location that the reader sees. */
    organization_id: anyOf(Id),
    /** Those of a dashboard, as its charts count them. One that the reader does not see finds nothing. */
    dashboard_id: ownFilter(Id.optional()),
    requested_by: ownFilter(Id.optional()),
    device_id: ownFilter(Id.optional()),
    hardware_id: ownFilter(HardwareId.optional()),
    /** Sent in so many minutes before now. */
    minutes: ownFilter(z.coerce.number().int().min(1).max(aWeekInMinutes).optional()),
    /** Sent at or after. */
    from: ownFilter(Instant.optional()),
    /** Sent before. */
    to: ownFilter(Instant.optional()),
    days: localDays,
    created_at: age,
  },
  isOneOrder: true,
  exports: [...exportedCommandFields, 'location_code', 'location_label'],
})

export const listHardwareCommands = hardwareCommands.route
export const listCommands = commands.route
export const listDeviceCommands = deviceCommands.route
export const listLocationCommands = locationCommands.route
export const exportDeviceCommands = deviceCommands.csv
export const exportLocationCommands = locationCommands.csv

/** The caller's last five comments, offered as chips, because typing with gloves is hard. */
export const lastComments = route({
  method: 'GET',
  path: '/device/v1/last-comments',
  summary: "The caller's last command comments",
  isOwn: true,
  access: { signed_in: "one's own words" },
  reply: z.array(z.string()),
})

export const sendCommand = route({
  method: 'POST',
  path: '/device/v1/devices/:device_id/commands',
  summary: 'Send a command to the hardware of a device',
  says: { failed: 'Send command failed' },
  access: { device: ['GETCMDSHISTORY'] },
  on: { device: 'device_id' },
  params: DeviceRef,
  body: CommandBody,
  reply: Command,
  changes: [getDevice, listLocationCommands, lastComments],
})

/** One command a device, each by itself: 422 names those that were refused, the others are on their way. Above `commandsAtOnce` a background job does it in waves. */
export const sendCommands = route({
  method: 'POST',
  path: '/device/v1/devices/commands',
  summary: 'Send the same command to several devices',
  says: { failed: 'Send command failed' },
  access: { device: ['GETCMDSHISTORY'] },
  body: SeveralCommandsBody,
  reply: BulkReply,
  changes: [getDevice, listLocations, lastComments],
})

/** The same for hardware itself, also in stock. The rights are asked on each piece. */
export const sendHardwareCommands = route({
  method: 'POST',
  path: '/hardware/v1/commands',
  summary: 'Send the same command to several pieces of hardware',
  says: { failed: 'Send command failed' },
  access: { hardware: ['GETCMDSHISTORY'] },
  body: HardwareCommandBody,
  reply: z.object({ results: z.array(Command) }),
  changes: [getDevice, listLocations, lastComments, listHardwareCommands, listCommands],
})

/** Until it is handed to the broker; it then ends as failed, `cancelled_before_sending`. */
export const cancelCommand = route({
  method: 'POST',
  path: '/device/v1/command-cancellations',
  summary: 'Cancel a command that has not been sent yet',
  says: { failed: 'Cancel command failed', done: 'Command cancelled' },
  access: { device: ['GETCMDSHISTORY'] },
  body: z.strictObject({ command_id: Id }),
  reply: Command,
  changes: [getDevice, listLocationCommands, listHardwareCommands, listCommands],
})
