import { useMemo } from 'react'
import { useAfterPaint } from '../base/after-paint.ts'
import { checkWidth, type LaidColumn, type RowRecord } from './columns.ts'

/** Rows beyond both edges: so many that a turn of the wheel meets no gap, and few while the first ones are drawn. */
const overscan = { first: 1, after: 8 }

/**
 * The first rows are drawn as far as the window reaches, for the time to the first row grows with each cell. What lies beyond
 * follows when they have been shown; the template of the grid is that of all columns throughout, so that nothing moves.
 */
export function useFirstView<Row extends RowRecord>(columns: readonly LaidColumn<Row>[], hasRows: boolean) {
  const isShown = useAfterPaint(hasRows)
  const drawn = useMemo(() => (isShown ? columns : withinWindow(columns, window.innerWidth)), [columns, isShown])
  return { columns: drawn, overscan: isShown ? overscan.after : overscan.first }
}

/** Growing columns are wider than their size, so those beyond the edge are beyond it by more. */
export function withinWindow<Row extends RowRecord>(
  columns: readonly LaidColumn<Row>[],
  windowWidth: number,
): readonly LaidColumn<Row>[] {
  let start = checkWidth
  const beyond = columns.findIndex(({ size }) => {
    const isBeyond = start > windowWidth
    start += size
    return isBeyond
  })
  return beyond < 0 ? columns : columns.slice(0, beyond)
}
