import { IconArrowRight } from '@tabler/icons-react'
import type { AuditEvent } from '@wheelhouse/contract/events.ts'
import { useFormat } from '../../lib/format.ts'
import { Link } from '../../ui/link.tsx'
import { useEventHref } from './event-links.ts'
import { changesOf, detailOf, wordsOf } from './event-words.ts'
import type { FieldChange } from './event-words.ts'
import classes from './events.module.css'

/** One entry of the history: when, what, who and why, then the fields before and after. */
export function EventLine({ event, isDated = false }: { event: AuditEvent; isDated?: boolean }) {
  const { time, dateTime, exact } = useFormat()
  const { icon: Icon, tone = 'text2', title } = wordsOf(event)
  const changes = changesOf(event)
  const href = useEventHref()(event)
  return (
    <li className={classes.line} data-tone={tone}>
      <time dateTime={event.at} data-tip={exact(event.at)}>
        {isDated ? dateTime(event.at) : time(event.at)}
      </time>
      <span className={classes.box} aria-hidden>
        <Icon size={14} stroke={1.75} />
      </span>
      <span className={classes.what}>
        <strong>{href === undefined ? title : <Link href={href}>{title}</Link>}</strong>
        <span>{detailOf(event)}</span>
      </span>
      {changes.length > 0 && (
        <span className={classes.changes}>
          {changes.map((change) => (
            <Change key={change.field} change={change} />
          ))}
        </span>
      )}
    </li>
  )
}

const Change = ({ change: { field, before, after } }: { change: FieldChange }) => (
  <span className={classes.change}>
    <span>{field}</span>
    {before !== null && <del>{before}</del>}
    {before !== null && <IconArrowRight size={12} stroke={1.75} aria-hidden />}
    <ins>{after ?? '–'}</ins>
  </span>
)
