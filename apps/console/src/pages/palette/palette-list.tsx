import { IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { MouseEvent } from 'react'
import { marked } from '../../features/search/result-labels.ts'
import { t } from '../../i18n/i18n.ts'
import type { Entry } from './palette-entries.ts'
import classes from './palette.module.css'

interface ResultsProps {
  entries: readonly Entry[]
  at: number
  list: string
  onOpen: (entry: Entry, inTab: boolean) => void
  /** Shows what can be done with it. */
  onActions: (entry: Entry) => void
}

/** The lines by kind, in their order. */
export function Results({ entries, at, list, onOpen, onActions }: ResultsProps) {
  const kinds = [...new Set(entries.map(({ kind }) => kind))]
  return (
    <div id={list} className={classes.list} role="listbox" aria-label={t('Results')} hidden={entries.length === 0}>
      {kinds.map((kind) => (
        <div key={kind} role="group" aria-label={kind}>
          <div className={classes.kind} aria-hidden>
            {kind}
          </div>
          {entries.map((entry, index) =>
            entry.kind === kind ? (
              <Result
                key={entry.key}
                entry={entry}
                id={`${list}-${index}`}
                isActive={index === at}
                onOpen={onOpen}
                onActions={onActions}
              />
            ) : null,
          )}
        </div>
      ))}
    </div>
  )
}

const isApart = (event: MouseEvent): boolean => event.ctrlKey || event.metaKey || event.button === 1

interface ResultProps extends Pick<ResultsProps, 'onOpen' | 'onActions'> {
  entry: Entry
  id: string
  isActive: boolean
}

function Result({ entry, id, isActive, onOpen, onActions }: ResultProps) {
  const { icon: Icon, code, label, detail, marks, trailing, whyNot, actions } = entry
  const row = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  const open = (event: MouseEvent): void => onOpen(entry, isApart(event))
  return (
    <button
      type="button"
      ref={row}
      id={id}
      className={classes.result}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-disabled={whyNot !== undefined || undefined}
      onClick={open}
    >
      <Icon size={16} aria-hidden />
      {code !== undefined && code !== '' && (
        <span className={classes.code}>
          <Marked text={code} marks={marks} />
        </span>
      )}
      <span className={classes.label}>
        <Marked text={label} marks={marks} />
      </span>
      <small>{whyNot ?? (detail !== undefined && <Marked text={detail} marks={marks} />)}</small>
      <span className={classes.state}>{trailing}</span>
      {actions !== undefined && (
        <span
          className={classes.more}
          data-tip={t('Actions')}
          aria-hidden
          onClick={(event) => (event.stopPropagation(), onActions(entry))}
        >
          <IconChevronRight size={16} />
        </span>
      )}
    </button>
  )
}

const Marked = ({ text, marks }: { text: string; marks: readonly string[] }) =>
  marked(text, marks).map((part, index) =>
    part.isMarked ? <b key={index}>{part.text}</b> : <span key={index}>{part.text}</span>,
  )
