import type pg from 'pg'
import { certain, recordOf } from '@wheelhouse/contract/certain.ts'
import { ensureEventPartitions } from '../event-partitions.ts'
import { emptyAll, holdsData, restoreIndexes, dropIndexes } from './bulk.ts'
import { makeChance, pastDays } from './chance-in-sql.ts'
import { makeAlarms, makeDevices, makeLocations, makeStates } from './field.ts'
import { makeHeartbeats } from './heartbeats.ts'
import { makeCommands, makeOpenSessions, makeRiders, makeSessions } from './history.ts'
import { makeGroups, makeMembers, makePeople } from './rights.ts'
import type { Place } from './rights.ts'
import { ScaleError, sizesOf } from './sizes.ts'
import type { Sizes } from './sizes.ts'
import { views } from './views.ts'
import type { ViewKey } from './views.ts'

export interface ScaleOptions {
  pool: pg.Pool
  sessions: number
  /** Approximate number of grants of the crowd; by default 2.5 per person. */
  grants?: number
  /** By default a tenth of the sessions. */
  riders?: number
  /** PINs and cards are sealed with it. */
  installationKey: string
  /** Days of heartbeat history in hours for every device; 0: only for some devices. */
  historyDays?: number
  /** Empties a database that contains other data; otherwise such a database is refused. */
  isReplacing?: boolean
  now?: Date
  report?: (line: string) => void
}

/** Stored in the table `installation` under `scale`. */
export interface Scale {
  sessions: number
  made_at: string
  sizes: Sizes
  people: Record<ViewKey, { id: string; name: string; email: string }>
}

const dayMs = 86_400_000
/** The tables with the most rows. */
const filled = [
  'parking_sessions',
  'events',
  'commands',
  'resource_group_members',
  'role_grants',
  'devices',
  'hardware',
  'users',
  'access_keys',
]

/** Fills a migrated database for measurements, in one transaction: the same size and `now` give the same rows, but for the sealed text of keys. */
export async function seedScale({
  pool,
  sessions,
  grants,
  riders,
  installationKey,
  historyDays = 2,
  isReplacing = false,
  now = new Date(),
  report = () => {},
}: ScaleOptions): Promise<Scale> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const setting of [
      `statement_timeout = 0`,
      `work_mem = '256MB'`,
      `maintenance_work_mem = '1GB'`,
      `plan_cache_mode = auto`,
      `synchronous_commit = off`,
    ])
      await client.query(`set local ${setting}`)
    await makeRoom(client, isReplacing)
    const scale = await fill(
      {
        client,
        run: (text) => client.query(text),
        sizes: sizesOf(sessions, grants, riders),
        installationKey,
        now: now.getTime(),
      },
      historyDays,
      report,
    )
    await client.query('commit')
    // Its functions belong to this connection.
    await client.query('discard temp')
    report('Vacuum and statistics')
    await client.query('set statement_timeout = 0')
    await client.query('vacuum (analyze)')
    return scale
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    // Closing the connection discards its settings and temporary functions.
    client.release(true)
  }
}

async function makeRoom(client: pg.PoolClient, isReplacing: boolean): Promise<void> {
  if (!(await holdsData(client))) return
  if (!isReplacing)
    throw new ScaleError(
      'The database contains other data; choose an empty one, or add --replace, which deletes everything in it.',
    )
  await emptyAll(client)
}

async function fill(place: Place, historyDays: number, report: (line: string) => void): Promise<Scale> {
  const { run, client, sizes, now } = place
  await makeChance(run)
  const dropped = await dropIndexes(run, filled)
  await ensureEventPartitions(client, new Date(now - (pastDays + 1) * dayMs), new Date(now + 62 * dayMs))
  report(`${sizes.people.toLocaleString('en')} people, ${sizes.organizations} organizations and their groups`)
  await makeGroups(place)
  await makePeople(place)
  report(`${sizes.locations.toLocaleString('en')} locations and their devices`)
  await makeLocations(place)
  await makeDevices(place)
  await makeStates(place)
  await makeAlarms(place)
  report(`${sizes.riders.toLocaleString('en')} riders`)
  await makeRiders(place)
  await makeMembers(place)
  await makeSessions(place, (done) =>
    report(`${done.toLocaleString('en')} of ${sizes.sessions.toLocaleString('en')} sessions`),
  )
  await makeOpenSessions(place)
  await makeCommands(place)
  report('A month of heartbeats')
  await makeHeartbeats(place, historyDays)
  await restoreIndexes(run, dropped, (label) => report(`Making the ${label}`))
  return remember(place)
}

async function remember({ client, sizes, now }: Place): Promise<Scale> {
  const { rows } = await client.query<{ key: ViewKey; id: string; name: string }>(
    'select key, id, name from scale_people where key = any($1::text[])',
    [views.map(({ key }) => key)],
  )
  const people = recordOf(
    views.map(({ key }) => key),
    (key) => {
      const { id, name } = certain(rows.find((row) => row.key === key))
      return { id, name, email: `${key}@scale.test` }
    },
  )
  const scale: Scale = { sessions: sizes.sessions, made_at: new Date(now).toISOString(), sizes, people }
  await client.query(`insert into installation (key, value) values ('scale', $1)`, [JSON.stringify(scale)])
  return scale
}

/** The size and the known people of a database filled by this module, or null. */
export async function scaleOf(pool: pg.Pool): Promise<Scale | null> {
  const { rows } = await pool.query<{ value: Scale }>(`select value from installation where key = 'scale'`)
  return rows[0]?.value ?? null
}
