import { sql } from 'kysely'
import type { Tx } from './context.ts'

/** What transactions wait for that change the same thing, where no row can be locked: it may not exist yet, or there are many. */
type LockName =
  /** Who holds which rights: one change at a time, so that two together do not take the last superadmin. */
  | 'role_grants'
  | 'imports'
  /** With the person. */
  | 'background_jobs'
  | 'commands'
  | 'reports'
  | 'list_layouts'
  | 'saved_views'
  /** With the organization. */
  | 'rental_fleets'
  | 'shared_views'
  /** With the text that is unique. */
  | 'config_templates'
  | 'locations'
  | 'points_of_interest'
  | 'qr_codes'
  | 'rental_devices'
  | 'sim_cards'
  /** With the id of the thing. */
  | 'external_devices'
  | 'price_lists'
  | 'sim_messages'

/** Waits until no other transaction holds this lock; it is held until the transaction ends. */
export async function lockName(tx: Tx, name: LockName, of?: string): Promise<void> {
  const text = of === undefined ? name : `${name} ${of}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${text}, 0))`.execute(tx)
}
