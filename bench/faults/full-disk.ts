import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { messageOf } from '@wheelhouse/db/thrown.ts'
import { startLoad } from '../../apps/server/test/gateway/device-load.ts'
import { must } from '../bench.ts'
import { NotPossible } from './fault.ts'
import type { Fault } from './fault.ts'
import { holdsWithin, openGround, secret } from './ground.ts'
import type { Ground } from './ground.ts'
import { checkAll, underLoad } from './server-kill.ts'
import { startWrites } from './writes.ts'

const diskMegabytes = 320
const fullForMs = 8_000
const backWithinMs = 60_000
/** The log of changes of such a database stays small enough for the disk. */
const postgresSettings = { max_wal_size: '64MB', min_wal_size: '32MB' }

/** Fills the disk of the database, and makes room again. */
export const fullDisk: Fault = {
  name: 'full-disk',
  usualTimes: 1,
  planted: 'the disk stays full',
  async run(fixtures, { times, isFaulty }) {
    const disk = mountDisk()
    try {
      return await onDisk(
        disk,
        await openGround(fixtures, { writers: 3, dataDir: join(disk, 'postgres'), postgresSettings }),
        { times, isFaulty },
      )
    } finally {
      execFileSync('umount', [disk])
      rmdirSync(disk)
    }
  },
}

/** A file system in memory, which root may mount, where the user that runs PostgreSQL can enter. */
function mountDisk(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m,mode=0711`, 'wheelhouse-faults', folder], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    return folder
  } catch (error) {
    rmdirSync(folder)
    throw new NotPossible(`a small file system cannot be mounted here (${messageOf(error).trim().split('\n').at(-1)})`)
  }
}

async function onDisk(
  disk: string,
  ground: Ground,
  { times, isFaulty }: { times: number; isFaulty: boolean },
): Promise<string> {
  try {
    const server = await ground.startServer()
    const writes = startWrites(ground, server.url)
    const load = startLoad({ docks: ground.docks, secret, mqttPort: server.mqttPort })
    const ballast = join(disk, 'ballast')
    try {
      for (let round = 0; round < times; round++) {
        await underLoad(load, writes)
        await fill(ground, ballast)
        const before = writes.confirmed.labels.length
        await pause(fullForMs)
        must(writes.confirmed.labels.length <= before + ground.groups.length, 'Writes go on: the disk is not full')
        if (!isFaulty) rmSync(ballast)
        const isBack = await holdsWithin(backWithinMs, () => writes.confirmed.labels.length > before + 10)
        must(
          isBack,
          `No write is confirmed within ${backWithinMs} ms: ${writes.confirmed.unexplained[0] ?? 'the service is away'}`,
        )
        await checkAll(ground, load, writes)
      }
    } finally {
      await Promise.all([load.stop(), writes.stop()])
    }
    await checkAll(ground, load, writes)
    await readEverything(ground)
    return `The disk of the database was full ${times} times for ${fullForMs / 1_000} s; ${writes.confirmed.labels.length} writes and ${load.acknowledged.length} events are kept, calls were refused with 503 only, every table can be read`
  } finally {
    await ground.close()
  }
}

/** Takes all room, and what PostgreSQL had kept for itself. */
async function fill({ pool }: Ground, ballast: string): Promise<void> {
  const file = openSync(ballast, 'w')
  const part = Buffer.alloc(65_536, 1)
  try {
    for (;;) writeSync(file, part)
  } catch {
    // Full.
  } finally {
    closeSync(file)
  }
  for (let n = 0; n < diskMegabytes; n++) {
    const isTaken = await pool.query(`select pg_logical_emit_message(false, 'fill', repeat('x', 1000000))`).then(
      () => true,
      () => false,
    )
    if (!isTaken) return
  }
}

/** PostgreSQL compares the checksum of each page that it reads. */
async function readEverything({ pool }: Ground): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  for (const { name } of rows) await pool.query(`select count(t.*::text) from ${name} t`)
}
