import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from '@wheelhouse/db/database.ts'
import { openPool } from '@wheelhouse/db/database.ts'
import { startPostgres } from '@wheelhouse/db/embedded/embedded.ts'
import { migrate } from '@wheelhouse/db/migrate.ts'
import { scaleOf, seedScale } from '@wheelhouse/db/scale/scale.ts'
import type { Scale } from '@wheelhouse/db/scale/scale.ts'
import { scaleText } from '@wheelhouse/db/scale/sizes.ts'
import { openIdentity } from './identity.ts'
import type { Identity } from './identity.ts'
import { installationKey, startServer } from './server.ts'
import type { Server } from './server.ts'

export const root = join(import.meta.dirname, '..')

/** A database filled to a scale, and a pool for inspecting it. */
export interface Filled {
  url: string
  pool: Pool
  scale: Scale
}

interface Size {
  sessions: number
  grants?: number
  riders?: number
}

/** A million users with 2.6 million memberships, and 20,000 devices. */
export const manyPeople = { sessions: 200_000, riders: 1_000_000 }

/**
 * What benchmarks run on: a separate PostgreSQL, embedded as in the product, a token issuer, and one server at a time.
 */
export interface Fixtures {
  folder: string
  identity: Identity
  say: (line: string) => void
  filled(size: Size): Promise<Filled>
  /** The real server in a separate process; reuses the running one if it has that database and these settings. */
  server(on: Filled, settings?: Record<string, string>): Promise<Server>
  stopServer(): Promise<void>
  close(): Promise<void>
}

export async function openFixtures(folder: string, say: (line: string) => void): Promise<Fixtures> {
  // PostgreSQL may run under a different user, who must be able to enter.
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), log: say })
  const identity = await openIdentity()
  const open = new Map<string, Filled>()
  let running: { key: string; server: Server } | undefined

  async function stopServer(): Promise<void> {
    await running?.server.stop()
    running = undefined
  }

  return {
    folder,
    identity,
    say,
    async filled(size) {
      const name = databaseName(size)
      const database = open.get(name) ?? (await fill(postgres.url, name, size, say))
      open.set(name, database)
      return database
    },
    async server(on, settings = {}) {
      const key = `${on.url} ${JSON.stringify(settings)}`
      if (running?.key !== key) {
        await stopServer()
        running = { key, server: await startServer({ databaseUrl: on.url, identity, folder, settings }) }
      }
      return running.server
    },
    stopServer,
    async close() {
      await stopServer()
      await identity.close()
      for (const { pool } of open.values()) await pool.end()
      await postgres.stop()
    },
  }
}

/** The database name contains a hash of these sources, so that a change to them fills a new database. */
const sources = ['packages/db/migrations', 'packages/db/src/scale', 'packages/db/src/seed']

function databaseName({ sessions, grants, riders }: Size): string {
  const hash = createHash('sha256')
  for (const folder of sources)
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).toSorted())
      if (!file.endsWith('.test.ts') && /\.(ts|sql)$/.test(file)) hash.update(readFileSync(join(root, folder, file)))
  return `bench_${sessions}_${grants ?? 'usual'}_${riders ?? 'usual'}_${hash.digest('hex').slice(0, 8)}`
}

async function fill(serverUrl: string, name: string, size: Size, say: (line: string) => void): Promise<Filled> {
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  await makeDatabase(serverUrl, name)
  const pool = openPool(url, { max: 4, statementTimeoutMs: 0, applicationName: 'wheelhouse bench' })
  await migrate(pool)
  const existing = await scaleOf(pool)
  if (existing) return { url, pool, scale: existing }
  const about = Object.entries(size)
    .map(([what, count]) => `${scaleText(count)} ${what}`)
    .join(', ')
  say(`Filling a database with ${about} ...`)
  const began = performance.now()
  const scale = await seedScale({ pool, ...size, installationKey, isReplacing: true })
  say(`Filled in ${((performance.now() - began) / 1000).toFixed(0)} s.`)
  return { url, pool, scale }
}

/** Drops the databases of earlier versions of the sources. */
async function makeDatabase(serverUrl: string, name: string): Promise<void> {
  const server = openPool(serverUrl, { max: 1, statementTimeoutMs: 0 })
  try {
    const { rows } = await server.query<{ datname: string }>(
      `select datname from pg_database where datname like 'bench\\_%'`,
    )
    const state = name.slice(-8)
    for (const { datname } of rows)
      if (!datname.endsWith(state)) await server.query(`drop database ${datname} with (force)`)
    if (!rows.some(({ datname }) => datname === name)) await server.query(`create database ${name}`)
  } finally {
    await server.end()
  }
}
