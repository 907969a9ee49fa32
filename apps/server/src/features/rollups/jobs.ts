import * as z from 'zod'
import { handle, jobKind } from '../../platform/jobs.ts'
import { checkRollups } from './check.ts'
import { markOngoing } from './claims.ts'
import { refreshRollups } from './refresh.ts'

const nothing = z.strictObject({})
const refreshMarked = jobKind({ name: 'rollups.refresh', payload: nothing, cron: '* * * * *', time_limit_s: 3_600 })
const markHourly = jobKind({ name: 'rollups.ongoing', payload: nothing, cron: '7 * * * *' })
const checkNightly = jobKind({ name: 'rollups.check', payload: nothing, cron: '40 2 * * *', time_limit_s: 3_600 })

export const rollupJobs = [
  handle(markHourly, (_payload, { db, clock }) => markOngoing(db, clock.now())),
  handle(refreshMarked, async (_payload, { db, clock, signal }) => {
    await refreshRollups(db, () => clock.now(), signal)
  }),
  handle(checkNightly, async (_payload, { db, clock, log }) => {
    const { days, differences } = await checkRollups(db, clock.now())
    if (differences.length > 0)
      log.error(
        { days, differences: differences.length, first: differences.slice(0, 10) },
        'figures differed from the rows that they come from, and were corrected',
      )
    else log.info({ days }, 'figures equal the rows that they come from')
  }),
]
