import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react'
import { noRows, type RowRecord } from './columns.ts'
import { placeNear } from './place-near.ts'

type KeptFocus<Row extends RowRecord> = {
  scroller: RefObject<HTMLElement | null>
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** The rows answer the question before; those of the new one are on their way. */
  isPast: boolean
  current: number
  setCurrent: (index: number) => void
  move: (index: number, cell: number | null) => void
}

/**
 * The focus follows its row when live changes move the row. When the row has gone, the row in its place takes the focus;
 * after a change of filter or order the first row does. Otherwise the browser would drop the focus together with the
 * removed element.
 */
export function useKeptFocus<Row extends RowRecord>({
  scroller,
  rows,
  rowId,
  isPast,
  current,
  setCurrent,
  move,
}: KeptFocus<Row>) {
  const held = useRef<{ id: string; cell: number | null } | null>(null)
  const before = useRef<{ rows: readonly Row[]; isPast: boolean }>({ rows: noRows, isPast: false })
  useLayoutEffect(() => {
    const old = before.current
    before.current = { rows, isPast }
    if (held.current === null || old.rows === rows) return
    const { id, cell } = held.current
    const place = old.isPast ? 0 : Math.min(placeNear(rows, rowId, id, current), Math.max(0, rows.length - 1))
    if (!old.isPast && !isLost()) return place === current ? undefined : setCurrent(place)
    held.current = null
    if (rows.length === 0) scroller.current?.focus({ preventScroll: true })
    else move(place, cell)
  }, [rows, isPast, rowId, current, scroller, setCurrent, move])
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset.index ?? Number.NaN)
      const row = rows[index]
      if (row === undefined) return
      held.current = { id: rowId(row), cell: cellOf(target) }
      setCurrent(index)
    },
    // React tells of no blur while it takes the element away itself.
    onBlur: () => {
      held.current = null
    },
  }
}

const isLost = () => document.activeElement === null || document.activeElement === document.body

const cellOf = (target: HTMLElement) => {
  const cell = target.closest<HTMLElement>('[role="gridcell"]')
  return cell === null ? null : Number(cell.ariaColIndex)
}
