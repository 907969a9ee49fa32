import type { ReactNode } from 'react'
import { arrange, widthWithin, type TableLayout } from './layout.ts'

/** Rows are whatever record a list holds. */
export type RowRecord = object

/** Module constants, so that rows can be memoised. */
export type Column<Row extends RowRecord> = {
  id: string
  header: string
  /** A picture instead of the word; the word stays for screen readers and the columns menu. */
  headerGlyph?: ReactNode
  cell: (row: Row) => ReactNode
  /** px. Text ellipsises, codes and numbers get the width they need. */
  width: number
  /** Takes its share of the width that is left. */
  isGrowing?: boolean
  /** Numbers at the end. */
  align?: 'start' | 'end' | 'center'
  isSortable?: boolean
  /** It shows how long ago the value is by which it is sorted: the earliest is the longest ago. */
  isAge?: boolean
  /** Stays at the left while the others scroll, until the person pins otherwise. */
  pin?: 'start'
  /** False for what names the row. */
  isHideable?: boolean
  /** Waits in the columns menu at first. */
  isHiddenAtFirst?: boolean
  /** The row's address hangs on this cell: middle click, copy, open in a tab. */
  isLink?: boolean
  /** A cell whose value here changes gets the tint for 900 ms. */
  watch?: (row: Row) => string | number | boolean | null | undefined
  /** Shows a total below the column (`totals` of the table), unless the person has switched totals off. */
  hasTotal?: boolean
  /** Its names in the CSV, where they are not its id. */
  exports?: readonly string[]
}

export type LaidColumn<Row extends RowRecord> = Column<Row> & {
  left: number | null
  isLastPinned: boolean
  size: number
}

/** What head, skeleton and totals need: nothing of the rows. */
export type LaidHead = Omit<LaidColumn<RowRecord>, 'cell' | 'watch'>

export const checkWidth = 36
export const noRows: never[] = []

/** Columns as they lie: pinned first with their offset, then the others. `canPin` is false where pins would fill the view. */
export function laidColumns<Row extends RowRecord>(
  columns: readonly Column<Row>[],
  layout: TableLayout,
  hasChecks: boolean,
  canPin: boolean,
): LaidColumn<Row>[] {
  const byId = new Map(columns.map((column) => [column.id, column]))
  const shown = arrange(columns, layout).filter((column) => column.isVisible)
  const pinned = canPin ? shown.filter((column) => column.isPinned).length : 0
  let left = hasChecks ? checkWidth : 0
  return shown.flatMap(({ id }, index) => {
    const column = byId.get(id)
    if (column === undefined) return []
    const size = widthWithin(layout.sizes[id] ?? column.width)
    const start = left
    left += size
    return [
      {
        ...column,
        size,
        left: index < pinned ? start : null,
        isLastPinned: index === pinned - 1,
        // A width that a person has chosen is that width: the column grows no more.
        isGrowing: column.isGrowing === true && !(id in layout.sizes),
      },
    ]
  })
}

/** One template for head, rows and totals: a resized column changes a single property. */
export const templateOf = (columns: readonly LaidHead[], hasChecks: boolean) =>
  [
    ...(hasChecks ? [`${checkWidth}px`] : []),
    ...columns.map(({ size, isGrowing }) => (isGrowing ? `minmax(${size}px, 1fr)` : `${size}px`)),
  ].join(' ')

export const widthOf = (columns: readonly LaidHead[], hasChecks: boolean) =>
  columns.reduce((sum, column) => sum + column.size, hasChecks ? checkWidth : 0)
