import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { noRows, type LaidColumn, type RowRecord } from './columns.ts'
import classes from './data-table.module.css'
import { useFirstView } from './first-view.ts'
import { placeNear } from './place-near.ts'
import { focusIn } from './row-keys.ts'
import { drawnRows, useRowsInView, type RowRange } from './rows-in-view.ts'
import { SkeletonRow, TableRow, type RowHandlers } from './table-row.tsx'

export type WantedRow = { index: number; cell: number | null }

type TableBodyProps<Row extends RowRecord> = {
  scroller: RefObject<HTMLDivElement | null>
  rows: readonly Row[]
  rowId: (row: Row) => string
  rowHref?: ((row: Row) => string) | undefined
  onOpen?: ((row: Row) => void) | undefined
  openId?: string | undefined
  columns: readonly LaidColumn<Row>[]
  rowHeight: number
  /** Sticky head and totals cover this much of the view. */
  headHeight: number
  footHeight: number
  hasMore?: boolean | undefined
  onLoadMore?: (() => void) | undefined
  isWaiting: boolean
  hasCheck: boolean
  selection?: ReadonlySet<string> | undefined
  isAllSelected?: boolean | undefined
  current: number
  /** A new object for each key: the row to show and to focus, or a cell of it. */
  wanted: WantedRow | null
  onView?: ((first: number, last: number) => void) | undefined
  handlers: RowHandlers<Row>
}

const waitingRows = 14
const moreRows = 3
/** The next page is asked for this many rows before the end. */
const preload = 30

export function TableBody<Row extends RowRecord>(props: TableBodyProps<Row>) {
  const { scroller, rows, rowHeight, headHeight, footHeight, current, isWaiting } = props
  const hasMore = props.hasMore === true
  const count = isWaiting ? waitingRows : rows.length + (hasMore ? moreRows : 0)
  const { range, scrollTo } = useRowsInView({ scroller, count, rowHeight, headHeight, footHeight })
  const { columns, overscan } = useFirstView(props.columns, rows.length > 0)
  const drawn = drawnRows(range, count, current, overscan)
  useKeptPlace(props)
  useLoadMore(drawn.at(-1) ?? 0, props)
  useWantedRow(props, scrollTo)
  useTellView(range, props.onView)
  return (
    <div className={classes.body} role="rowgroup" style={{ height: count * rowHeight }}>
      {drawn.map((index) => {
        const row = isWaiting ? undefined : rows[index]
        if (row === undefined)
          return (
            <SkeletonRow
              key={`skeleton ${index}`}
              index={index}
              top={index * rowHeight}
              columns={props.columns}
              hasCheck={props.hasCheck}
            />
          )
        const id = props.rowId(row)
        return (
          <TableRow
            key={id}
            row={row}
            id={id}
            index={index}
            top={index * rowHeight}
            columns={columns}
            href={props.rowHref?.(row)}
            canOpen={props.onOpen !== undefined || props.rowHref !== undefined}
            hasCheck={props.hasCheck}
            isSelected={props.isAllSelected === true || props.selection?.has(id) === true}
            isCurrent={index === current}
            isOpen={id === props.openId}
            handlers={props.handlers}
          />
        )
      })}
    </div>
  )
}

export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}

function useLoadMore(
  lastIndex: number,
  {
    rows,
    hasMore,
    onLoadMore,
    isWaiting,
  }: Pick<TableBodyProps<RowRecord>, 'rows' | 'hasMore' | 'onLoadMore' | 'isWaiting'>,
) {
  const isNear = hasMore === true && !isWaiting && lastIndex >= rows.length - preload
  const load = useLatest(onLoadMore)
  useEffect(() => {
    if (isNear) load.current?.()
  }, [isNear, rows.length, load])
}

/** Which rows are looked at: only their pages are asked for again. */
export function useTellView({ first, last }: RowRange, onView: ((first: number, last: number) => void) | undefined) {
  const tell = useLatest(onView)
  useEffect(() => tell.current?.(first, last), [first, last, tell])
}

/** Rows that come in above do not push away what the person reads. */
function useKeptPlace<Row extends RowRecord>({
  rows,
  rowId,
  scroller,
  rowHeight,
}: Pick<TableBodyProps<Row>, 'rows' | 'rowId' | 'scroller' | 'rowHeight'>) {
  const before = useRef<readonly Row[]>(noRows)
  useLayoutEffect(() => {
    const old = before.current
    before.current = rows
    const element = scroller.current
    if (element === null || old === rows || element.scrollTop < rowHeight) return
    const place = Math.floor(element.scrollTop / rowHeight)
    const anchor = old[place]
    if (anchor === undefined) return
    const moved = placeNear(rows, rowId, rowId(anchor), place) - place
    if (moved !== 0) element.scrollBy({ top: moved * rowHeight })
  }, [rows, rowId, scroller, rowHeight])
}

function useWantedRow(
  { scroller, wanted }: Pick<TableBodyProps<RowRecord>, 'scroller' | 'wanted'>,
  scrollTo: (index: number) => void,
) {
  const shown = useRef<typeof wanted>(null)
  useLayoutEffect(() => {
    if (wanted === null || shown.current === wanted) return
    scrollTo(wanted.index)
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${wanted.index}"]`)
    // A row far away is drawn only after the scroll; the next render finds it.
    if (row === null || row === undefined) return
    shown.current = wanted
    const cell = wanted.cell === null ? null : row.querySelector<HTMLElement>(`[aria-colindex="${wanted.cell}"]`)
    if (cell === null) row.focus({ preventScroll: true })
    else focusIn(cell)
  })
}
