import * as z from 'zod'
import type { BlockList } from 'node:net'
import { readMailSettings } from '@wheelhouse/mail/mail-settings.ts'
import type { MailSettings } from '@wheelhouse/mail/mail-settings.ts'
import { readBrokerAddress } from '@wheelhouse/device-protocol/broker-address.ts'
import { readInstallationKey } from '@wheelhouse/db/installation-key.ts'
import { fieldOf, fieldSettings } from './field-settings.ts'
import type { FieldConfig } from './field-settings.ts'
import { readNetworks } from './outward-http.ts'
import { mapSettings, mapsOf } from './map-settings.ts'
import type { MapConfig } from './map-settings.ts'
import { peopleConfigOf, peopleSettings } from './people-settings.ts'
import type { ChatConfig, PushConfig } from './people-settings.ts'
import { paymentsOf, providerSettings, simsOf } from './provider-settings.ts'
import type { PaymentConfig, SimConfig } from './provider-settings.ts'
import {
  address,
  days,
  factor,
  isBrokerEncrypted,
  isEncryptedBeyond,
  port,
  seconds,
  SettingError,
  withoutSlash,
} from './setting-kinds.ts'

const Settings = z.object({
  DATABASE_URL: z.string().min(1),
  PORT: port(3000),
  IDENTITY_PORT: port(3001),
  MQTT_PORT: port(1883),
  /** An external broker instead of the embedded one: `mqtt[s]://[user:password@]host[:port]`, for a cluster `host,host`. */
  MQTT_URL: z
    .string()
    .refine(
      (text) => readBrokerAddress(text) !== null,
      'it is not the address of a broker, such as mqtts://gateway:password@broker.example.org:8883',
    )
    .refine(isBrokerEncrypted, 'a broker on another machine is reached with TLS: it begins with mqtts://')
    .optional(),
  /** A hosted identity provider; /oauth2/authorize, /oauth2/token and /logout are below this address. */
  IDENTITY_URL: address(/^https?:$/, 'the address of an identity provider, such as https://id.example.org').optional(),
  /**
   * The issuer of the tokens, with the keys at /.well-known/jwks.json: IDENTITY_URL itself, or the public address of
   * the embedded provider.
   */
  IDENTITY_ISSUER: address(/^https?:$/, 'the address that the tokens name as their issuer').optional(),
  /** The audience of its access tokens. A provider without audiences names the client instead. */
  IDENTITY_AUDIENCE: z.string().optional(),
  /** The console's public address. */
  CONSOLE_URL: address(/^https?:$/, 'the address of the console, such as https://console.example.org').optional(),
  IDENTITY_CLIENT_ID: z.string().min(1).default('wheelhouse-console'),
  /** Requested at sign-in. */
  IDENTITY_SCOPES: z.string().min(1).default('signin.user.admin console.user'),
  /** The scope that these services require of a token. */
  IDENTITY_API_SCOPE: z.string().min(1).default('console.user'),
  /** How old a sign-in may be when rights are given or a person is erased; 0: of any age. */
  FRESH_SIGN_IN_S: z.coerce.number().int().min(0).max(86_400).optional(),
  HOST: z.string().optional(),
  WHEELHOUSE_DATA: z.string().min(1),
  WHEELHOUSE_DEMO: z.enum(['0', '1']).default('0'),
  /** Compares each reply that PostgreSQL writes with the contract, and fails where it differs: for tests and development. */
  CHECK_REPLIES: z.enum(['0', '1']).default('0'),
  WHEELHOUSE_LOG: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** Requests and commands per minute and person. */
  REQUESTS_PER_MINUTE: z.coerce.number().int().positive().default(600),
  REQUESTS_AT_ONCE: z.coerce.number().int().positive().default(6),
  COMMANDS_PER_MINUTE: z.coerce.number().int().positive().default(60),
  SEARCHES_PER_MINUTE: z.coerce.number().int().positive().default(180),
  /** How the address of a location's terms has to begin, such as https://terms.example.org/. */
  TERMS_URL_PREFIX: z.string().startsWith('https://', 'it begins with https://').default('https://'),
  /** 12 to 32 hexadecimal digits can be configured. */
  HARDWARE_ID_DIGITS: z.coerce.number().int().min(12).max(32).default(24),
  /** Lets hardware that nobody knows connect and wait for a decision; without it only known hardware connects. */
  PROVISIONING_SECRET: z.string().min(24).optional(),
  SENTRY_DSN: z.string().default(''),
  /**
   * Where photos are stored: by default a folder in the state folder, else `s3://bucket` or
   * `s3://key:secret@host[:port]/bucket?region=...`.
   */
  FILES_URL: address(
    /^(file|s3|s3\+http):$/,
    'the address of a folder or of a bucket, such as s3://key:secret@s3.example.org/photos',
  )
    .refine(isEncryptedBeyond('s3+http:'), 'a bucket on another machine is reached with TLS: it begins with s3://')
    .optional(),
  PHOTO_DAYS: days(30),
  PHOTO_LINK_S: seconds(900),
  /** How long the file of a report is kept and its link is valid. */
  REPORT_LINK_S: seconds(604_800),
  /** Hours in which a maintenance log entry is due, by its priority. */
  MAINTENANCE_CRITICAL_HOURS: factor(4),
  MAINTENANCE_HIGH_HOURS: factor(24),
  MAINTENANCE_MEDIUM_HOURS: factor(72),
  MAINTENANCE_LOW_HOURS: factor(168),
  /** How late a reminder may still be sent after a stop. */
  REMINDER_LATE_HOURS: factor(24),
  /** SMS commands per minute, by one person and to one SIM. */
  SMS_PER_MINUTE: z.coerce.number().int().positive().default(10),
  /** The status of a SIM is requested at most this often. */
  SIM_REFRESH_S: seconds(60),
  /** The riders' app signs with it what its riders say; without it nothing of the app is accepted. */
  RIDERS_APP_SECRET: z.string().min(32).optional(),
  /** Background jobs of one person that may be queued or running. */
  BACKGROUND_JOBS_AT_ONCE: z.coerce.number().int().positive().default(5),
  /** Networks that notifications may be sent into although they are not public, such as 10.20.0.0/16,::1/128. */
  NOTIFIER_ALLOWED_NETWORKS: z.string().refine(isNetworks, 'write it as 10.20.0.0/16,::1/128').default(''),
  /** How long aggregated notifications are gathered, and at which hour (UTC) the daily digest is sent. */
  NOTIFIER_AGGREGATE_S: seconds(600),
  NOTIFIER_DIGEST_HOUR: z.coerce.number().int().min(0).max(23).default(6),
  /** How long the delivery log keeps messages that have ended. */
  NOTIFIER_KEEP_DAYS: factor(90),
  ...fieldSettings,
  ...providerSettings,
  ...mapSettings,
  ...peopleSettings,
})

function isNetworks(text: string): boolean {
  try {
    readNetworks(text)
    return true
  } catch {
    return false
  }
}

export interface IdentityConfig {
  isEmbedded: boolean
  issuer: string
  /** The address under which this process reaches the provider, which may differ from the public one. */
  internal_url: string
  /** Null: tokens name their client instead. */
  audience: string | null
  client_id: string
  scopes: string[]
  api_scope: string
  /** How old a sign-in may be when rights are given or a person is erased; 0: of any age. */
  fresh_sign_in_s: number
}

export interface Config extends FieldConfig {
  database_url: string
  port: number
  console_url: string
  /** The public address is another one, so the nearest proxy is trusted to name the caller. */
  is_behind_proxy: boolean
  identity_url: string
  identity: IdentityConfig
  /** Known to the services and the identity provider; undefined without a state folder. */
  installation_key: string | undefined
  /** Null: the embedded broker. */
  mqtt_url: string | null
  mqtt_port: number
  host: string | undefined
  data_dir: string
  is_demonstration: boolean
  log_level: string
  terms_url_prefix: string
  requests_per_minute: number
  /** Of one person; the others wait. */
  requests_at_once: number
  commands_per_minute: number
  searches_per_minute: number
  hardware_id_digits: number
  /** Secret; empty: hardware that nobody knows is refused. */
  provisioning_secret: string
  maps: MapConfig
  sentry_dsn: string
  /** Null: a folder in the state folder. Secret: it may contain a key. */
  files_url: string | null
  photos: { days: number; link_s: number }
  reports: { link_s: number }
  maintenance: { due_hours: Record<'critical' | 'high' | 'medium' | 'low', number> }
  reminders: { late_hours: number }
  sims: SimConfig
  payments: PaymentConfig
  /** Secret; empty where no app is connected. */
  riders_app_secret: string
  sms_per_minute: number
  sim_refresh_s: number
  /** Replies that PostgreSQL writes are compared with the contract. */
  checks_replies: boolean
  background_jobs_at_once: number
  /** Secret: it may contain a password. */
  mail: MailSettings
  notifier: { allowed_networks: BlockList; aggregate_s: number; digest_hour: number; keep_days: number }
  push: PushConfig
  chats: ChatConfig
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
    is_behind_proxy: Boolean(s.CONSOLE_URL),
    console_url: withoutSlash(s.CONSOLE_URL || `http://localhost:${s.PORT}`),
    ...identityOf(s),
    installation_key: readInstallationKey(env),
    mqtt_url: s.MQTT_URL || null,
    mqtt_port: s.MQTT_PORT,
    host: s.HOST,
    data_dir: s.WHEELHOUSE_DATA,
    is_demonstration: s.WHEELHOUSE_DEMO === '1',
    log_level: s.WHEELHOUSE_LOG,
    ...fieldOf(s),
    terms_url_prefix: s.TERMS_URL_PREFIX,
    ...rateLimitsOf(s),
    hardware_id_digits: s.HARDWARE_ID_DIGITS,
    provisioning_secret: s.PROVISIONING_SECRET ?? '',
    maps: mapsOf(s, wrongSetting),
    sentry_dsn: s.SENTRY_DSN,
    ...photosOf(s),
    maintenance: maintenanceOf(s),
    reports: { link_s: s.REPORT_LINK_S },
    reminders: { late_hours: s.REMINDER_LATE_HOURS },
    sims: simsOf(s),
    mail: readMailSettings(env),
    notifier: notifierOf(s),
    ...peopleConfigOf(s, (name, reason) => {
      throw new SettingError(`The setting ${name} is missing: ${reason}`)
    }),
    payments: paymentsOf(s),
    riders_app_secret: s.RIDERS_APP_SECRET ?? '',
  }
}

function wrongSetting(name: string, reason: string): never {
  throw new SettingError(`The setting ${name} is wrong: ${reason}`)
}

const notifierOf = (s: z.output<typeof Settings>): Config['notifier'] => ({
  allowed_networks: readNetworks(s.NOTIFIER_ALLOWED_NETWORKS),
  aggregate_s: s.NOTIFIER_AGGREGATE_S,
  digest_hour: s.NOTIFIER_DIGEST_HOUR,
  keep_days: s.NOTIFIER_KEEP_DAYS,
})

/** Limits per person. */
const rateLimitsOf = (s: z.output<typeof Settings>) => ({
  requests_per_minute: s.REQUESTS_PER_MINUTE,
  requests_at_once: s.REQUESTS_AT_ONCE,
  commands_per_minute: s.COMMANDS_PER_MINUTE,
  searches_per_minute: s.SEARCHES_PER_MINUTE,
  sms_per_minute: s.SMS_PER_MINUTE,
  sim_refresh_s: s.SIM_REFRESH_S,
  checks_replies: s.CHECK_REPLIES === '1',
  background_jobs_at_once: s.BACKGROUND_JOBS_AT_ONCE,
})

const photosOf = (s: z.output<typeof Settings>): Pick<Config, 'files_url' | 'photos'> => ({
  files_url: s.FILES_URL || null,
  photos: { days: s.PHOTO_DAYS, link_s: s.PHOTO_LINK_S },
})

const maintenanceOf = (s: z.output<typeof Settings>): Config['maintenance'] => ({
  due_hours: {
    critical: s.MAINTENANCE_CRITICAL_HOURS,
    high: s.MAINTENANCE_HIGH_HOURS,
    medium: s.MAINTENANCE_MEDIUM_HOURS,
    low: s.MAINTENANCE_LOW_HOURS,
  },
})

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
      // The people of a demonstration share its accounts, and a hosted provider may not say when a person signed in.
      fresh_sign_in_s: s.FRESH_SIGN_IN_S ?? (isEmbedded && s.WHEELHOUSE_DEMO !== '1' ? 900 : 0),
    },
  }
}
