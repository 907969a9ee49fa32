import type { Provider } from 'oidc-provider'
import type pg from 'pg'
import type { Mail } from '@wheelhouse/mail/mail.ts'
import type { Background } from './background.ts'
import type { Hashing } from './hashing.ts'
import type { IdentitySettings } from './settings.ts'

/** Dependencies of every part of the identity provider. */
export interface IdentityContext {
  pool: pg.Pool
  issuer: string
  consoleOrigin: string
  isDemonstration: boolean
  /** Seals secrets in the database; undefined stores them in the clear. */
  installationKey: string | undefined
  clock: Clock
  log: Log
  settings: IdentitySettings
  mail: Mail
  hashing: Hashing
  background: Background
}

/** Injected, so that tests set the time instead of waiting. */
export interface Clock {
  now(): Date
}

export interface Log {
  info(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** A middleware of the OpenID library. */
export type Middleware = Parameters<Provider['use']>[0]
export type Context = Parameters<Middleware>[0]
