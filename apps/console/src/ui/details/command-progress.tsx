import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './command-progress.module.css'
import { Spinner } from './glyphs.tsx'
import { StatusText } from './status.tsx'
import { Duration, durationLabel } from './time.tsx'
import { number, t } from '../base/translate.ts'

export type CommandStep = 'not_sent' | 'sent' | 'received' | 'ended'
export type CommandEnd = {
  status: 'success' | 'failed' | 'unhandled' | 'hardware_timeout' | 'console_timeout'
  words?: string
  took_ms: number
}

export type CommandProgressProps = {
  /** "Temporary unlock, dock 07". */
  title: string
  /** RFC 3339: when it was queued; the seconds count from there. */
  since: string
  step: CommandStep
  /** Of a batch: how many have reached each of the four steps. */
  counts?: readonly [number, number, number, number]
  /** Who, the reason given, when it gives up: one dim line. */
  children?: ReactNode
  end?: CommandEnd
  /** What the hardware said, below its end. */
  answer?: ReactNode
  onSendAgain?: () => void
  /** At the end of the line while it runs: what can still be done about it. */
  action?: ReactNode
}

const steps: readonly CommandStep[] = ['not_sent', 'sent', 'received', 'ended']

/**
 * Four segments: Queued, Sent, Received, Done. The end replaces them in the same place, as success or as the reason of the
 * failure with "Send again". The element stays the same, so that a screen reader announces the end as well as the beginning.
 */
export function CommandProgress(props: CommandProgressProps) {
  const { end } = props
  return (
    <section
      className={end === undefined ? classes.progress : classes.ended}
      data-status={end?.status}
      aria-live="polite"
      aria-atomic={end !== undefined}
    >
      {end === undefined ? <Running {...props} /> : <Ended {...props} end={end} />}
    </section>
  )
}

const Running = ({ title, since, step, counts, children, action }: CommandProgressProps) => (
  <>
    <header>
      <Spinner size={14} />
      <strong>{title}</strong>
      <span className={classes.elapsed} aria-live="off">
        <Duration since={since} />
      </span>
    </header>
    <ol className={classes.steps}>
      {steps.map((each, index) => (
        <Segment key={each} index={index} reached={steps.indexOf(step)} counts={counts} />
      ))}
    </ol>
    {children !== undefined && <p>{children}</p>}
    {action}
  </>
)

const stepLabels = () => [t('Queued'), t('Sent'), t('Received'), t('Done')]
const countLabels = () => [t('queued'), t('sent'), t('received'), t('done')]

/** A single command fills the steps that it has passed, and half of the present one. */
function shareOfOne(index: number, reached: number): number {
  if (index < reached) return 1
  return index === reached ? 0.5 : 0
}

function Segment({
  index,
  reached,
  counts,
}: {
  index: number
  reached: number
  counts: CommandProgressProps['counts']
}) {
  const share = counts === undefined ? shareOfOne(index, reached) : (counts[index] ?? 0) / Math.max(1, counts[0])
  const word =
    counts === undefined ? stepLabels()[index] : `${number(counts[index] ?? 0)} ${countLabels()[index] ?? ''}`
  const isNow = index === reached
  return (
    <li
      data-now={isNow || undefined}
      data-reached={index < reached || undefined}
      aria-current={isNow ? 'step' : undefined}
    >
      <span className={classes.bar}>
        <span style={{ width: `${Math.round(share * 100)}%` }} />
      </span>
      <span className={classes.word}>{word}</span>
    </li>
  )
}

function Ended({ title, end, answer, onSendAgain }: CommandProgressProps & { end: CommandEnd }) {
  return (
    <>
      <div className={classes.result}>
        <span className={classes.what}>{title}</span>
        <span className={classes.how}>
          <StatusText of="command" value={end.status} {...(end.words === undefined ? {} : { word: end.words })} />{' '}
          {end.took_ms >= 1_000 && (
            <span className={classes.after}>{t('after {{time}}', { time: durationLabel(end.took_ms) })}</span>
          )}
        </span>
        {answer}
      </div>
      {end.status !== 'success' && onSendAgain !== undefined && (
        <Button size="xs" leftSection={<IconRefresh size={14} />} onClick={onSendAgain}>
          {t('Send again')}
        </Button>
      )}
    </>
  )
}
