import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openPool } from '@wheelhouse/db/database.ts'
import { asRole, layDatabaseRoles } from '@wheelhouse/db/database-roles.ts'
import { startPostgres } from '@wheelhouse/db/embedded/embedded.ts'
import { layFoundation } from '@wheelhouse/db/foundation.ts'
import { migrate } from '@wheelhouse/db/migrate.ts'
import { ledger, must } from '../bench.ts'
import type { Bench } from '../bench.ts'
import { ask } from '../http-load.ts'
import { loadNow } from '../measure.ts'
import { startServer } from '../server.ts'
import type { Server } from '../server.ts'

const awayMs = 60_000
const settlesMs = 15_000
const backWithinMs = 60_000

interface Outage {
  lines: number
  used_ms: number
  back_ms: number
}

/** What the services write and use while their database is away for a minute, and how soon they answer afterwards. */
export const databaseOutage: Bench = {
  name: 'database-outage',
  fault: 'the database stays where it is',
  async run(fixtures, options) {
    const book = ledger('database-outage', fixtures)
    await fixtures.stopServer()
    const folder = join(fixtures.folder, 'outage')
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true, mode: 0o711 })
    const dataDir = join(folder, 'postgres')
    let postgres = await startPostgres({ dataDir, log: fixtures.say })
    let server: Server | undefined
    try {
      await prepare(postgres.url)
      const databaseUrl = asRole(postgres.url, 'services')
      server = await startServer({ databaseUrl, identity: fixtures.identity, folder })
      const running = server
      // What a start leaves to be done later is none of an outage.
      await pause(settlesMs)
      const log = join(folder, 'server.log')
      const began = { lines: linesOf(log), used_ms: running.usedMs() ?? 0 }
      if (!options.isFaulty) await postgres.stop()
      await pause(awayMs)
      must(!(await isReady(running)), 'The service is ready without its database')
      const outage = { lines: linesOf(log) - began.lines, used_ms: (running.usedMs() ?? 0) - began.used_ms }
      const { url } = postgres
      postgres = await startPostgres({ dataDir, log: fixtures.say })
      must(postgres.url === url, 'The database came back at another address')
      report(book, { ...outage, back_ms: await untilReady(running) })
    } finally {
      await server?.stop()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    }
    return book.lines
  },
}

async function prepare(url: string): Promise<void> {
  const pool = openPool(url, { max: 2, statementTimeoutMs: 0 })
  await migrate(pool)
  await layFoundation(pool)
  await layDatabaseRoles(pool)
  await pool.end()
}

const linesOf = (file: string): number => readFileSync(file, 'utf8').split('\n').length - 1

async function isReady({ url }: Server): Promise<boolean> {
  const reply = await ask({ url: `${url}/readyz` }).catch(() => undefined)
  return reply?.status === 200
}

async function untilReady(server: Server): Promise<number> {
  const began = performance.now()
  while (performance.now() - began < backWithinMs) {
    if (await isReady(server)) return performance.now() - began
    await pause(10)
  }
  throw new Error('The service did not come back')
}

function report(book: ReturnType<typeof ledger>, { lines, used_ms, back_ms }: Outage): void {
  const size = `${awayMs / 1_000} s`
  const load = [loadNow()]
  const line = (what: string, unit: string, value: number, most: number): void =>
    book.add(
      { what, size, unit, peerName: '–', aim: { is: 'under', value: most } },
      { subject: [value], peer: [], load },
    )
  line('log lines of the services while PostgreSQL is stopped', 'lines', lines, 20)
  line('processor time of the services meanwhile', 'ms', used_ms, 1_000)
  line('from PostgreSQL to the first 200 of /readyz', 'ms', back_ms, 2_000)
}
