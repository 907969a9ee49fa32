import { Popover } from '@mantine/core'
import { IconDots, IconX, type TablerIcon } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './bulk-bar.module.css'
import { FailureList, type Failure } from '../dialogs/failure-list.tsx'
import { JobBar } from '../dialogs/job-list.tsx'
import { number, t } from '../base/translate.ts'
import { usePhone } from '../frame/app-frame.tsx'
import { CommandMenu } from '../frame/command-menu.tsx'

interface BulkAction {
  label: string
  icon: TablerIcon
  isDanger?: boolean
  onClick: () => void
}

type BulkBarProps = {
  selected: number
  /** The exact count, or what the server dares to say: "10,000+". */
  total: number | string
  /** Takes all that match, loaded or not. */
  onAll?: () => void
  /** They are taken: the ids of that moment, whatever changes since. */
  isAll?: boolean
  onClose: () => void
  actions: readonly BulkAction[]
  /** After a batch, instead of the count; the failed rows stay selected. */
  result?: { done: number; failures: readonly Failure[]; onUndo?: (() => void) | undefined } | null
  /** A batch that goes on in the background. */
  job?: { title: string; total: number; done: number; failed: number; onCancel: () => void } | null
}

/** A phone has room for so many verbs beside "More". */
const onPhone = 3

const overlays = '[role="dialog"], [role="menu"], [role="listbox"], input:not([type="checkbox"]), textarea'
/** Esc belongs to what is open above the list first. */
const isInOverlay = (target: EventTarget | null) =>
  (target instanceof Element && target.closest(overlays) !== null) ||
  document.querySelector('[role="dialog"], [role="menu"]') !== null

/** Floats at the bottom centre of its list, which gets 64 px of padding so that no row is hidden for good. Esc closes. */
export function BulkBar(props: BulkBarProps) {
  const { actions, result, job, onClose } = props
  const isPhone = usePhone()
  // A list behind ten verbs is no list any more.
  const shown = isPhone && actions.length > onPhone + 1 ? actions.slice(0, onPhone) : actions
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isInOverlay(event.target)) return
      event.preventDefault()
      onClose()
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [onClose])
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('Selected rows')}>
      <span className={classes.count} role="status">
        {job && <JobLabels job={job} />}
        {!job && (result ? <ResultLabels result={result} /> : <CountLabels {...props} />)}
      </span>
      {job && (
        <button type="button" className={classes.action} onClick={job.onCancel}>
          {t('Stop')}
        </button>
      )}
      {!job &&
        props.selected > 0 &&
        shown.map(({ label, icon: Icon, isDanger, onClick }) => (
          <button
            key={label}
            type="button"
            className={classes.action}
            data-danger={isDanger || undefined}
            onClick={onClick}
          >
            <Icon size={15} aria-hidden />
            {label}
          </button>
        ))}
      {!job && props.selected > 0 && shown.length < actions.length && <More actions={actions.slice(shown.length)} />}
      <button
        type="button"
        className={classes.close}
        aria-label={job ? t('Close') : t('Clear selection')}
        onClick={onClose}
      >
        <IconX size={15} aria-hidden />
      </button>
    </div>
  )
}

function More({ actions }: { actions: readonly BulkAction[] }) {
  const [isOpen, setOpen] = useState(false)
  const entries = actions.map(({ label, icon, isDanger = false, onClick }) => ({
    id: label,
    label,
    icon,
    isDanger,
    onChoose: onClick,
  }))
  return (
    <CommandMenu
      opened={isOpen}
      onClose={() => setOpen(false)}
      title={t('Selected rows')}
      groups={[entries.filter(({ isDanger }) => !isDanger), entries.filter(({ isDanger }) => isDanger)]}
    >
      <button type="button" className={classes.action} aria-haspopup="menu" onClick={() => setOpen(!isOpen)}>
        <IconDots size={15} aria-hidden />
        {t('More')}
      </button>
    </CommandMenu>
  )
}

function CountLabels({ selected, total, isAll = false, onAll }: BulkBarProps) {
  const mayAll = onAll !== undefined && !isAll && (typeof total === 'string' || selected < total)
  return (
    <>
      <strong>{t('{{count}} selected', { count: number(selected) })}</strong>
      <span>
        {isAll ? t('all that match') : t('of {{total}}', { total: typeof total === 'number' ? number(total) : total })}
        {mayAll && (
          <>
            {' · '}
            <button type="button" onClick={onAll}>
              {t('select all')}
            </button>
          </>
        )}
      </span>
    </>
  )
}

function ResultLabels({ result }: { result: NonNullable<BulkBarProps['result']> }) {
  const { done, failures, onUndo } = result
  const undo = onUndo && (
    <button type="button" onClick={onUndo}>
      {t('undo')}
    </button>
  )
  if (failures.length === 0)
    return (
      <>
        <strong>{t('{{done}} done', { done: number(done) })}</strong>
        {undo}
      </>
    )
  return (
    <>
      <strong>{t('{{done}} done, {{failed}} failed', { done: number(done), failed: number(failures.length) })}</strong>
      <Popover position="top-start" returnFocus>
        <Popover.Target>
          <button type="button">{t('failures')}</button>
        </Popover.Target>
        <Popover.Dropdown>
          <div className={classes.failures}>
            <FailureList failures={failures} />
          </div>
        </Popover.Dropdown>
      </Popover>
      {undo}
    </>
  )
}

const JobLabels = ({ job }: { job: NonNullable<BulkBarProps['job']> }) => (
  <span className={classes.job}>
    <strong>{job.title}</strong>
    <JobBar job={job} />
    <span>{t('{{past}} of {{total}}', { past: number(job.done + job.failed), total: number(job.total) })}</span>
  </span>
)
