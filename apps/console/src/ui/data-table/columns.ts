import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table'
import { useMemo, type ReactNode } from 'react'
import { arrange, largestWidth, smallestWidth, type TableLayout } from './layout.ts'

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

// The table library keeps the columns only (order, visibility, pins, sizes). Rows come sorted and filtered from the server, and 100,000
// of them would each become an object of it again at every live change.
const features = tableFeatures({
  columnVisibilityFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnOrderingFeature,
})
type Def = ColumnDef<typeof features, Record<string, unknown>>

const ownedByCaller = () => undefined

const stateOf = <Row extends RowRecord>(columns: readonly Column<Row>[], layout: TableLayout, canPin: boolean) => {
  const arranged = arrange(columns, layout)
  return {
    columnVisibility: Object.fromEntries(arranged.map((column) => [column.id, column.isVisible])),
    columnPinning: {
      start: canPin ? arranged.filter((column) => column.isPinned).map((column) => column.id) : [],
      end: [],
    },
    columnSizing: { ...layout.sizes },
    columnOrder: arranged.map((column) => column.id),
  }
}

/** Columns as they lie: pinned first with their offset, then the others. `canPin` is false where pins would fill the view. */
export function useLaidColumns<Row extends RowRecord>(
  columns: readonly Column<Row>[],
  layout: TableLayout,
  hasChecks: boolean,
  canPin: boolean,
): LaidColumn<Row>[] {
  'use no memo' // the library's builder methods read state that the compiler does not see
  const defs = useMemo<Def[]>(
    () => columns.map(({ id, width }) => ({ id, size: width, minSize: smallestWidth, maxSize: largestWidth })),
    [columns],
  )
  const state = useMemo(() => stateOf(columns, layout, canPin), [columns, layout, canPin])
  const table = useTable({
    features,
    columns: defs,
    data: noRows as Record<string, unknown>[],
    state,
    onColumnVisibilityChange: ownedByCaller,
    onColumnPinningChange: ownedByCaller,
    onColumnSizingChange: ownedByCaller,
    onColumnOrderChange: ownedByCaller,
  })
  const pinned = table.getStartVisibleLeafColumns()
  const laid = [...pinned, ...table.getCenterVisibleLeafColumns()].map((column, index) => ({
    id: column.id,
    size: column.getSize(),
    left: index < pinned.length ? column.getStart('start') + (hasChecks ? checkWidth : 0) : null,
    isLastPinned: index === pinned.length - 1,
    isSized: column.id in layout.sizes,
  }))
  const key = JSON.stringify(laid)
  return useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]))
    return (JSON.parse(key) as typeof laid).flatMap(({ isSized, ...place }) => {
      const column = byId.get(place.id)
      // A width that a person has chosen is that width: the column grows no more.
      return column === undefined ? [] : [{ ...column, ...place, isGrowing: column.isGrowing === true && !isSized }]
    })
  }, [columns, key])
}

/** One template for head, rows and totals: a resized column changes a single property. */
export const templateOf = (columns: readonly LaidHead[], hasChecks: boolean) =>
  [
    ...(hasChecks ? [`${checkWidth}px`] : []),
    ...columns.map(({ size, isGrowing }) => (isGrowing ? `minmax(${size}px, 1fr)` : `${size}px`)),
  ].join(' ')

export const widthOf = (columns: readonly LaidHead[], hasChecks: boolean) =>
  columns.reduce((sum, column) => sum + column.size, hasChecks ? checkWidth : 0)
