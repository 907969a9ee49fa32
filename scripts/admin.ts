import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { valueIn } from '@wheelhouse/contract/certain.ts'
import type { Pool } from '@wheelhouse/db/database.ts'
import { AdministratorError, createAdministrator } from '@wheelhouse/db/first-administrator.ts'
import { layFoundation } from '@wheelhouse/db/foundation.ts'
import { messageOf } from '@wheelhouse/db/thrown.ts'
import type { MainDatabase } from './main-database.ts'
import { StartError } from './settings.ts'
import type { StartSettings } from './settings.ts'
import { withDatabase, withDatabaseBeside } from './with-database.ts'

/**
 * `npm run admin -- create EMAIL`: creates a superadmin with a one-time link. `npm run admin -- remove-demo`: removes
 * the demonstration from an installation.
 */
const usage = `npm run admin -- create EMAIL [--name NAME] [--organization NAME] [--sub UUID]
npm run admin -- remove-demo [--yes]`

const options = {
  name: { type: 'string' },
  organization: { type: 'string', default: 'Wheelhouse' },
  sub: { type: 'string' },
  yes: { type: 'boolean', default: false },
} as const

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

function read() {
  try {
    const given = parseGiven()
    const found = valueIn(work, given.positionals[0])
    if (found) return { ...given, work: found }
    process.stderr.write(`${usage}\n`)
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n${usage}\n`)
  }
  return undefined
}
type Given = ReturnType<typeof parseGiven>
const parseGiven = () => parseArgs({ options, allowPositionals: true })

async function create(
  { pool }: MainDatabase,
  settings: StartSettings,
  { positionals, values }: Given,
): Promise<string> {
  const email = positionals[1] ?? ''
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new StartError(`'${email}' is not an email address.\n${usage}`)
  if (values.sub && !uuid.test(values.sub))
    throw new StartError(`'${values.sub}' is not a UUID, as the sub of a person has to be.`)
  if (settings.identityUrl && !values.sub)
    throw new StartError('With IDENTITY_URL the person signs in there: name its id with --sub, the sub of its tokens.')
  await layFoundation(pool)
  const name = values.name ?? email.split('@')[0] ?? email
  const link = await createAdministrator(pool, {
    email,
    name,
    organization: values.organization,
    sub: values.sub,
  }).catch((error: unknown) => {
    throw error instanceof AdministratorError ? new StartError(error.message) : error
  })
  if (!link) return `${email} is a superadmin and signs in at ${settings.identityUrl}.`
  const provider = process.env.IDENTITY_ISSUER || `http://localhost:${settings.ports.IDENTITY_PORT}`
  return `${email} is a superadmin. The first person to open this link chooses the password; it is valid for 7 days and one use:\n  ${provider}/${link}`
}

const fleetFiles = ['fleet.json', 'fleet-secrets.json', 'fleet-state.json']

async function removeDemonstration(
  { pool }: MainDatabase,
  settings: StartSettings,
  { values }: Given,
): Promise<string> {
  const { rows } = await pool.query<{ value: unknown }>(`select value from installation where key = 'demonstration'`)
  if (rows[0]?.value !== true) return 'There is no demonstration here.'
  if (!values.yes) await confirm()
  await emptyTables(pool)
  await pool.query(`insert into installation (key, value) values ('demonstration', 'false')`)
  await layFoundation(pool)
  for (const file of fleetFiles) rmSync(join(settings.dataDir, file), { force: true })
  return 'The demonstration is gone, and all rows with it. Next: npm run admin -- create EMAIL'
}

async function confirm(): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(
    'Everything in this installation will be removed, including sessions and events. Type "remove" to continue: ',
  )
  terminal.close()
  if (answer.trim() !== 'remove') throw new StartError('Nothing was removed.')
}

/** Empties every table of the product; the record of applied migrations stays. */
async function emptyTables(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migrations'`,
  )
  await pool.query(`truncate ${rows.map(({ name }) => name).join(', ')}`)
}

const work = { create, 'remove-demo': removeDemonstration }

const given = read()
const run = given?.work === create ? withDatabaseBeside : withDatabase
if (given) await run(async (database, settings, say) => say(await given.work(database, settings, given)))
else process.exitCode = 1
