import * as z from 'zod'
import type { Needs } from '../access.ts'
import { lines } from '../texts.ts'
import { DeviceRef, dockTypes, getDevice, HeartbeatHealth } from '../devices/devices.ts'
import type { DeviceType } from '../devices/devices.ts'
import { list, ownFilter } from '../list.ts'
import { BulkReply, Id, Instant, route } from '../route.ts'
import { listLocations } from '../locations/locations.ts'

export const commandStatuses = ['in_progress', 'success', 'failed', 'unhandled', 'hardware_timeout'] as const
export const CommandStatus = z.enum(commandStatuses)
export type CommandStatus = z.infer<typeof CommandStatus>

/** How far a command in progress has come; the fourth segment is its end. */
export const commandSteps = ['not_sent', 'sent', 'received'] as const
export const CommandStep = z.enum(commandSteps)

export const stuckUserReasons = ['unknown', 'mechanical', 'firmware', 'rfid', 'app', 'user_error'] as const
export const otherReasons = ['locked_empty', 'maintenance', 'testing', 'other'] as const
export const CommandReason = z.enum([...stuckUserReasons, ...otherReasons], { error: 'Choose a reason' })
export type CommandReason = z.infer<typeof CommandReason>

interface CommandRule {
  label: string
  /** The rights that the caller must hold on the device of the command (rights: which action guards what). */
  needs: Needs
  device_types: readonly DeviceType[]
  /** What cannot be undone by another click asks for a confirmation that says what will happen. */
  dangerous: boolean
  /** What happens, in one sentence, for the confirmation. */
  effect: string
}

const anyDevice = ['dock', 'locker', 'door', 'guard', 'controller', 'rental_dock'] as const
const lockable = [...dockTypes, 'door'] as const

/** The commands that a person can send now; names as on the wire. */
export const commandRules = {
  force_unlock: {
    label: 'Force unlock',
    needs: { device: ['FORCESTATUS'] },
    device_types: lockable,
    dangerous: true,
    effect: 'The lock opens and its parking session ends. Anyone at the dock can take the bike.',
  },
  force_lock: {
    label: 'Force lock',
    needs: { device: ['FORCESTATUS'] },
    device_types: lockable,
    dangerous: true,
    effect: 'Force lock does not physically lock the device',
  },
  temporary_unlock: {
    label: 'Temporary unlock',
    needs: { device: ['SETSTATUS'] },
    device_types: lockable,
    dangerous: false,
    effect: 'The lock opens for 10 seconds and locks again. The parking session continues.',
  },
  identify: {
    label: 'Identify',
    needs: { device: ['SETSTATUS'] },
    device_types: anyDevice,
    dangerous: false,
    effect: 'The light and buzzer run for 10 seconds.',
  },
  take_photo: {
    label: 'Take photo',
    needs: { device: ['SETSTATUS'] },
    device_types: ['guard', 'controller'],
    dangerous: false,
    effect: 'The camera takes a photo of the location. It is kept for 30 days, and every view is recorded.',
  },
  reboot: {
    label: 'Reboot',
    needs: { hardware: ['UPDATE'] },
    device_types: anyDevice,
    dangerous: false,
    effect: 'The hardware restarts and does not respond for a few seconds. A controller restarts its children too.',
  },
} as const satisfies Record<string, CommandRule>
export const commandNames = [
  'force_unlock',
  'force_lock',
  'temporary_unlock',
  'identify',
  'take_photo',
  'reboot',
] as const
export const CommandName = z.enum(commandNames)
export type CommandName = z.infer<typeof CommandName>
export const commandRule = (name: CommandName): CommandRule => commandRules[name]

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
})
export type Command = z.infer<typeof Command>

export const CommandBody = z.strictObject({
  name: CommandName,
  reason: CommandReason,
  comment: lines('Comment', 500).min(3, 'Add a comment of at least 3 characters'),
  args: z.strictObject({}).default({}),
})

/** As many as a person may send in a minute (values: rate limits). More go out as a background job, wave after wave, which can be stopped. */
export const commandsAtOnce = 60
export const commandsAWave = 20
export const commandsInAll = 500
/** Above it a dangerous one is for operations and higher (screens: dangerous actions): who may force the status of a location. */
export const forOperationsAbove = 100
export const operationsHold = { location: ['FORCESTATUS'] } as const satisfies Needs
/** Above it the number of devices is typed, where the command is a dangerous one (screens: dangerous actions). */
export const countTypedAbove = 20

export const SeveralCommandsBody = CommandBody.extend({
  device_ids: z
    .array(Id)
    .min(1, 'No device is selected')
    .max(commandsInAll, `At most ${commandsInAll} devices at once`),
  count: z.int().optional(),
}).refine(
  ({ name, device_ids, count }) =>
    !commandRule(name).dangerous || device_ids.length <= countTypedAbove || count === new Set(device_ids).size,
  { path: ['count'], error: 'Type the number of devices' },
)

export const getCommand = route({
  method: 'GET',
  path: '/device/v1/devices/:device_id/commands/:command_id',
  summary: 'How a command stands',
  staleOn: ['command'],
  access: { device: ['GETCMDSHISTORY'] },
  on: { device: 'device_id' },
  params: z.strictObject({ device_id: Id, command_id: Id }),
  reply: Command,
})

const exported = [
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
  exports: exported,
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
  exports: exported,
})
export const listDeviceCommands = deviceCommands.route
export const listLocationCommands = locationCommands.route
export const exportDeviceCommands = deviceCommands.csv
export const exportLocationCommands = locationCommands.csv

/** The caller's last five comments, offered as chips, because typing with gloves is hard. */
export const lastComments = route({
  method: 'GET',
  path: '/device/v1/last-comments',
  summary: "The caller's last command comments",
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
