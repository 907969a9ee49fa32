import * as z from 'zod'
import { readInstallationKey } from '@wheelhouse/db/installation-key.ts'

/** A wrong setting ends the start with this one sentence. */
export class SettingError extends Error {}

const port = (fallback: number) => z.coerce.number().int().min(1).max(65535).default(fallback)
const address = (protocol: RegExp, what: string) =>
  z.string().refine((text) => URL.canParse(text) && protocol.test(new URL(text).protocol), `it is not ${what}`)
const seconds = (fallback: number) => z.coerce.number().positive().default(fallback)
const factor = (fallback: number) => z.coerce.number().positive().default(fallback)

const Settings = z.object({
  DATABASE_URL: z.string().min(1),
  PORT: port(3000),
  IDENTITY_PORT: port(3001),
  MQTT_PORT: port(1883),
  /** A broker of one's own, `mqtt[s]://[user:password@]host[:port]`, instead of the embedded one. */
  MQTT_URL: address(/^mqtts?:$/, 'the address of a broker, such as mqtts://gateway:password@broker.example.org:8883').optional(),
  /** A hosted identity provider: below it lie /oauth2/authorize, /oauth2/token and /logout. */
  IDENTITY_URL: address(/^https?:$/, 'the address of an identity provider, such as https://id.example.org').optional(),
  /** Who signs the tokens, with the keys at /.well-known/jwks.json: IDENTITY_URL itself, or the public address of the embedded provider. */
  IDENTITY_ISSUER: address(/^https?:$/, 'the address that the tokens name as their issuer').optional(),
  /** What its access tokens name as their audience. A provider that names none names the client instead. */
  IDENTITY_AUDIENCE: z.string().optional(),
  /** The console's public address. */
  CONSOLE_URL: address(/^https?:$/, 'the address of the console, such as https://console.example.org').optional(),
  IDENTITY_CLIENT_ID: z.string().min(1).default('wheelhouse-console'),
  /** Asked for at sign-in. */
  IDENTITY_SCOPES: z.string().min(1).default('signin.user.admin console.user'),
  /** The one of them that these services ask of a token. */
  IDENTITY_API_SCOPE: z.string().min(1).default('console.user'),
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
  SEARCHES_PER_MINUTE: z.coerce.number().int().positive().default(180),
  /** 12 to 32 hexadecimal digits are accepted by configuration. */
  HARDWARE_ID_DIGITS: z.coerce.number().int().min(12).max(32).default(24),
  MAP_STYLE_URL: z.string().default(''),
  SENTRY_DSN: z.string().default(''),
})

export interface IdentityConfig {
  isEmbedded: boolean
  issuer: string
  /** Where this process reaches the provider, which may be another address than the public one. */
  internal_url: string
  /** Null: tokens name their client instead. */
  audience: string | null
  client_id: string
  scopes: string[]
  api_scope: string
}

export interface Config {
  database_url: string
  port: number
  console_url: string
  identity_url: string
  identity: IdentityConfig
  /** What the services and the identity provider both know; undefined without a state folder. */
  installation_key: string | undefined
  /** Null: the embedded broker. */
  mqtt_url: string | null
  mqtt_port: number
  host: string | undefined
  data_dir: string
  is_demonstration: boolean
  log_level: string
  heartbeat: { late_factor: number; offline_factor: number; offline_floor_s: number; long_offline_s: number }
  command_timeout_s: number
  requests_per_minute: number
  commands_per_minute: number
  searches_per_minute: number
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
    console_url: withoutSlash(s.CONSOLE_URL || `http://localhost:${s.PORT}`),
    ...identityOf(s),
    installation_key: readInstallationKey(env),
    mqtt_url: s.MQTT_URL || null,
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
    searches_per_minute: s.SEARCHES_PER_MINUTE,
    hardware_id_digits: s.HARDWARE_ID_DIGITS,
    map_style_url: s.MAP_STYLE_URL,
    sentry_dsn: s.SENTRY_DSN,
  }
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

function identityOf(s: z.output<typeof Settings>): Pick<Config, 'identity_url' | 'identity'> {
  const isEmbedded = !s.IDENTITY_URL
  const beside = `http://localhost:${s.IDENTITY_PORT}`
  const issuer = withoutSlash(s.IDENTITY_ISSUER || s.IDENTITY_URL || beside)
  return {
    identity_url: isEmbedded ? issuer : withoutSlash(s.IDENTITY_URL ?? ''),
    identity: {
      isEmbedded,
      issuer,
      internal_url: isEmbedded ? beside : issuer,
      audience: isEmbedded ? 'wheelhouse-api' : s.IDENTITY_AUDIENCE || null,
      client_id: s.IDENTITY_CLIENT_ID,
      scopes: s.IDENTITY_SCOPES.split(/\s+/).filter(Boolean),
      api_scope: s.IDENTITY_API_SCOPE,
    },
  }
}
