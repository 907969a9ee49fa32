import type pg from 'pg'
import { hashPassword } from '../passwords.ts'
import { insertAllowlists } from './allowlists.ts'
import { writeFleetFiles } from './hardware/fleet-files.ts'
import { insertHeartbeatHistory } from './heartbeats.ts'
import { insertRows } from './insert-rows.ts'
import { insertFeedback } from './people/feedback.ts'
import { insertRentals } from './rentals/rentals.ts'
import {
  insertAccounts,
  insertDashboards,
  insertField,
  insertFixtures,
  insertHardwareExtras,
  insertHistory,
  insertMaintenanceLog,
  insertMoney,
  insertOverstays,
  insertOwnRoles,
  insertPublicAreas,
  insertReminders,
  insertRights,
  insertSubscriptions,
} from './insert-past.ts'
import { makePast } from './past.ts'

export const demonstrationPassword = 'demo'

export interface Demonstration {
  pool: pg.Pool
  /** State folder: `fleet.json` and `fleet-secrets.json` are written there. */
  dataDir: string
  /** PINs, cards and keys of apps are sealed with it. */
  installationKey: string
  now?: Date
}

/**
 * Fills a migrated, empty database with the past of the demonstration; the fleet provides the present. One transaction,
 * with the same rows for the same `now`, except for password hashes, sealed keys and the secrets of the controllers.
 */
export async function seedDemonstration(demonstration: Demonstration): Promise<void> {
  const { pool, dataDir, installationKey, now: date = new Date() } = demonstration
  const now = date.getTime()
  const past = makePast(now)
  const passwords = await Promise.all(
    past.staff.accounts.map(async (account) => (account.has_password ? hashPassword(demonstrationPassword) : null)),
  )
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    await insertRights(client, past)
    await insertAccounts(client, past.staff.accounts, passwords)
    await insertField(client, past, installationKey)
    await insertFixtures(client, past)
    await insertOwnRoles(client, past)
    await insertHistory(client, past, now)
    await insertHardwareExtras(client, past)
    await insertRentals(client, past.rentals, now)
    await insertAllowlists(client, past.allowlists, installationKey)
    await insertHeartbeatHistory(client, now)
    await insertRows(client, 'outages', past.outages)
    await insertMaintenanceLog(client, past)
    await insertMoney(client, past, now)
    await insertSubscriptions(client, past)
    await insertOverstays(client, past)
    await insertReminders(client, past)
    await insertDashboards(client, past)
    await insertPublicAreas(client, past)
    await insertFeedback(client, past.feedback)
    await insertRows(client, 'saved_views', past.savedViews)
    await insertRows(client, 'reports', past.reports.rows)
    await insertRows(client, 'resource_group_members', past.reports.members)
    await client.query(`insert into installation (key, value) values ('demonstration', 'true')`)
    // Before the commit, because a demonstration whose fleet has no files would not move.
    writeFleetFiles(dataDir, past.fleet, {
      ...past.devices.secrets,
      ...past.stock.secrets,
      ...past.rentals.vehicles.secrets,
    })
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
  // Without fresh statistics the first minutes would use plans for empty tables.
  await pool.query('analyze')
}
