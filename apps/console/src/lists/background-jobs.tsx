import { useEffect, useRef } from 'react'
import {
  cancelBackgroundJob,
  getBackgroundJob,
  listBackgroundJobs,
} from '@wheelhouse/contract/background-jobs/background-jobs.ts'
import type { BackgroundJob } from '@wheelhouse/contract/background-jobs/background-jobs.ts'
import { useClock } from '../ui/base/clock.ts'
import { lazyComponent } from '../ui/base/lazy.tsx'
import { call, useWrite } from '../api/api.ts'
import { useLive } from '../live/use-live.ts'

export const isGoing = ({ status }: Pick<BackgroundJob, 'status'>): boolean =>
  status === 'waiting' || status === 'running'

/** The stream tells each step; where it is broken, a job is asked for now and then. */
const everyMs = 5_000

function useJobs() {
  return useLive(
    listBackgroundJobs,
    {},
    {
      refetchInterval: ({ state }) => (state.data?.some(isGoing) ? everyMs : false),
    },
  )
}

const JobsButton = lazyComponent(() => import('../ui/dialogs/job-list.tsx').then((module) => module.JobsButton))
const JobList = lazyComponent(() => import('../ui/dialogs/job-list.tsx').then((module) => module.JobList))

/** What ended longer ago is no news. */
const shownForMs = 86_400_000

/** In the frame of the app: what goes on in the background, on every screen and after a reload. Nothing where there is none. */
export function BackgroundJobs({ isCompact = false }: { isCompact?: boolean }) {
  const { data } = useJobs()
  const now = useClock(600_000, (at) => at)
  const jobs = (data ?? []).filter(({ ended_at }) => ended_at === null || now - Date.parse(ended_at) < shownForMs)
  const cancel = useWrite(cancelBackgroundJob)
  if (jobs.length === 0) return null
  return (
    <JobsButton
      jobs={jobs.map((job) => ({ ...job, isGoing: isGoing(job) }))}
      isCompact={isCompact}
      onCancel={(job_id) => cancel.mutate({ params: { job_id } })}
      failuresOf={failuresOf}
    />
  )
}

/** The profile shows all jobs that the server keeps, including old ones. */
export function OwnJobs() {
  const { data } = useJobs()
  const cancel = useWrite(cancelBackgroundJob)
  return (
    <JobList
      jobs={(data ?? []).map((job) => ({ ...job, isGoing: isGoing(job) }))}
      onCancel={(job_id) => cancel.mutate({ params: { job_id } })}
      failuresOf={failuresOf}
    />
  )
}

async function failuresOf(job_id: string) {
  const { error_results } = await call(getBackgroundJob, { params: { job_id } })
  return error_results.map(({ id, error_message }) => ({ id, words: error_message }))
}

/** One job as it goes; `onEnd` is called once with what failed. */
export function useBackgroundJob(
  jobId: string | null,
  onEnd: (ended: { done: number; failures: { id: string; message: string }[] }) => void,
) {
  const { data: jobs } = useJobs()
  const cancel = useWrite(cancelBackgroundJob)
  const job = jobs?.find(({ id }) => id === jobId) ?? null
  const latest = useRef(onEnd)
  useEffect(() => {
    latest.current = onEnd
  })
  const endedId = job !== null && !isGoing(job) ? job.id : null
  useEffect(() => {
    if (endedId === null) return
    void call(getBackgroundJob, { params: { job_id: endedId } }).then(({ done, error_results }) =>
      latest.current({
        done,
        failures: error_results.map(({ id, error_message }) => ({ id, message: error_message })),
      }),
    )
  }, [endedId])
  return { job, cancel: () => jobId !== null && cancel.mutate({ params: { job_id: jobId } }) }
}
