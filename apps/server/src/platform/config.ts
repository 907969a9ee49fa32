import * as z from 'zod'

/** A wrong setting ends the start with this one sentence. */
export class SettingError extends Error {}

const port = (fallback: number) => z.coerce.number().int().min(1).max(65535).default(fallback)
const seconds = (fallback: number) => z.coerce.number().positive().default(fallback)
const factor = (fallback: number) => z.coerce.number().positive().default(fallback)

const Settings = z.object({
  DATABASE_URL: z.string().min(1),
  PORT: port(3000),
  IDENTITY_PORT: port(3001),
  MQTT_PORT: port(1883),
  HOST: z.string().optional(),
  WHEELHOUSE_DATA: z.string().min(1),
  WHEELHOUSE_DEMO: z.enum(['0', '1']).default('0'),
  WHEELHOUSE_LOG: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** Heartbeat thresholds, as multiples of the expected interval and in seconds (values: thresholds). */
  HEARTBEAT_LATE_FACTOR: factor(3),
  HEARTBEAT_OFFLINE_FACTOR: factor(10),
  HEARTBEAT_OFFLINE_FLOOR_S: seconds(600),
  HEARTBEAT_LONG_OFFLINE_S: seconds(86_400),
  COMMAND_TIMEOUT_S: seconds(30),
  /** Requests and commands a minute a person. */
  REQUESTS_PER_MINUTE: z.coerce.number().int().positive().default(600),
  COMMANDS_PER_MINUTE: z.coerce.number().int().positive().default(60),
  /** 12 to 32 hexadecimal digits are accepted by configuration. */
  HARDWARE_ID_DIGITS: z.coerce.number().int().min(12).max(32).default(24),
  MAP_STYLE_URL: z.string().default(''),
  SENTRY_DSN: z.string().default(''),
})

export interface Config {
  database_url: string
  port: number
  identity_url: string
  mqtt_port: number
  host: string | undefined
  data_dir: string
  is_demonstration: boolean
  log_level: string
  heartbeat: { late_factor: number; offline_factor: number; offline_floor_s: number; long_offline_s: number }
  command_timeout_s: number
  requests_per_minute: number
  commands_per_minute: number
  hardware_id_digits: number
  map_style_url: string
  sentry_dsn: string
}

export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = Settings.safeParse(env)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new SettingError(`The setting ${String(issue?.path[0])} is wrong: ${issue?.message}`)
  }
  const s = parsed.data
  return {
    database_url: s.DATABASE_URL,
    port: s.PORT,
    identity_url: `http://localhost:${s.IDENTITY_PORT}`,
    mqtt_port: s.MQTT_PORT,
    host: s.HOST,
    data_dir: s.WHEELHOUSE_DATA,
    is_demonstration: s.WHEELHOUSE_DEMO === '1',
    log_level: s.WHEELHOUSE_LOG,
    heartbeat: {
      late_factor: s.HEARTBEAT_LATE_FACTOR,
      offline_factor: s.HEARTBEAT_OFFLINE_FACTOR,
      offline_floor_s: s.HEARTBEAT_OFFLINE_FLOOR_S,
      long_offline_s: s.HEARTBEAT_LONG_OFFLINE_S,
    },
    command_timeout_s: s.COMMAND_TIMEOUT_S,
    requests_per_minute: s.REQUESTS_PER_MINUTE,
    commands_per_minute: s.COMMANDS_PER_MINUTE,
    hardware_id_digits: s.HARDWARE_ID_DIGITS,
    map_style_url: s.MAP_STYLE_URL,
    sentry_dsn: s.SENTRY_DSN,
  }
}
