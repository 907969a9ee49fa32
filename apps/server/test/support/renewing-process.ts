import { openDatabase, openPool } from '@wheelhouse/db/database.ts'
import { uuidv7 } from 'uuidv7'
import { allJobs } from '../../src/features/jobs.ts'
import { runSweep as sweepPayments } from '../../src/features/payments/provider-answers.ts'
import { runSweep as sweepSubscribers } from '../../src/features/subscriptions/renewals.ts'
import { readConfig } from '../../src/platform/config.ts'
import { openJobs } from '../../src/platform/jobs.ts'
import { createLog } from '../../src/platform/log.ts'

/**
 * One minute of a server as a separate process, which a test can kill: renews what is due at the time given and asks the
 * payment provider. Arguments: the database, the time.
 */
const [url = '', at = ''] = process.argv.slice(2)
const pool = openPool(url, { max: 2, applicationName: 'renewing' })
const log = createLog('silent')
const jobs = openJobs(url, log, allJobs, true)
const ctx = {
  db: openDatabase(pool),
  clock: { now: () => new Date(at) },
  config: readConfig({ DATABASE_URL: url, WHEELHOUSE_DATA: '/nowhere' }),
  log,
  jobs,
  correlation_id: uuidv7(),
  signal: new AbortController().signal,
}
await sweepSubscribers(ctx)
await sweepPayments(ctx)
await jobs.stop()
await pool.end()
