import { sql } from 'kysely'
import type { BackgroundJob } from '@wheelhouse/contract/background-jobs/background-jobs.ts'
import type * as z from 'zod'
import type { BulkFailure } from '@wheelhouse/contract/route.ts'
import type { Db } from '../../platform/context.ts'

const listedAtMost = 20
/** The screen shows what failed; a job whose items all fail would send megabytes. */
const failuresAtMost = 1_000

const columns = ['id', 'title', 'status', 'total', 'done', 'failed', 'created_at', 'ended_at'] as const

const ofPerson = (db: Db, personId: string) =>
  db
    .selectFrom('background_jobs')
    .select(columns)
    .where('person_id', '=', personId)
    .$narrowType<Pick<BackgroundJob, 'status'>>()

export const jobsOf = (db: Db, personId: string): Promise<BackgroundJob[]> =>
  ofPerson(db, personId).orderBy('id', 'desc').limit(listedAtMost).execute()

export const jobOf = (db: Db, personId: string, id: string): Promise<BackgroundJob | undefined> =>
  ofPerson(db, personId).where('id', '=', id).executeTakeFirst()

export async function failuresOf(db: Db, jobId: string): Promise<z.infer<typeof BulkFailure>[]> {
  const { rows } = await sql<{ failure: z.infer<typeof BulkFailure> }>`
    select failure from background_job_failures where job_id = ${jobId}::uuid order by position limit ${failuresAtMost}`.execute(
    db,
  )
  return rows.map((row) => row.failure)
}
