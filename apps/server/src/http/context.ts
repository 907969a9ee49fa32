import type { Kysely, Transaction } from 'kysely'
import type { Database } from '@wheelhouse/db/tables.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Log } from '../platform/log.ts'

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

/** A console user as the row stands in this very request. */
export interface Person {
  id: string
  email: string
  name: string
  organization_id: string | null
}

/** What a verb or a query may know of the request. */
export interface Ctx {
  db: Db
  person: Person
  correlation_id: string
  clock: Clock
  config: Config
  log: Log
}
