import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { needsOf } from '@wheelhouse/contract/access.ts'
import { certain } from '@wheelhouse/contract/certain.ts'
import { openDatabase, openPool } from '@wheelhouse/db/database.ts'
import type { Db, Pool } from '@wheelhouse/db/database.ts'
import { asRole, layDatabaseRoles } from '@wheelhouse/db/database-roles.ts'
import { startPostgres } from '@wheelhouse/db/embedded/embedded.ts'
import type { EmbeddedPostgres } from '@wheelhouse/db/embedded/embedded.ts'
import { layFoundation } from '@wheelhouse/db/foundation.ts'
import { migrate } from '@wheelhouse/db/migrate.ts'
import { secretHash } from '../../apps/server/src/gateway/broker-secrets.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import type { LoadDock } from '../../apps/server/test/gateway/device-load.ts'
import { createFactories } from '../../apps/server/test/support/factories.ts'
import { freePort, startServer } from '../server.ts'
import type { Server } from '../server.ts'
import type { FaultFixtures } from './fault.ts'

export const secret = 'a secret of these controllers'
const meshes = 4
const docksOfMesh = 20
const inBatch = 20

/** An installation with a separate database, one organization, its docks and a person who may do what is tried. */
export interface Ground {
  folder: string
  dataDir: string
  postgres: EmbeddedPostgres
  /** As the services connect to it. */
  databaseUrl: string
  pool: Pool
  db: Db
  token: string
  location_id: string
  docks: LoadDock[]
  /** One for each writer, and the locations that it puts in and takes out in one batch. */
  groups: string[]
  batch: string[]
  /** Starts the services; again on the same ports when they were killed. */
  startServer(settings?: Record<string, string>): Promise<Server>
  close(): Promise<void>
}

interface GroundOptions {
  /** Below the run's folder where absent. */
  dataDir?: string
  postgresSettings?: Record<string, string>
  /** How many writers call the API at once. */
  writers: number
}

export async function openGround(fixtures: FaultFixtures, options: GroundOptions): Promise<Ground> {
  const { folder, identity } = fixtures
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  const dataDir = options.dataDir ?? join(folder, 'postgres')
  const postgres = await startPostgres({ dataDir, settings: options.postgresSettings ?? {} })
  const pool = openPool(postgres.url, { max: 4, applicationName: 'wheelhouse faults' })
  await migrate(pool)
  await layFoundation(pool)
  await layDatabaseRoles(pool)
  const databaseUrl = asRole(postgres.url, 'services')
  const db = openDatabase(pool)
  const things = await makeThings(db, options.writers)
  const [port, mqttPort] = [await freePort(), await freePort()]
  let running: Server | undefined
  return {
    ...things,
    folder,
    dataDir,
    postgres,
    databaseUrl,
    pool,
    db,
    token: await identity.token(things.person_id),
    async startServer(settings = {}) {
      running = await startServer({
        databaseUrl: settings.DATABASE_URL ?? databaseUrl,
        identity,
        folder,
        settings: { PORT: String(port), MQTT_PORT: String(mqttPort), WHEELHOUSE_LOG: 'error', ...settings },
      })
      return running
    },
    async close() {
      await running?.stop()
      await pool.end()
      await postgres.stop()
    },
  }
}

const needs = {
  location: ['GET', 'GET_EVENTS'],
  device: ['GET', 'SETSTATUS', 'FORCESTATUS', 'GETCMDSHISTORY'],
  hardware: ['UPDATE'],
  session: ['GET'],
  point_of_interest: ['GET', 'CREATE'],
  resource_group: ['GET', 'GET_RESOURCES', 'GETBELONGS', 'MODIFYBELONGS'],
  payment: ['GET', 'REFUND'],
} as const

async function makeThings(db: Db, writers: number) {
  const make = createFactories(db, systemClock)
  const organization = await make.organization()
  const location_id = await make.location(organization)
  const docks: LoadDock[] = []
  for (let mesh = 0; mesh < meshes; mesh++) {
    const controller_id = await make.controller(secretHash(secret))
    for (let n = 0; n < docksOfMesh; n++) {
      const hardware_id = await make.hardware(controller_id)
      docks.push({ controller_id, hardware_id, device_id: await make.device(location_id, { hardware_id }) })
    }
  }
  const groups: string[] = []
  for (let n = 0; n < writers; n++) groups.push(await make.group())
  const batch: string[] = []
  for (let n = 0; n < inBatch; n++) batch.push(await make.location(null))
  const person_id = await make.consoleUser(organization.id)
  const rights = needsOf(needs).flatMap(([type, actions]) => actions.map((action) => [type, action] as const))
  const everything = await db.selectFrom('resource_groups').select('id').where('covers_everything', '=', true).execute()
  for (const group_id of [organization.owner, ...everything.map(({ id }) => id)])
    await make.grant(person_id, group_id, rights)
  return { location_id, docks, groups, batch, person_id }
}

/** The process that all others of this PostgreSQL belong to. */
export const postmasterOf = ({ dataDir }: Pick<Ground, 'dataDir'>): number =>
  Number(certain(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]))

/** Looks again and again until it holds; false when it has not within the time. */
export async function holdsWithin(ms: number, look: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const until = performance.now() + ms; performance.now() < until; await pause(20)) if (await look()) return true
  return false
}
