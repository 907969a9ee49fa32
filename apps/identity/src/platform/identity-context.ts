import type { Provider } from 'oidc-provider'
import type pg from 'pg'
import type { Mail } from '@wheelhouse/mail/mail.ts'
import type { Background } from './background.ts'
import type { Hashing } from './hashing.ts'
import type { IdentitySettings } from './settings.ts'

/** What every part of the identity provider works with. */
export interface IdentityContext {
  pool: pg.Pool
  issuer: string
  consoleOrigin: string
  isDemonstration: boolean
  clock: Clock
  log: Log
  settings: IdentitySettings
  mail: Mail
  hashing: Hashing
  background: Background
}

/** Injected, so that a test moves time instead of waiting for it. */
export interface Clock {
  now(): Date
}

export interface Log {
  info(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** One step of an answer, as the library behind takes it. */
export type Middleware = Parameters<Provider['use']>[0]
export type Context = Parameters<Middleware>[0]
