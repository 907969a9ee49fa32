import * as z from 'zod'
import { leaveRiders } from '../../authz/group-membership.ts'
import { handle, jobKind } from '../../platform/jobs.ts'
import type { JobCtx } from '../../platform/jobs.ts'

const nothing = z.strictObject({})

/** Rights, model: a rider is seen by an operator and a distributor for so long after the end of the last session there. */
const seenForDays = 366
const dayMs = 86_400_000
const ridersAtOnce = 2_000
const first = '00000000-0000-0000-0000-000000000000'

export const leaveGroups = jobKind({
  name: 'users.leave-groups',
  payload: nothing,
  cron: '40 2 * * *',
  time_limit_s: 3_600,
})

/** In small statements, so that no session waits for its end. */
async function leave(_payload: object, { db, clock, signal }: JobCtx): Promise<void> {
  const since = new Date(clock.now().getTime() - seenForDays * dayMs)
  let after: string | null = first
  while (after !== null && !signal.aborted) after = await leaveRiders(db, since, after, ridersAtOnce)
}

export const userJobs = [handle(leaveGroups, leave)]
