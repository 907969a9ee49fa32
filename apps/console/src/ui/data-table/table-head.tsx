import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { PointerEvent, ReactNode } from 'react'
import { t } from '../words.ts'
import type { LaidHead } from './columns.ts'
import classes from './data-table.module.css'

export type Sort = { column: string; direction: 'asc' | 'desc' }

type TableHeadProps = {
  columns: readonly LaidHead[]
  sort: Sort | null
  onSort: ((sort: Sort) => void) | undefined
  onSize: ((columnId: string, width: number) => void) | undefined
  check: ReactNode
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

export function TableHead({ columns, sort, onSort, onSize, check }: TableHeadProps) {
  return (
    <div className={classes.head} role="row" aria-rowindex={1}>
      {check}
      {columns.map((column, index) => {
        const direction = sort?.column === column.id ? sort.direction : undefined
        return (
          <div
            key={column.id}
            className={classes.headCell}
            role="columnheader"
            aria-colindex={index + 1 + (check === null ? 0 : 1)}
            aria-sort={direction === undefined ? undefined : ariaSort[direction]}
            data-align={column.align}
            data-pinned={column.left === null ? undefined : true}
            data-rule={column.isLastPinned || undefined}
            style={column.left === null ? undefined : { left: column.left }}
          >
            <HeadWord column={column} direction={direction} onSort={onSort} />
            {onSize !== undefined && (
              <span className={classes.handle} aria-hidden onPointerDown={(event) => resize(event, (width) => onSize(column.id, width))} />
            )}
          </div>
        )
      })}
    </div>
  )
}

function HeadWord({
  column,
  direction,
  onSort,
}: {
  column: LaidHead
  direction: Sort['direction'] | undefined
  onSort: TableHeadProps['onSort']
}) {
  const word = column.headerGlyph ? (
    <span className={classes.headGlyph} role="img" aria-label={t(column.header)} data-tip={t(column.header)}>
      {column.headerGlyph}
    </span>
  ) : (
    <span className={classes.headWord}>{t(column.header)}</span>
  )
  if (column.isSortable !== true || onSort === undefined) return word
  const Arrow = direction === 'desc' ? IconArrowDown : IconArrowUp
  return (
    <button
      type="button"
      className={classes.sort}
      onClick={() => onSort({ column: column.id, direction: direction === 'asc' ? 'desc' : 'asc' })}
    >
      {word}
      {direction !== undefined && <Arrow size={13} stroke={1.75} aria-hidden />}
    </button>
  )
}

/** Drags the right edge; the caller keeps the widths. */
function resize(event: PointerEvent<HTMLElement>, onWidth: (width: number) => void) {
  const handle = event.currentTarget
  const start = event.clientX
  const before = handle.parentElement?.offsetWidth ?? 0
  event.preventDefault()
  handle.setPointerCapture(event.pointerId)
  const move = (moved: globalThis.PointerEvent) => onWidth(Math.min(900, Math.max(40, Math.round(before + moved.clientX - start))))
  const stop = () => {
    handle.removeEventListener('pointermove', move)
    handle.removeEventListener('pointerup', stop)
    handle.removeEventListener('pointercancel', stop)
  }
  handle.addEventListener('pointermove', move)
  handle.addEventListener('pointerup', stop)
  handle.addEventListener('pointercancel', stop)
}
