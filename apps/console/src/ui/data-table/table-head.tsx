import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { t } from '../base/translate.ts'
import type { LaidHead } from './columns.ts'
import classes from './data-table.module.css'
import { dragColumn, dragWidth } from './head-drag.ts'
import { largestWidth, smallestWidth, type Side } from './layout.ts'
import { inColumn, useMovedFocus } from './moved-focus.ts'

export type Sort = { column: string; direction: 'asc' | 'desc' }

/** What a person may do to the columns; absent where the layout is fixed. */
export type HeadMoves = {
  /** On the way of a drag it is only shown; null goes back to what was before. */
  size: (columnId: string, width: number | null, isDone: boolean) => void
  /** The first width again. */
  fit: (columnId: string) => void
  place: (columnId: string, targetId: string, side: Side) => void
  step: (columnId: string, step: -1 | 1) => void
}

type TableHeadProps = {
  columns: readonly LaidHead[]
  sort: Sort | null
  onSort: ((sort: Sort) => void) | undefined
  moves: HeadMoves | null
  check: ReactNode
  /** Moves the focus down from the head into the rows. */
  onLeave: () => void
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

export function TableHead({ columns, sort, onSort, moves, check, onLeave }: TableHeadProps) {
  const head = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState<string | null>(null)
  const stop = columns.some(({ id }) => id === wanted) ? wanted : (columns[0]?.id ?? null)
  const keepFocus = useMovedFocus(head, columns)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.getAttribute('role') === 'separator') return
    const step = stepByKey.get(event.key) ?? 0
    if (step !== 0 && event.altKey && event.shiftKey && stop !== null && moves !== null) {
      event.preventDefault()
      keepFocus(inColumn(stop, '[data-head-stop]'))
      moves.step(stop, step)
    } else if (!event.altKey && !event.ctrlKey && !event.metaKey) onHeadKey(event, step, onLeave)
  }
  return (
    <div
      ref={head}
      className={classes.head}
      role="row"
      aria-rowindex={1}
      data-head-row
      onKeyDown={onKeyDown}
      onFocus={(event) => setWanted(event.target.closest<HTMLElement>('[data-column]')?.dataset.column ?? stop)}
    >
      {check}
      {columns.map((column, index) => (
        <HeadCell
          key={column.id}
          column={column}
          place={index + 1 + (check === null ? 0 : 1)}
          direction={sort?.column === column.id ? directionOf(column, sort.direction) : undefined}
          isStop={column.id === stop}
          onSort={onSort}
          moves={moves}
        />
      ))}
    </div>
  )
}

const stepByKey: ReadonlyMap<string, -1 | 1> = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
])

function nextStop(key: string, at: number, step: number, last: number): number | null {
  if (key === 'Home') return 0
  if (key === 'End') return last
  return step === 0 ? null : Math.min(last, Math.max(0, at + step))
}

function onHeadKey(event: KeyboardEvent<HTMLElement>, step: number, onLeave: () => void) {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-head-stop]')]
  const at = stops.findIndex((each) => each === document.activeElement)
  if (at < 0) return
  const next = nextStop(event.key, at, step, stops.length - 1)
  if (next === null && event.key !== 'ArrowDown') return
  event.preventDefault()
  if (next === null) return onLeave()
  stops[next]?.focus({ preventScroll: true })
  stops[next]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

type HeadCellProps = {
  column: LaidHead
  place: number
  direction: Sort['direction'] | undefined
  isStop: boolean
  onSort: TableHeadProps['onSort']
  moves: HeadMoves | null
}

const HeadCell = ({ column, place, direction, isStop, onSort, moves }: HeadCellProps) => (
  <div
    className={classes.headCell}
    role="columnheader"
    // Without it the handle's value, the width in pixels, is read as part of the name of each cell's column.
    aria-label={t(column.header)}
    aria-colindex={place}
    aria-sort={direction === undefined ? undefined : ariaSort[direction]}
    data-column={column.id}
    data-align={column.align}
    data-movable={moves === null ? undefined : true}
    data-pinned={column.left === null ? undefined : true}
    data-rule={column.isLastPinned || undefined}
    style={column.left === null ? undefined : { left: column.left }}
    onPointerDown={
      moves === null
        ? undefined
        : (event) => dragColumn(event, (targetId, side) => moves.place(column.id, targetId, side))
    }
  >
    <HeadWord column={column} direction={direction} isStop={isStop} onSort={onSort} isMovable={moves !== null} />
    {moves !== null && <Handle column={column} isStop={isStop} moves={moves} />}
  </div>
)

const opposite = { asc: 'desc', desc: 'asc' } as const
/** The direction of what a column shows, from that of the value by which it is sorted, and back. */
const directionOf = ({ isAge }: LaidHead, direction: Sort['direction']) => (isAge ? opposite[direction] : direction)

/** Counts and durations are looked at from the largest down. */
function directionAfter(direction: Sort['direction'] | undefined, { align }: LaidHead): Sort['direction'] {
  if (direction === undefined) return align === 'end' ? 'desc' : 'asc'
  return opposite[direction]
}

type HeadWordProps = Pick<HeadCellProps, 'column' | 'direction' | 'isStop' | 'onSort'> & { isMovable: boolean }

function HeadWord({ column, direction, isStop, onSort, isMovable }: HeadWordProps) {
  const word = column.headerGlyph ? (
    <span className={classes.headGlyph} role="img" aria-label={t(column.header)} data-tip={t(column.header)}>
      {column.headerGlyph}
    </span>
  ) : (
    <span className={classes.headWord}>{t(column.header)}</span>
  )
  const stop = {
    'data-head-stop': true,
    tabIndex: isStop ? 0 : -1,
    'aria-keyshortcuts': isMovable ? 'Alt+Shift+ArrowLeft Alt+Shift+ArrowRight' : undefined,
  }
  if (column.isSortable !== true || onSort === undefined)
    return (
      <span className={`${classes.headStop} ${classes.plainHead}`} {...stop}>
        {word}
      </span>
    )
  const Arrow = direction === 'desc' ? IconArrowDown : IconArrowUp
  return (
    <button
      type="button"
      className={`${classes.sort} ${classes.headStop}`}
      {...stop}
      onClick={() => onSort({ column: column.id, direction: directionOf(column, directionAfter(direction, column)) })}
    >
      {word}
      {direction !== undefined && <Arrow size={13} aria-hidden />}
    </button>
  )
}

const stepPx = 8

/** The right edge: dragged, or moved by arrows in steps of 8 px (with Shift 40); double click goes back to the first width. */
function Handle({ column, isStop, moves }: Pick<HeadCellProps, 'column' | 'isStop'> & { moves: HeadMoves }) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = stepPx * (event.shiftKey ? 5 : 1)
    const width = event.currentTarget.parentElement?.offsetWidth ?? column.size
    const wanted = { ArrowLeft: width - step, ArrowRight: width + step, Home: smallestWidth, End: largestWidth }[
      event.key
    ]
    if (event.altKey || (wanted === undefined && event.key !== 'Enter')) return
    event.preventDefault()
    event.stopPropagation()
    if (wanted === undefined) moves.fit(column.id)
    else moves.size(column.id, wanted, true)
  }
  return (
    <span
      className={classes.handle}
      role="separator"
      aria-orientation="vertical"
      aria-label={t('Width of {{column}}', { column: t(column.header) })}
      aria-valuenow={column.size}
      aria-valuemin={smallestWidth}
      aria-valuemax={largestWidth}
      tabIndex={isStop ? 0 : -1}
      onKeyDown={onKeyDown}
      onDoubleClick={() => moves.fit(column.id)}
      onPointerDown={(event) => dragWidth(event, (width, isDone) => moves.size(column.id, width, isDone))}
    />
  )
}
