import * as z from 'zod'
import type { ParameterValue } from './canonical-json.ts'
import type { HardwareType } from './events.ts'

/** What hardware reports of one of its parameters: all that a person needs to change it without knowing the firmware. */
export const ReportedParameter = z.object({
  key: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'Not a key'),
  /** Null for a secret, whose value never leaves the hardware. */
  value: z.union([z.string().max(256), z.number(), z.boolean()]).nullable(),
  type: z.enum(['integer', 'boolean', 'text', 'choice']),
  unit: z.string().max(16).nullish(),
  min: z.number().nullish(),
  max: z.number().nullish(),
  choices: z.array(z.string().max(64)).max(32).nullish(),
  default: z.union([z.string().max(256), z.number(), z.boolean()]).nullish(),
  needs_restart: z.boolean(),
  is_secret: z.boolean(),
})
export type ReportedParameter = z.infer<typeof ReportedParameter>

/** The data of a successful `get_paramsys_info`. */
export const ParamsysInfo = z.object({
  config_hash: z.string().regex(/^[0-9a-f]{16}$/, 'Not a config hash'),
  params: z.array(ReportedParameter).min(1).max(256),
})
export type ParamsysInfo = z.infer<typeof ParamsysInfo>

/** The data of a successful `set_paramsys`. */
export const ParamsysSet = z.object({
  config_hash_before: z.string().max(16),
  config_hash: z.string().regex(/^[0-9a-f]{16}$/, 'Not a config hash'),
})

type Definition = Omit<ReportedParameter, 'key' | 'value' | 'default'> & {
  default: ParameterValue
  /** Absent: all hardware. */
  only?: readonly HardwareType[]
}

const locks = ['dock', 'locker', 'door', 'rental_dock'] as const
const uplinks = ['controller'] as const
const readers = ['dock', 'locker', 'door', 'rental_dock', 'guard'] as const

const integer = (unit: string | null, [min, max]: [number, number], fallback: number): Definition => ({
  type: 'integer',
  unit,
  min,
  max,
  default: fallback,
  needs_restart: false,
  is_secret: false,
})
const choice = (choices: string[], fallback: string): Definition => ({
  type: 'choice',
  choices,
  default: fallback,
  needs_restart: false,
  is_secret: false,
})
const boolean = (fallback: boolean): Definition => ({
  type: 'boolean',
  default: fallback,
  needs_restart: false,
  is_secret: false,
})
const text = (max: number, fallback: string): Definition => ({
  type: 'text',
  max,
  default: fallback,
  needs_restart: true,
  is_secret: false,
})

/** Values: the parameters of the simulated hardware. The server knows none of them by heart: it takes what is reported. */
export const parameterDefinitions: Readonly<Record<string, Definition>> = {
  heartbeat_s: integer('s', [10, 86_400], 60),
  sleep_after_s: integer('s', [0, 86_400], 0),
  lock_timeout_ms: { ...integer('ms', [500, 30_000], 5_000), only: locks },
  unlock_hold_ms: { ...integer('ms', [1_000, 60_000], 10_000), only: locks },
  auto_relock: { ...boolean(true), only: locks },
  door_open_alarm_s: { ...integer('s', [0, 3_600], 300), only: ['door', 'locker'] },
  low_voltage_mv: integer('mV', [0, 60_000], 0),
  tamper_sensitivity: integer(null, [0, 10], 5),
  buzzer_level: integer(null, [0, 10], 3),
  led_brightness: integer('%', [0, 100], 60),
  rfid_enabled: { ...boolean(true), only: readers },
  rfid_byte_order: { ...choice(['msb', 'lsb'], 'msb'), only: readers, needs_restart: true },
  wifi_ssid: { ...text(32, ''), only: uplinks },
  wifi_enabled: { ...boolean(false), only: uplinks, needs_restart: true },
  // The name of a private access point opens the operator's network.
  apn: { ...text(100, 'iot.wheelhouse'), only: uplinks, is_secret: true },
  mqtt_host: { ...text(255, 'broker.wheelhouse.example'), only: uplinks },
  firmware_channel: choice(['stable', 'testing', 'development', 'fallback'], 'stable'),
  log_level: choice(['error', 'warn', 'info', 'debug'], 'info'),
}

export const parametersOf = (type: HardwareType): string[] =>
  Object.entries(parameterDefinitions).flatMap(([key, { only }]) => (!only || only.includes(type) ? [key] : []))

/** Values: the low-voltage alarm is off at 0, else it is at least 3 V. */
const lowestThresholdMv = 3_000

/** Why hardware refuses a value, in its own word; null when it takes it. Server and hardware ask the same. */
export function refusalOfValue(
  key: string,
  { type, min, max, choices }: Pick<ReportedParameter, 'type' | 'min' | 'max' | 'choices'>,
  value: ParameterValue,
): string | null {
  if (type === 'boolean') return typeof value === 'boolean' ? null : 'wrong_type'
  if (type === 'choice') return typeof value === 'string' && (choices ?? []).includes(value) ? null : 'out_of_range'
  if (type === 'text') return isText(value, max ?? 256) ? null : 'wrong_type'
  if (typeof value !== 'number' || !Number.isInteger(value)) return 'wrong_type'
  if (value < (min ?? -Infinity) || value > (max ?? Infinity)) return 'out_of_range'
  return key === 'low_voltage_mv' && value > 0 && value < lowestThresholdMv ? 'out_of_range' : null
}

const isText = (value: ParameterValue, max: number): boolean => typeof value === 'string' && value.length <= max
