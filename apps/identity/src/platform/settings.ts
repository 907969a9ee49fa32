import { isIP } from 'node:net'
import { readInstallationKey } from '@wheelhouse/db/installation-key.ts'
import { MailSettingError, readMailSettings } from '@wheelhouse/mail/mail-settings.ts'
import type { MailSettings } from '@wheelhouse/mail/mail-settings.ts'

/** Shown as one sentence to the person who starts the product. */
export class SettingError extends Error {}

export interface Lifetimes {
  access_token_s: number
  /** A sign-in that is not used for so long ends. */
  refresh_token_s: number
  /** A sign-in ends after so long even if it is in use. */
  sign_in_s: number
  code_s: number
  interaction_s: number
  invitation_s: number
  reset_s: number
}

export interface LockRule {
  /** Failed attempts within an hour, from one address. */
  attempts: number
  /** From all addresses together; then only browsers on which the account signed in before may try. */
  attempts_everywhere: number
  lock_s: number
  /** Each lock within a day is twice as long as the previous one, up to this. */
  longest_lock_s: number
}

export interface AddressRule {
  per_minute: number
  per_hour: number
}

/** Who must have a second factor; everybody may. `internal`: people with a role for the provider's staff. */
export const secondFactorRules = ['optional', 'internal', 'everyone'] as const
export type SecondFactorRule = (typeof secondFactorRules)[number]

interface DefaultSettings {
  lifetimes: Lifetimes
  /** RFC 9700 section 2.2.2: those of a public client are valid for one use. */
  rotates_refresh_tokens: boolean
  /** A renewal whose answer was lost may be repeated for so long. */
  refresh_grace_s: number
  second_factor: SecondFactorRule
  attempts_per_minute: number
  /** Failed attempts from one address, over all accounts. */
  attempts_by_address: AddressRule
  lock: LockRule
  /** Mails with a link to a new password, to one person. */
  password_mails: { per_hour: number; per_day: number }
}

/** Values: thresholds and limits. */
export const defaultSettings: DefaultSettings = {
  lifetimes: {
    access_token_s: 3_600,
    refresh_token_s: 14 * 86_400,
    sign_in_s: 30 * 86_400,
    code_s: 300,
    interaction_s: 3_600,
    invitation_s: 7 * 86_400,
    reset_s: 3_600,
  },
  rotates_refresh_tokens: true,
  refresh_grace_s: 30,
  second_factor: 'optional',
  attempts_per_minute: 10,
  attempts_by_address: { per_minute: 30, per_hour: 200 },
  lock: { attempts: 20, attempts_everywhere: 200, lock_s: 900, longest_lock_s: 4 * 3_600 },
  password_mails: { per_hour: 3, per_day: 10 },
}

/** Everybody knows these passwords and may try them, so a lock is only a short pause. */
export const demonstrationLock: LockRule = { attempts: 20, attempts_everywhere: 200, lock_s: 10, longest_lock_s: 10 }

export type IdentitySettings = typeof defaultSettings

export interface MainSettings {
  database_url: string
  port: number
  /** Undefined: loopback, IPv4 and IPv6. */
  host: string | undefined
  issuer: string
  /** The public address differs from the listening address, so the proxy's headers about the caller are trusted. */
  is_behind_proxy: boolean
  console_origin: string
  is_demonstration: boolean
  log_level: string
  /** Seals the keys in the database; undefined stores them in the clear. */
  installation_key: string | undefined
  mail: MailSettings
  settings: IdentitySettings
}

type Environment = Record<string, string | undefined>

export function readMainSettings(env: Environment): MainSettings {
  if (!env.DATABASE_URL) throw new SettingError('DATABASE_URL is missing: the address of the PostgreSQL database.')
  const port = readPort(env, 'IDENTITY_PORT', 3001)
  return {
    database_url: env.DATABASE_URL,
    port,
    host: readHost(env.HOST),
    issuer: env.IDENTITY_ISSUER ? readOrigin('IDENTITY_ISSUER', env.IDENTITY_ISSUER) : `http://localhost:${port}`,
    is_behind_proxy: Boolean(env.IDENTITY_ISSUER),
    console_origin: env.CONSOLE_URL
      ? readOrigin('CONSOLE_URL', env.CONSOLE_URL)
      : `http://localhost:${readPort(env, 'PORT', 3000)}`,
    is_demonstration: env.WHEELHOUSE_DEMO === '1',
    log_level: env.WHEELHOUSE_LOG || 'info',
    installation_key: readInstallationKey(env),
    mail: readMail(env),
    settings: readSettings(env),
  }
}

// The maximum for access tokens is well below the day for which revoked grants are remembered.
function readSettings(env: Environment): IdentitySettings {
  const { lifetimes, attempts_per_minute, attempts_by_address: byAddress, lock } = defaultSettings
  return {
    lifetimes: {
      access_token_s: readCount(env, 'ACCESS_TOKEN_S', lifetimes.access_token_s, 43_200),
      refresh_token_s: readCount(env, 'REFRESH_TOKEN_S', lifetimes.refresh_token_s, 31_536_000),
      sign_in_s: readCount(env, 'SIGN_IN_LASTS_S', lifetimes.sign_in_s, 31_536_000),
      code_s: readCount(env, 'SIGN_IN_CODE_S', lifetimes.code_s, 600),
      interaction_s: readCount(env, 'SIGN_IN_PAGE_S', lifetimes.interaction_s, 86_400),
      invitation_s: readCount(env, 'INVITATION_S', lifetimes.invitation_s, 31_536_000),
      reset_s: readCount(env, 'PASSWORD_LINK_S', lifetimes.reset_s, 86_400),
    },
    rotates_refresh_tokens: env.ROTATE_REFRESH_TOKENS !== '0',
    refresh_grace_s: defaultSettings.refresh_grace_s,
    second_factor: readSecondFactor(env),
    attempts_per_minute: readCount(env, 'SIGN_IN_ATTEMPTS_PER_MINUTE', attempts_per_minute, 10_000),
    attempts_by_address: {
      per_minute: readCount(env, 'SIGN_IN_FAILURES_PER_MINUTE', byAddress.per_minute, 100_000),
      per_hour: readCount(env, 'SIGN_IN_FAILURES_PER_HOUR', byAddress.per_hour, 1_000_000),
    },
    password_mails: defaultSettings.password_mails,
    lock: {
      attempts: readCount(env, 'SIGN_IN_ATTEMPTS_BEFORE_LOCK', lock.attempts, 10_000),
      attempts_everywhere: lock.attempts_everywhere,
      lock_s: readCount(env, 'SIGN_IN_LOCK_S', lock.lock_s, 86_400),
      longest_lock_s: Math.max(lock.longest_lock_s, readCount(env, 'SIGN_IN_LOCK_S', lock.lock_s, 86_400)),
    },
  }
}

/** The people of a demonstration share its accounts, so a factor of one would lock out the others. */
function readSecondFactor({ SECOND_FACTOR: text, WHEELHOUSE_DEMO }: Environment): SecondFactorRule {
  if (!text) return WHEELHOUSE_DEMO === '1' ? 'optional' : 'internal'
  const rule = secondFactorRules.find((one) => one === text)
  if (rule) return rule
  throw new SettingError(`SECOND_FACTOR is '${text}'; it is one of ${secondFactorRules.join(', ')}.`)
}

function readMail(env: Environment): MailSettings {
  try {
    return readMailSettings(env)
  } catch (error) {
    if (error instanceof MailSettingError) throw new SettingError(error.message)
    throw error
  }
}

function readCount(env: Environment, name: string, fallback: number, atMost: number): number {
  const text = env[name]
  if (!text) return fallback
  if (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= atMost) return Number(text)
  throw new SettingError(`${name} is '${text}'; it is a whole number from 1 to ${atMost}.`)
}

function readPort(env: Environment, name: string, fallback: number): number {
  const text = env[name]
  if (!text) return fallback
  if (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535) return Number(text)
  throw new SettingError(`${name} is '${text}'; a port is a number from 1 to 65535.`)
}

function readHost(text: string | undefined): string | undefined {
  if (!text || text === 'localhost') return undefined
  if (isIP(text) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)) return text
  throw new SettingError(`HOST is '${text}'; it is the name or address to listen on, without a port.`)
}

function readOrigin(name: string, text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol)) return url.origin
  throw new SettingError(
    `${name} is '${text}'; it is the public address of that service, such as https://console.example.org.`,
  )
}
