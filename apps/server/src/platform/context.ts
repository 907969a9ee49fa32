import type { Kysely, Transaction } from 'kysely'
import type { Database } from '@wheelhouse/db/tables.gen.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Jobs } from './jobs.ts'
import type { Log } from './log.ts'

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

/** The console user as read from the database for this request. */
export interface Person {
  id: string
  email: string
  name: string
  organization_id: string | null
  /** The sign-in that the token belongs to; null where a provider does not name it. */
  session_id: string | null
  /** Who really asks, where the console is seen as this person would see it (decision 42). */
  viewer_id?: string
}

/** Identifies a repeated write of a person (values: idempotency). */
export interface IdempotencyKey {
  key: string
  /** Hash of method, address and body. */
  request_hash: Buffer
  isSecret: boolean
}

/** What a verb or a query may know about the request. */
export interface Ctx {
  db: Db
  person: Person
  correlation_id: string
  clock: Clock
  config: Config
  log: Log
  /** Work that outlives the request; it is queued in the verb's transaction. */
  jobs: Jobs
  /** Set when the request carries one; `write` reads it. */
  idempotency?: IdempotencyKey | undefined
}
