import { Popover } from '@mantine/core'
import { IconAlertTriangle, IconBan, IconCheck, IconListCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { FailureList, type Failure } from './failure-list.tsx'
import { Spinner } from '../details/glyphs.tsx'
import classes from './job-list.module.css'
import { RelativeTime } from '../details/time.tsx'
import { number, t } from '../base/translate.ts'

export type Job = {
  id: string
  title: string
  status: string
  isGoing: boolean
  total: number
  done: number
  failed: number
  created_at: string
}

type JobsButtonProps = {
  jobs: readonly Job[]
  isCompact: boolean
  onCancel: (id: string) => void
  failuresOf: (id: string) => Promise<Failure[]>
}

/** At the foot of the navigation: how far what goes on is, and what was done lately. */
export function JobsButton({ jobs, isCompact, onCancel, failuresOf }: JobsButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const going = jobs.filter((job) => job.isGoing)
  const word = going.length === 0 ? t('Background jobs') : t('{{count}} running', { count: number(going.length) })
  const share = shareOf(going)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="right-end" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes.button}
          data-compact={isCompact || undefined}
          aria-label={isCompact ? word : undefined}
          data-tip={isCompact ? word : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {going.length === 0 ? <IconListCheck size={16} aria-hidden /> : <Spinner size={15} />}
          {!isCompact && <span>{word}</span>}
          {!isCompact && share !== null && <small>{share}</small>}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.menu} role="group" aria-label={t('Background jobs')}>
          <h2>{t('Background jobs')}</h2>
          <ul>
            {jobs.map((job) => (
              <JobLine key={job.id} job={job} onCancel={onCancel} failuresOf={failuresOf} />
            ))}
          </ul>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

function shareOf(jobs: readonly Job[]): string | null {
  const total = jobs.reduce((sum, job) => sum + job.total, 0)
  const past = jobs.reduce((sum, job) => sum + job.done + job.failed, 0)
  return total === 0 ? null : `${number(past)} / ${number(total)}`
}

/** The jobs as part of a page instead of a menu. */
export const JobList = ({ jobs, onCancel, failuresOf }: Omit<JobsButtonProps, 'isCompact'>) =>
  jobs.length === 0 ? (
    <p className={classes.none}>{t('No background jobs in the last days.')}</p>
  ) : (
    <ul className={classes.list} aria-label={t('Background jobs')}>
      {jobs.map((job) => (
        <JobLine key={job.id} job={job} onCancel={onCancel} failuresOf={failuresOf} />
      ))}
    </ul>
  )

type JobLineProps = { job: Job } & Pick<JobsButtonProps, 'onCancel' | 'failuresOf'>

function JobLine({ job, onCancel, failuresOf }: JobLineProps) {
  const [failures, setFailures] = useState<readonly Failure[] | null>(null)
  return (
    <li className={classes.job}>
      <span className={classes.title}>
        <StatusGlyphOf job={job} />
        <strong>{job.title}</strong>
        <RelativeTime at={job.created_at} isShort />
      </span>
      {job.isGoing && <JobBar job={job} />}
      <span className={classes.line}>
        <span>{wordsOf(job)}</span>
        {job.isGoing && (
          <button type="button" onClick={() => onCancel(job.id)}>
            {t('Stop')}
          </button>
        )}
        {!job.isGoing && job.failed > 0 && failures === null && (
          <button type="button" onClick={() => void failuresOf(job.id).then(setFailures, () => setFailures([]))}>
            {t('Show failures')}
          </button>
        )}
      </span>
      {failures !== null && <FailureList failures={failures} />}
    </li>
  )
}

export const JobBar = ({ job }: { job: Pick<Job, 'title' | 'total' | 'done' | 'failed'> }) => (
  <span
    className={classes.track}
    role="progressbar"
    aria-label={job.title}
    aria-valuemin={0}
    aria-valuemax={job.total}
    aria-valuenow={job.done + job.failed}
  >
    <span style={{ width: `${job.total === 0 ? 0 : ((job.done + job.failed) / job.total) * 100}%` }} />
  </span>
)

function StatusGlyphOf({ job }: { job: Job }) {
  if (job.isGoing) return <Spinner size={14} />
  if (job.status === 'cancelled') return <IconBan size={14} aria-hidden />
  if (job.failed > 0) return <IconAlertTriangle size={14} data-tone="red" aria-hidden />
  return <IconCheck size={14} data-tone="green" aria-hidden />
}

function wordsOf({ status, isGoing, total, done, failed }: Job) {
  const counts = { done: number(done), failed: number(failed), total: number(total) }
  if (isGoing)
    return t('{{done}} of {{total}} done', counts) + (failed > 0 ? `, ${t('{{failed}} failed', counts)}` : '')
  const ended = failed > 0 ? t('{{done}} done, {{failed}} failed', counts) : t('{{done}} done', counts)
  return status === 'cancelled' ? t('Stopped: {{ended}}', { ended }) : ended
}
