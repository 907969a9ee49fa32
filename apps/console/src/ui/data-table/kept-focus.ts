import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react'
import { noRows, type RowRecord } from './columns.ts'
import { isFocusFree, keepLeftRow, leftRow, placeOfLeftRow, type HeldRow } from './left-row.ts'
import { placeNear } from './place-near.ts'

type KeptFocus<Row extends RowRecord> = {
  /** Of the list, by which its last row is found again. */
  label: string
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
 * removed element. Coming back from a page, the list gives the focus to the row from which that page was opened.
 */
export function useKeptFocus<Row extends RowRecord>({
  label,
  scroller,
  rows,
  rowId,
  isPast,
  current,
  setCurrent,
  move,
}: KeptFocus<Row>) {
  const held = useRef<HeldRow | null>(null)
  const before = useRef<{ rows: readonly Row[]; isPast: boolean }>({ rows: noRows, isPast: false })
  useLayoutEffect(() => {
    const old = before.current
    before.current = { rows, isPast }
    if (held.current === null && old.rows.length === 0 && rows.length > 0) {
      const left = placeOfLeftRow(label, rows, rowId)
      if (left === null) return
      return isFocusFree() ? move(left, leftRow(label)?.cell ?? null) : setCurrent(left)
    }
    if (held.current === null || old.rows === rows) return
    const { id, cell } = held.current
    const place = old.isPast ? 0 : Math.min(placeNear(rows, rowId, id, current), Math.max(0, rows.length - 1))
    if (!old.isPast && !isLost()) return place === current ? undefined : setCurrent(place)
    held.current = null
    if (rows.length === 0) scroller.current?.focus({ preventScroll: true })
    else move(place, cell)
  }, [label, rows, isPast, rowId, current, scroller, setCurrent, move])
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset.index ?? Number.NaN)
      const row = rows[index]
      if (row === undefined) return
      held.current = { id: rowId(row), cell: cellOf(target) }
      keepLeftRow(label, held.current)
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
