import { memo, useEffect, useRef, type MouseEvent } from 'react'
import { isPlainClick } from '../details/link.tsx'
import { Bone } from '../frame/states.tsx'
import { t } from '../base/translate.ts'
import { useChangedTint } from './changed.ts'
import type { LaidColumn, LaidHead, RowRecord } from './columns.ts'
import classes from './data-table.module.css'
import { inCell } from './row-keys.ts'

/** Handlers of the whole table: stable, so that a row renders again only when its own data change. */
export type RowHandlers<Row> = {
  open: (row: Row) => void
  check: (id: string, index: number, isRange: boolean) => void
  touch: (index: number) => void
}

type TableRowProps<Row extends RowRecord> = {
  row: Row
  id: string
  index: number
  top: number
  columns: readonly LaidColumn<Row>[]
  href: string | undefined
  canOpen: boolean
  hasCheck: boolean
  isSelected: boolean
  isCurrent: boolean
  isOpen: boolean
  handlers: RowHandlers<Row>
}

const interactive = 'a, button, input, label, select, textarea, [role="menuitem"]'

function onRowClick<Row extends RowRecord>(
  event: MouseEvent<HTMLElement>,
  { row, id, href, index, canOpen, hasCheck, handlers }: TableRowProps<Row>,
) {
  if (event.target instanceof Element && event.target.closest(interactive) !== null) return
  handlers.touch(index)
  if (event.shiftKey && hasCheck) return handlers.check(id, index, true)
  if (!canOpen || window.getSelection()?.isCollapsed === false) return
  if (isPlainClick(event)) handlers.open(row)
  else if (href !== undefined && (event.button === 1 || event.metaKey || event.ctrlKey))
    window.open(href, '_blank', 'noopener')
}

function Row<R extends RowRecord>(props: TableRowProps<R>) {
  const { row, id, index, top, columns, hasCheck, isSelected, isCurrent, isOpen, canOpen, handlers } = props
  const line = useRef<HTMLDivElement>(null)
  // The whole grid is one tab stop: arrow keys reach the controls in the cells, and Tab skips them.
  useEffect(() => {
    for (const stop of line.current?.querySelectorAll<HTMLElement>(inCell) ?? []) stop.tabIndex = -1
  })
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the scroller handles the keys of all rows
    <div
      ref={line}
      className={classes.row}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={hasCheck ? isSelected : undefined}
      aria-current={isOpen || undefined}
      data-index={index}
      data-selected={isSelected || undefined}
      data-opens={canOpen || undefined}
      tabIndex={isCurrent ? 0 : -1}
      style={{ transform: `translateY(${top}px)` }}
      // With Shift a click takes rows, not text.
      onMouseDown={(event) => hasCheck && event.shiftKey && event.preventDefault()}
      onClick={(event) => onRowClick(event, props)}
      onAuxClick={(event) => onRowClick(event, props)}
    >
      {hasCheck && (
        <div className={classes.checkCell} role="gridcell" aria-colindex={1} data-pinned>
          <label className={classes.checkLabel}>
            <input
              type="checkbox"
              className={classes.check}
              tabIndex={-1}
              aria-label={t('Select row')}
              checked={isSelected}
              onChange={() => undefined}
              onClick={(event) => handlers.check(id, index, event.shiftKey)}
            />
          </label>
        </div>
      )}
      {columns.map((column, place) => (
        <Cell
          key={column.id}
          column={column}
          row={row}
          place={place + (hasCheck ? 2 : 1)}
          href={column.isLink ? props.href : undefined}
          handlers={handlers}
        />
      ))}
    </div>
  )
}

export const TableRow = memo(Row) as typeof Row

type CellProps<Row extends RowRecord> = {
  column: LaidColumn<Row>
  row: Row
  place: number
  href: string | undefined
  handlers: RowHandlers<Row>
}

/** What a column draws may use hooks, so it is called each time: the compiler would keep its result and skip them. */
function Cell<Row extends RowRecord>({ column, row, place, href, handlers }: CellProps<Row>) {
  'use no memo'
  const cell = useChangedTint<HTMLDivElement>(column.watch?.(row))
  const shown = column.cell(row)
  // A bare text needs an element around it to end in an ellipsis.
  const content = typeof shown === 'string' ? <span>{shown}</span> : shown
  return (
    <div
      ref={cell}
      className={classes.cell}
      role="gridcell"
      aria-colindex={place}
      data-align={column.align}
      data-pinned={column.left === null ? undefined : true}
      data-rule={column.isLastPinned || undefined}
      data-tip-cut
      style={column.left === null ? undefined : { left: column.left }}
    >
      {href === undefined ? (
        content
      ) : (
        <RowLink href={href} onOpen={() => handlers.open(row)}>
          {content}
        </RowLink>
      )}
    </div>
  )
}

const RowLink = ({ href, onOpen, children }: { href: string; onOpen: () => void; children: React.ReactNode }) => (
  <a
    className={classes.link}
    href={href}
    tabIndex={-1}
    onClick={(event) => {
      if (!isPlainClick(event)) return
      event.preventDefault()
      onOpen()
    }}
  >
    {children}
  </a>
)

const boneWidths = ['58%', '72%', '44%', '65%', '50%', '80%', '38%']

/** A row that is still to come, in the final shape. */
export const SkeletonRow = memo(function SkeletonRow({
  index,
  top,
  columns,
  hasCheck,
}: {
  index: number
  top: number
  columns: readonly LaidHead[]
  hasCheck: boolean
}) {
  return (
    <div className={classes.row} aria-hidden data-skeleton style={{ transform: `translateY(${top}px)` }}>
      {hasCheck && (
        <span className={classes.checkCell} data-pinned>
          <Bone width={14} height={14} />
        </span>
      )}
      {columns.map((column, place) => (
        <span
          key={column.id}
          className={classes.cell}
          data-align={column.align}
          data-pinned={column.left === null ? undefined : true}
          data-rule={column.isLastPinned || undefined}
          style={column.left === null ? undefined : { left: column.left }}
        >
          <Bone width={boneWidths[(index * 3 + place) % boneWidths.length] ?? '50%'} />
        </span>
      ))}
    </div>
  )
})
