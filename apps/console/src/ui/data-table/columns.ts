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
  /** Stays at the left while the others scroll. Pinned ones come first. */
  pin?: 'start'
  /** False for what names the row. */
  isHideable?: boolean
  /** Waits in the columns menu at first. */
  isHiddenAtFirst?: boolean
  /** The row's address hangs on this cell: middle click, copy, open in a tab. */
  isLink?: boolean
  /** A cell whose value here changes gets the tint for 900 ms. */
  watch?: (row: Row) => string | number | boolean | null | undefined
}

export type LaidColumn<Row extends RowRecord> = Column<Row> & { left: number | null; isLastPinned: boolean; size: number }

/** What head, skeleton and totals need: nothing of the rows. */
export type LaidHead = Omit<LaidColumn<RowRecord>, 'cell' | 'watch'>

export type ColumnChoices = {
  /** Absent ids are as at first. */
  visibility?: Readonly<Record<string, boolean>>
  order?: readonly string[]
  sizes?: Readonly<Record<string, number>>
}

export const checkWidth = 36
export const noRows: never[] = []

// The table library keeps the columns only (order, visibility, pins, sizes). Rows come sorted and filtered from the server, and 100,000
// of them would each become an object of it again at every live change.
const features = tableFeatures({ columnVisibilityFeature, columnPinningFeature, columnSizingFeature, columnOrderingFeature })
type Def = ColumnDef<typeof features, Record<string, unknown>>

const ownedByCaller = () => undefined

export const isVisible = (
  column: Pick<Column<RowRecord>, 'id' | 'isHiddenAtFirst' | 'isHideable'>,
  visibility: ColumnChoices['visibility'],
) => column.isHideable === false || (visibility?.[column.id] ?? column.isHiddenAtFirst !== true)

const stateOf = <Row extends RowRecord>(columns: readonly Column<Row>[], { visibility, order, sizes }: ColumnChoices, canPin: boolean) => ({
  columnVisibility: Object.fromEntries(columns.map((column) => [column.id, isVisible(column, visibility)])),
  columnPinning: { start: canPin ? columns.filter((column) => column.pin === 'start').map((column) => column.id) : [], end: [] },
  columnSizing: { ...sizes },
  columnOrder: [...(order ?? [])],
})

/** Columns as they lie: pinned first with their offset, then the others. `canPin` is false where pins would fill the view. */
export function useLaidColumns<Row extends RowRecord>(
  columns: readonly Column<Row>[],
  choices: ColumnChoices,
  hasChecks: boolean,
  canPin: boolean,
): LaidColumn<Row>[] {
  'use no memo' // the library's builder methods read state that the compiler does not see
  const { visibility, order, sizes } = choices
  const defs = useMemo<Def[]>(() => columns.map(({ id, width }) => ({ id, size: width, minSize: 40, maxSize: 900 })), [columns])
  const state = useMemo(() => stateOf(columns, { visibility, order, sizes }, canPin), [columns, visibility, order, sizes, canPin])
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
  }))
  const key = JSON.stringify(laid)
  return useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]))
    return (JSON.parse(key) as typeof laid).flatMap((place) => {
      const column = byId.get(place.id)
      return column === undefined ? [] : [{ ...column, ...place }]
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
