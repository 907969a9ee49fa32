import type { Pool } from '@wheelhouse/db/database.ts'
import { StartError, isLoopback } from './settings.ts'
import type { StartSettings } from './settings.ts'

export type Seed = () => Promise<void>

export const accounts = ['superadmin', 'support', 'technician', 'owner', 'viewer'].map((name) => `${name}@demo.test`)
export const password = 'demo'

/**
 * Whether this installation is the demonstration: an embedded database that was empty at its first start, on loopback.
 * Decided once and stored in the database, because the passwords of its accounts are public.
 */
export async function demonstrationOf(pool: Pool, settings: StartSettings, seed: Seed): Promise<boolean> {
  const { rows } = await pool.query<{ value: unknown }>(`select value from installation where key = 'demonstration'`)
  const refusal = refusalOf(settings)
  if (refusal && (rows[0]?.value === true || (await hasKnownPasswords(pool)))) throw new StartError(refusal)
  if (rows[0]) return rows[0].value === true
  const isDemonstration = !refusal && (await isEmpty(pool))
  if (isDemonstration) await seed()
  if (!settings.databaseUrl) await remember(pool, isDemonstration)
  return isDemonstration
}

function refusalOf({ databaseUrl, isProduction, host }: StartSettings): string | undefined {
  const finding = 'holds the demonstration data, whose passwords everybody knows'
  if (databaseUrl)
    return `The database of DATABASE_URL ${finding}: choose an empty one, or remove the data with npm run admin -- remove-demo.`
  if (isProduction)
    return `This state folder ${finding}: it does not start with NODE_ENV=production. Set WHEELHOUSE_DATA to an empty folder, or DATABASE_URL, or remove the data with npm run admin -- remove-demo.`
  if (!isLoopback(host))
    return `This state folder ${finding}: it does not listen on HOST=${host}, only on this machine. Set WHEELHOUSE_DATA to an empty folder, or DATABASE_URL.`
  return undefined
}

/** Detects a copy of a demonstration, whatever its settings say. */
async function hasKnownPasswords(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ has: boolean }>(
    'select exists (select from accounts where lower(email) = any($1) and password_hash is not null and disabled_at is null) as has',
    [accounts],
  )
  return rows[0]?.has === true
}

async function isEmpty(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ has_rows: boolean }>(
    'select exists (select from organizations) or exists (select from console_users) as has_rows',
  )
  return rows[0]?.has_rows === false
}

async function remember(pool: Pool, isDemonstration: boolean): Promise<void> {
  await pool.query(`insert into installation (key, value) values ('demonstration', $1) on conflict (key) do nothing`, [
    JSON.stringify(isDemonstration),
  ])
}
