import * as z from 'zod'
import { Command, listHardwareCommands } from '../commands/commands.ts'
import { consoleDeadline } from '../commands/console-timeout.ts'
import { DeviceType } from '../devices/devices.ts'
import { getHardwareDetails } from '../hardware/hardware-details.ts'
import { HardwareId, HardwareIds, HardwareRef } from '../hardware/hardware-ids.ts'
import { age, anyOf, list, ownFilter } from '../list.ts'
import { Id, Instant, route } from '../route.ts'
import { line, RequiredComment } from '../texts.ts'

const ParameterValue = z.union([z.string().max(256), z.number(), z.boolean()])
export type ParameterValue = z.infer<typeof ParameterValue>
const ParameterKey = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'Not a parameter')

/** A parameter as the hardware describes it: the forms are drawn from this, so that new firmware needs no new console. */
export const ConfigParameter = z.object({
  key: ParameterKey,
  /** Null for a secret: its value never leaves the hardware. */
  value: ParameterValue.nullable(),
  type: z.enum(['integer', 'boolean', 'text', 'choice']),
  unit: z.string().nullish(),
  min: z.number().nullish(),
  max: z.number().nullish(),
  choices: z.array(z.string()).nullish(),
  default: ParameterValue.nullish(),
  needs_restart: z.boolean(),
  is_secret: z.boolean(),
})
export type ConfigParameter = z.infer<typeof ConfigParameter>

export const ConfigReading = z.object({
  id: Id,
  config_hash: z.string(),
  params: z.array(ConfigParameter),
  /** When these values were first read, and when the hardware last confirmed them. */
  read_at: Instant,
  confirmed_at: Instant,
})
export type ConfigReading = z.infer<typeof ConfigReading>

export const HardwareConfig = z.object({
  hardware_id: z.string(),
  firmware_name: z.string().nullable(),
  /** Null until it was fetched for the first time. */
  reading: ConfigReading.nullable(),
  /** The hash of its last heartbeat. */
  reported_hash: z.string().nullable(),
  /** The reading is what the hardware has now, as far as its heartbeats say. */
  is_current: z.boolean(),
  /** The last fetch, while it runs or when it failed. */
  fetch: Command.nullable(),
})
export type HardwareConfig = z.infer<typeof HardwareConfig>

const on = { hardware: 'hardware_id' } as const
const onePath = '/hardware/v1/hardware/:hardware_id'
const staleOn = ['hardware', 'hardware_config'] as const

export const getHardwareConfig = route({
  method: 'GET',
  path: `${onePath}/config`,
  summary: 'Configuration of a piece of hardware as last read',
  says: { failed: 'Fetch hardware config failed' },
  staleOn,
  access: { hardware: ['GET_PARAMS'] },
  on,
  params: HardwareRef,
  reply: HardwareConfig,
})

/** Each reading that differed from the one before, newest first. */
export const configReadings = route({
  method: 'GET',
  path: `${onePath}/config-readings`,
  summary: 'How the configuration of a piece of hardware changed over time',
  says: { failed: 'Fetch hardware config failed' },
  staleOn,
  access: { hardware: ['GET_PARAMS'] },
  on,
  params: HardwareRef,
  reply: z.array(ConfigReading),
})

/** A parameter of a firmware, without the value that any hardware has. */
export const ParameterKind = ConfigParameter.omit({ value: true })
export type ParameterKind = z.infer<typeof ParameterKind>

/** Facts about a firmware, by which a form is drawn: no value and no ID of hardware is among them. */
export const getConfigMetadata = route({
  method: 'GET',
  path: '/hardware/v1/config-metadata',
  summary: 'Parameters of a firmware, as hardware that has it described them last',
  says: { failed: 'Fetch config metadata failed' },
  staleOn,
  access: { hardware: ['GET_PARAMS'] },
  query: z.strictObject({ firmware_name: z.string().min(1).max(64) }),
  /** Empty where no hardware with this firmware was read yet. */
  reply: z.object({ firmware_name: z.string(), parameters: z.array(ParameterKind) }),
})

export const changeStatuses = [
  'in_progress',
  'verifying',
  'applied',
  'differs',
  'failed',
  'unhandled',
  'hardware_timeout',
] as const
export const ChangeStatus = z.enum(changeStatuses)
export type ChangeStatus = z.infer<typeof ChangeStatus>
/** A console that gives up waiting shows `console_timeout`, until the true end arrives. */
export type ShownChangeStatus = ChangeStatus | 'console_timeout'
export const isChangeOver = (status: ShownChangeStatus): boolean => status !== 'in_progress' && status !== 'verifying'

export const ParameterChange = z.object({
  key: z.string(),
  before: ParameterValue.nullable(),
  after: ParameterValue.nullable(),
})
export type ParameterChange = z.infer<typeof ParameterChange>

/** One change of one piece of hardware: sent, then read back. */
export const ConfigChange = z.object({
  id: Id,
  batch_id: Id,
  hardware_id: z.string(),
  device_id: Id.nullable(),
  device_type: DeviceType.nullable(),
  device_number: z.number().int().nullable(),
  location_id: Id.nullable(),
  location_code: z.string().nullable(),
  template_id: Id.nullable(),
  template_name: z.string().nullable(),
  template_version: z.number().int().nullable(),
  status: ChangeStatus,
  failure: z.string().nullable(),
  changes: z.array(ParameterChange),
  /** Keys that were read back with another value. */
  differs: z.array(z.string()).nullable(),
  comment: z.string(),
  requested_by: Id,
  requested_by_name: z.string().nullable(),
  created_at: Instant,
  /** The server gives up then: on the command that sends the values, later on the one that reads them back. */
  deadline_at: Instant,
  ended_at: Instant.nullable(),
})
export type ConfigChange = z.infer<typeof ConfigChange>

/** Spec 4: how a change stands for a console that waits for it. */
export const shownChangeStatus = (
  change: Pick<ConfigChange, 'status' | 'deadline_at'>,
  now: number,
): ShownChangeStatus =>
  !isChangeOver(change.status) && now >= consoleDeadline(change) ? 'console_timeout' : change.status

export const configChanges = list({
  says: { failed: 'Fetch hardware config failed' },
  path: '/hardware/v1/config-changes',
  summary: 'Changes of configurations that the caller may see, newest first',
  staleOn,
  access: { hardware: ['GET_PARAMS'] },
  row: ConfigChange,
  filters: {
    hardware_id: ownFilter(HardwareId.optional()),
    batch_id: ownFilter(Id.optional()),
    template_id: ownFilter(Id.optional()),
    location_id: anyOf(Id),
    created_at: age,
  },
  isOneOrder: true,
  exports: [
    'id',
    'batch_id',
    'hardware_id',
    'location_code',
    'device_type',
    'device_number',
    'template_name',
    'template_version',
    'status',
    'failure',
    'changes',
    'comment',
    'requested_by_name',
    'created_at',
    'ended_at',
  ],
})
export const listConfigChanges = configChanges.route

const changes = [getHardwareConfig, listConfigChanges, listHardwareCommands, getHardwareDetails] as const
export const ParameterValues = z
  .array(z.strictObject({ key: ParameterKey, value: z.union([line('Value', 256), z.number(), z.boolean()]) }))
  .min(1, 'No changes made')
  .max(64, 'At most 64 parameters at once')
  .refine((values) => new Set(values.map(({ key }) => key)).size === values.length, 'Each parameter once')
export type ParameterValues = z.output<typeof ParameterValues>

/**
 * Spec 8: hardware config fetches end as success, failure, hardware timeout or console timeout. Above `commandsAtOnce` the hardware
 * is asked by and by, in at most half of the caller's pace, and `results` is empty.
 */
export const fetchConfigs = route({
  method: 'POST',
  path: '/hardware/v1/config-fetches',
  summary: 'Ask hardware for its configuration',
  says: { failed: 'Fetch hardware config failed' },
  access: { hardware: ['GET_PARAMS'] },
  body: z.strictObject({ hardware_ids: HardwareIds }),
  reply: z.object({ results: z.array(Command) }),
  changes,
})

/**
 * Spec 5: blocked when the config hash differs across the selected hardware, and when values are missing (fetch first).
 * Either all are sent or none.
 */
export const changeConfigs = route({
  method: 'POST',
  path: '/hardware/v1/config-changes',
  summary: 'Change parameters of one or several pieces of hardware',
  says: { failed: 'Update hardware config failed' },
  access: { hardware: ['SET_PARAMS'] },
  body: z.strictObject({
    hardware_ids: HardwareIds,
    values: ParameterValues,
    comment: RequiredComment,
  }),
  reply: z.object({ batch_id: Id, results: z.array(ConfigChange) }),
  changes,
})

/** Values (thresholds): 0 is off, else 3000 to 60000 mV. */
export const isLowVoltage = (mv: unknown): boolean =>
  typeof mv === 'number' && Number.isInteger(mv) && (mv === 0 || (mv >= 3_000 && mv <= 60_000))

const LowVoltage = z
  .int('Low voltage threshold: a whole number of mV')
  .min(0, 'Low voltage threshold: 0, or 3000 to 60000 mV')
  .max(60_000, 'Low voltage threshold: 0, or 3000 to 60000 mV')
  .refine(isLowVoltage, 'Low voltage threshold: 0, or 3000 to 60000 mV')

export const setLowVoltageThreshold = route({
  method: 'POST',
  path: '/hardware/v1/low-voltage-thresholds',
  summary: 'Set the low-voltage threshold of a piece of hardware in mV; 0 disables the alarm',
  says: { failed: 'Update low voltage threshold failed' },
  access: { hardware: ['UPDATE'] },
  body: z.strictObject({ hardware_id: HardwareId, low_voltage_mv: LowVoltage }),
  reply: ConfigChange,
  changes,
})

/** Spec 8: what is said of a response that the server or this console no longer waits for. The true end replaces it. */
export const configWaits = {
  fetch: {
    answered: 'Fetch config paramsys info failed',
    timed_out: 'Fetch hardware config timed out',
    slow: 'Fetch hardware config is taking really long',
  },
  update: { timed_out: 'Update hardware config timed out' },
} as const
