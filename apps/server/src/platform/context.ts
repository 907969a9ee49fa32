import type { Kysely, Transaction } from 'kysely'
import type { Database } from '@wheelhouse/db/tables.gen.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Jobs } from './jobs.ts'
import type { Log } from './log.ts'

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

/** A console user as the row stands in this very request. */
export interface Person {
  id: string
  email: string
  name: string
  organization_id: string | null
  /** The sign-in that the token is of; null where a provider does not tell it. */
  session_id: string | null
}

/** Under what a person repeats a write (values: idempotency). */
export interface IdempotencyKey {
  key: string
  /** Of method, address and body. */
  request_hash: Buffer
  isSecret: boolean
}

/** What a verb or a query may know of the request. */
export interface Ctx {
  db: Db
  person: Person
  correlation_id: string
  clock: Clock
  config: Config
  log: Log
  /** Work that outlives the request: sent in the verb's transaction. */
  jobs: Jobs
  /** Where the request carries one; `write` reads it. */
  idempotency?: IdempotencyKey | undefined
}
