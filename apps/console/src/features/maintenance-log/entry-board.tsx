import { useMemo, useRef, useState } from 'react'
import type { DragEvent, KeyboardEvent } from 'react'
import { isOneOf } from '@wheelhouse/contract/certain.ts'
import {
  closedStatuses,
  isOpenStatus,
  logStatuses,
  nextLogStatuses,
} from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import type { LogStatus } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import { getLogTotals, listLogEntries, moveLogEntry } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import type { LogEntry } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { useUser } from '../../stores/user-store.ts'
import { statusStyles } from '../../ui/details/status-styles.ts'
import { StatusGlyph } from '../../ui/details/status.tsx'
import { Skeleton } from '../../ui/frame/states.tsx'
import { entriesAddress } from './entry-address.ts'
import type { EntriesSearch } from './entry-address.ts'
import { Attached, Due, Priority } from './entry-columns.tsx'
import { entryName, targetsText } from './entry-labels.ts'
import { MoveDialog, moveStopped, useMoves } from './entry-moves.tsx'
import classes from './entry-board.module.css'

interface EntryBoardProps {
  /** The same filter as the table's, without status and state: the columns are those. */
  search: EntriesSearch
  onOpen: (entry: LogEntry) => void
}

const openAtMost = 100
const closedAtMost = 20
const word = (status: LogStatus): string => t(statusStyles.maintenance[status].word)

/** A card that is on its way: by the pointer, or picked up by the keyboard and held over a column. */
interface Carried {
  entry: LogEntry
  over: LogStatus | null
  isByKeys: boolean
}

/**
 * A column for each status. A card is dragged, or picked up with Space, carried with the arrows and put down with Space; only
 * the columns to which the table of moves leads take it.
 */
export function EntryBoard({ search, onOpen }: EntryBoardProps) {
  const mayMove = useCanCall(moveLogEntry)
  const me = useUser(({ subId }) => subId)
  const moves = useMoves()
  const board = useRef<HTMLDivElement>(null)
  const [carried, setCarried] = useState<Carried | null>(null)
  const filter = useMemo(() => boardFilter(search), [search])
  const totals = useLive(getLogTotals, { query: { ...filter, state: 'all' } }, { placeholderData: keepPreviousData })
  const takes = (entry: LogEntry, to: LogStatus): boolean =>
    nextLogStatuses[entry.status].includes(to) && moveStopped(entry, to, me) === undefined
  const drop = (to: LogStatus): void => {
    if (carried !== null && takes(carried.entry, to)) moves.move(carried.entry, to)
    setCarried(null)
  }
  const pressed = (event: KeyboardEvent<HTMLElement>, entry: LogEntry): void => {
    const act = keyOf(event.key, carried, {
      open: () => onOpen(entry),
      pickUp: () => mayMove && setCarried({ entry, over: null, isByKeys: true }),
      carry: (step) => setCarried((now) => now && { ...now, over: columnBeside(now, step, takes) }),
      putDown: (to) => drop(to),
      putBack: () => setCarried(null),
      walk: (columns, cards) => walk(board.current, event.currentTarget, columns, cards),
    })
    if (act === null) return
    event.preventDefault()
    act()
  }
  return (
    <div className={classes.board} ref={board} role="group" aria-label={t('Board of log entries')}>
      <p className="visually-hidden" role="status">
        {carried?.isByKeys === true && spoken(carried)}
      </p>
      {logStatuses.map((status) => (
        <Column
          key={status}
          status={status}
          filter={filter}
          count={totals.data?.by_status.find((one) => one.status === status)?.entries ?? (totals.data ? 0 : null)}
          carried={carried}
          takesCarried={carried !== null && takes(carried.entry, status)}
          onOver={(isOver) => setCarried((now) => now && { ...now, over: isOver ? status : null })}
          onDrop={() => drop(status)}
          onDrag={mayMove ? (entry) => setCarried(entry && { entry, over: null, isByKeys: false }) : undefined}
          onOpen={onOpen}
          onKey={pressed}
        />
      ))}
      {moves.asked && <MoveDialog asked={moves.asked} onClose={moves.close} />}
    </div>
  )
}

type BoardFilter = ReturnType<typeof boardFilter>

function boardFilter(search: EntriesSearch) {
  const { state: _, status: _status, status_not: _not, ...filter } = entriesAddress.filter(search)
  return filter
}

const spoken = ({ entry, over }: Carried): string =>
  over === null
    ? t('{{name}} picked up. Arrow keys choose a column, Space puts it down, Escape puts it back.', {
        name: entryName(entry),
      })
    : t('{{name}} over {{status}}', { name: entryName(entry), status: word(over) })

interface KeyActs {
  open: () => void
  pickUp: () => void
  carry: (step: 1 | -1) => void
  putDown: (to: LogStatus) => void
  putBack: () => void
  walk: (columns: number, cards: number) => void
}

/** What a key does on a card; null where the page itself has it. */
function keyOf(key: string, carried: Carried | null, acts: KeyActs): (() => void) | null {
  if (carried?.isByKeys === true) {
    const { over } = carried
    const keys: Readonly<Record<string, () => void>> = {
      ArrowRight: () => acts.carry(1),
      ArrowLeft: () => acts.carry(-1),
      Escape: acts.putBack,
      ' ': () => (over === null ? acts.putBack() : acts.putDown(over)),
      Enter: () => (over === null ? acts.putBack() : acts.putDown(over)),
    }
    return keys[key] ?? null
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: () => acts.walk(1, 0),
    ArrowLeft: () => acts.walk(-1, 0),
    ArrowDown: () => acts.walk(0, 1),
    ArrowUp: () => acts.walk(0, -1),
    ' ': acts.pickUp,
    Enter: acts.open,
  }
  return keys[key] ?? null
}

/** The next column in that direction that takes the card; the present one where there is none. */
function columnBeside({ entry, over }: Carried, step: 1 | -1, takes: (entry: LogEntry, to: LogStatus) => boolean) {
  const from = logStatuses.indexOf(over ?? entry.status)
  const ahead = step === 1 ? logStatuses.slice(from + 1) : logStatuses.slice(0, from).toReversed()
  return ahead.find((status) => takes(entry, status)) ?? over
}

/** Moves the focus from card to card, and to the nearest card of the next column that has one. */
function walk(board: HTMLElement | null, card: HTMLElement, columns: number, cards: number): void {
  const lists = [...(board?.querySelectorAll('ul') ?? [])].map((list) => [
    ...list.querySelectorAll<HTMLElement>('[data-entry]'),
  ])
  const column = lists.findIndex((list) => list.includes(card))
  const at = lists[column]?.indexOf(card) ?? 0
  if (columns === 0) return lists[column]?.[at + cards]?.focus()
  const ahead = columns > 0 ? lists.slice(column + 1) : lists.slice(0, column).toReversed()
  const next = ahead.find((list) => list.length > 0)
  next?.[Math.min(at, next.length - 1)]?.focus()
}

interface ColumnProps {
  status: LogStatus
  filter: BoardFilter
  /** Null until it is known. */
  count: number | null
  carried: Carried | null
  takesCarried: boolean
  onOver: (isOver: boolean) => void
  onDrop: () => void
  onDrag: ((entry: LogEntry | null) => void) | undefined
  onOpen: (entry: LogEntry) => void
  onKey: (event: KeyboardEvent<HTMLElement>, entry: LogEntry) => void
}

function Column({ status, filter, count, carried, takesCarried, onOver, onDrop, onDrag, onOpen, onKey }: ColumnProps) {
  const { number } = useFormat()
  const found = useLive(listLogEntries, { query: columnQuery(status, filter) }, { placeholderData: keepPreviousData })
  const over = (event: DragEvent): void => {
    if (!takesCarried) return
    event.preventDefault()
    onOver(true)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a card is carried here by its own keys too
    <section
      className={classes.column}
      aria-label={word(status)}
      data-closed={(carried !== null && !takesCarried && carried.entry.status !== status) || undefined}
      data-over={(takesCarried && carried?.over === status) || undefined}
      onDragOver={over}
      onDragLeave={() => onOver(false)}
      onDrop={(event) => (event.preventDefault(), onDrop())}
    >
      <h2>
        <StatusGlyph of="maintenance" value={status} /> {word(status)} {count !== null && <span>{number(count)}</span>}
      </h2>
      <Loaded query={found} failed={listLogEntries.says.failed} bones={<Skeleton lines={3} />}>
        {({ items: entries }) => (
          <>
            <ul>
              {entries.map((entry) => (
                <Card
                  key={entry.id}
                  entry={entry}
                  isCarried={carried?.entry.id === entry.id}
                  onDrag={onDrag}
                  onOpen={onOpen}
                  onKey={onKey}
                />
              ))}
            </ul>
            {entries.length === 0 && <p className={classes.none}>{t('None')}</p>}
            {(count ?? 0) > entries.length && entries.length > 0 && (
              <p className={classes.none}>{t('The first {{count}} are shown.', { count: entries.length })}</p>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

/** What is to be done by its due time, what is over from the latest. */
const columnQuery = (status: LogStatus, filter: BoardFilter) =>
  isOpenStatus(status)
    ? ({ ...filter, state: 'all', status: [status], sort: 'due_at', limit: openAtMost } as const)
    : ({ ...filter, state: 'all', status: [status], sort: 'status_at', order: 'desc', limit: closedAtMost } as const)

interface CardProps extends Pick<ColumnProps, 'onDrag' | 'onOpen' | 'onKey'> {
  entry: LogEntry
  isCarried: boolean
}

const isOver = ({ status }: LogEntry): boolean => isOneOf(closedStatuses, status)

const Card = ({ entry, isCarried, onDrag, onOpen, onKey }: CardProps) => (
  <li>
    <button
      type="button"
      className={classes.card}
      data-entry={entry.id}
      data-carried={isCarried || undefined}
      aria-label={`${entryName(entry)} ${entry.location_label}`}
      draggable={onDrag !== undefined && nextLogStatuses[entry.status].length > 0}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', entryName(entry))
        onDrag?.(entry)
      }}
      onDragEnd={() => onDrag?.(null)}
      onClick={() => onOpen(entry)}
      onKeyDown={(event) => onKey(event, entry)}
    >
      <span className={classes.head}>
        <strong>{entryName(entry)}</strong>
        <Priority priority={entry.priority} />
      </span>
      <span className={classes.text}>{entry.description}</span>
      <span className={classes.where}>
        {entry.location_label} · {targetsText(entry)}
      </span>
      <span className={classes.foot}>
        {isOver(entry) ? <span>{entry.resolved_by_name}</span> : <Due {...entry} />}
        <span className={classes.attached}>
          <Attached {...entry} />
          {entry.assignee_name !== null && (
            <abbr data-tip={entry.assignee_name}>{initialsOf(entry.assignee_name)}</abbr>
          )}
        </span>
      </span>
    </button>
  </li>
)

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((part) => part[0] ?? '')
    .join('')
    .slice(0, 2)
    .toUpperCase()
