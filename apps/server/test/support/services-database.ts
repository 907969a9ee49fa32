import { ensureEventPartitions } from '@wheelhouse/db/event-partitions.ts'
import { copyOfMade } from '@wheelhouse/db/test-database.ts'
import type { TestDatabase } from '@wheelhouse/db/test-database.ts'
import { allJobs } from '../../src/features/jobs.ts'
import { sweepPayments } from '../../src/features/payments/provider-answers.ts'
import { openJobs } from '../../src/platform/jobs.ts'
import { createLog } from '../../src/platform/log.ts'

/** At which the clock of a test begins. */
export const clockOfTests = new Date('2026-06-15T10:00:00.000Z')

/** From the month before the clock of a test begins until after the present, in which some tests live. */
export function ensureMonths({ pool }: TestDatabase): Promise<void> {
  const month = 31 * 86_400_000
  return ensureEventPartitions(pool, new Date(clockOfTests.getTime() - month), new Date(Date.now() + month))
}

/** An empty database as the services have left it: with months of events, and the queues of all jobs. */
export const servicesDatabase = (): Promise<TestDatabase> =>
  copyOfMade('wheelhouse_services', async (made) => {
    await ensureMonths(made)
    const jobs = openJobs(made.urls.services, createLog('silent'), allJobs, true)
    // The first sending makes the queues, even when it sends nothing.
    await jobs.sendAll(made.db, sweepPayments, [])
    await jobs.stop()
  })
