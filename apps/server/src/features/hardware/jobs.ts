import { sql } from 'kysely'
import * as z from 'zod'
import { entriesOf } from '@wheelhouse/contract/certain.ts'
import { dropEventMonths, ensureEventPartitions, monthsNeededUntil } from '@wheelhouse/db/event-partitions.ts'
import { dropHistoryParts, ensureHistoryParts, missingParts, neededParts } from '@wheelhouse/db/history-partitions.ts'
import type { Asks, HistoryTable } from '@wheelhouse/db/history-partitions.ts'
import { isLockTimeout } from '@wheelhouse/db/partition-locks.ts'
import type { Db } from '../../platform/context.ts'
import { handle, jobKind } from '../../platform/jobs.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { forgetGatewayLives } from './gateway-lives.ts'

/** Parts of the history are made days ahead, months of events too; those that are older than what is kept are dropped. */
export const keepHistory = jobKind({ name: 'hardware-history.keep', payload: z.strictObject({}), cron: '37 * * * *' })

const asks = (db: Db): Asks => ({
  query: <Row extends object>(text: string) => sql.raw<Row>(text).execute(db),
})

const dayMs = 86_400_000

export async function keepParts({
  db,
  clock,
  config,
  log,
}: Pick<JobCtx, 'db' | 'clock' | 'config' | 'log'>): Promise<void> {
  const now = clock.now()
  const on = asks(db)
  await unlessInUse(log, () => ensureEventPartitions(on, now, monthsNeededUntil(now)))
  // Heartbeats of the current time go to the default partition when theirs is missing, and an operator should find out
  // why.
  const late = (await missingParts(on, neededParts(now))).filter(({ start }) => start <= now.getTime())
  if (late.length > 0) log.error({ parts: late.map(({ name }) => name) }, 'parts of the heartbeat history were missing')
  await unlessInUse(log, () => ensureHistoryParts(on, neededParts(now)))
  const { five_minutes, hours, days, rental_positions } = config.history_days
  const kept: Record<HistoryTable, number> = {
    hardware_five_minutes: five_minutes,
    hardware_hours: hours,
    hardware_days: days,
    rental_positions,
  }
  for (const [table, count] of entriesOf(kept))
    await unlessInUse(log, () => dropHistoryParts(on, table, new Date(now.getTime() - count * dayMs)))
  await unlessInUse(log, () => dropEventMonths(on, new Date(now.getTime() - config.event_days * dayMs)))
  await forgetGatewayLives(db, new Date(now.getTime() - days * dayMs))
}

/** Behind a long reader of the table nobody waits: the next run tries again. */
async function unlessInUse(log: JobCtx['log'], work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    log.warn({ err: error }, 'a table is in use, and its parts are made or dropped later')
  }
}

export const hardwareHistoryJobs = [handle(keepHistory, (_payload, ctx) => keepParts(ctx))]
