import { useElementSize } from '@mantine/hooks'
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { usePhone } from '../frame/app-frame.tsx'
import { later, useLater } from '../base/lazy.tsx'
import { useNavigateTo } from '../details/link.tsx'
import { useIsLate } from '../frame/states.tsx'
import {
  checkWidth,
  laidColumns,
  templateOf,
  widthOf,
  type Column,
  type LaidColumn,
  type RowRecord,
} from './columns.ts'
import classes from './data-table.module.css'
import { useHeadMoves } from './head-moves.ts'
import { arrange, showsTotal, type TableLayout } from './layout.ts'
import { useKeptFocus } from './kept-focus.ts'
import { onRowKey } from './row-keys.ts'
import { TableBody, useLatest, type WantedRow } from './table-body.tsx'
import { TableHead, type Sort } from './table-head.tsx'
import type { RowHandlers } from './table-row.tsx'
import { watchEdges } from './edges.ts'
import { useCoarsePointer, useSelectionOf } from './selection.tsx'
import { TotalsRow } from './totals-row.tsx'

export type DataTableProps<Row extends RowRecord> = {
  /** Names the region for screen readers. */
  label: string
  /** A module constant where it can be. */
  columns: readonly Column<Row>[]
  /** Flat: all pages loaded so far. Keep it the same array while nothing changed. */
  rows: readonly Row[]
  /** A module constant. */
  rowId: (row: Row) => string
  total?: { total: number; total_is_exact: boolean } | null
  hasMore?: boolean
  onLoadMore?: () => void
  /** Which rows are in view, by their place. */
  onView?: (first: number, last: number) => void
  isLoading?: boolean
  /** The rows are those of the filter or order before; the new ones are on their way. */
  isPast?: boolean
  sort?: Sort | null
  onSort?: (sort: Sort) => void
  layout?: TableLayout
  /** Columns can be moved and sized. */
  onLayout?: (layout: TableLayout) => void
  selection?: ReadonlySet<string>
  onSelection?: (selection: ReadonlySet<string>) => void
  /** All that match are selected, loaded or not. */
  isAllSelected?: boolean
  rowHref?: (row: Row) => string
  /** Default: goes to rowHref. */
  onOpen?: (row: Row) => void
  /** The row that a panel beside the table shows. */
  openId?: string | undefined
  /** Just before one goes to a row's address. */
  onFollow?: (row: Row) => void
  /** Instead of rows: NoData, NoMatch, NoPermission or ErrorState. */
  state?: ReactNode
  /** From the server, by column id; and the words at the start. */
  totals?: Readonly<Record<string, ReactNode>>
  totalsLabel?: string
  /** Below 600 px. Without it the table scrolls sideways there too. */
  card?: (row: Row) => ReactNode
  /** Below the card and outside of its link: what opens something else. */
  cardMore?: ((row: Row) => ReactNode) | undefined
  /** A BulkBar over the list, which then gets 64 px of padding. */
  bulk?: ReactNode
  /** Draws all rows and lets the page scroll: for lists that are known to be short. */
  isWhole?: boolean
  /** A new filter or search: back to the top. */
  resetKey?: string
}

// Cards differ in height, so they come with a library that measures them; only phones need it.
const cards = later(() => import('./card-list.tsx'), { isFirst: true })

export function DataTable<Row extends RowRecord>(props: DataTableProps<Row>) {
  const isPhone = usePhone()
  const card = isPhone ? props.card : undefined
  const parts = useLater(cards, card !== undefined)
  const isLate = useIsLate(props.isLoading === true)
  const isWaiting = isLate && props.rows.length === 0
  if (card !== undefined)
    return (
      parts && (
        <parts.CardList
          key={props.resetKey}
          {...props}
          card={card}
          hasMore={props.hasMore === true}
          isWaiting={isWaiting}
        />
      )
    )
  return <Grid {...props} isWaiting={isWaiting} />
}

const headHeight = 32
const totalsHeight = 36
const rowHeights = { compact: 32, comfortable: 36 }

function Grid<Row extends RowRecord>(props: DataTableProps<Row> & { isWaiting: boolean }) {
  const { columns, rows, rowId, selection, onSelection, isWaiting } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState<WantedRow | null>(null)
  const { ref: frame, width } = useElementSize<HTMLDivElement>()
  const [current, setCurrent] = useState(0)
  const hasCheck = selection !== undefined && onSelection !== undefined
  const { layout, moves, said } = useHeadMoves(props)
  const canPin = canPinIn(columns, layout, width)
  const laid = useMemo(() => laidColumns(columns, layout, hasCheck, canPin), [columns, layout, hasCheck, canPin])
  const rowHeight = useCoarsePointer() ? 44 : rowHeights[layout.density]
  const checks = useSelectionOf(rows, rowId, selection, onSelection, props.isAllSelected)
  const handlers = useRowHandlers(props, setCurrent, checks.check)
  useScroller(scroller, [props.resetKey, props.sort?.column, props.sort?.direction].join(' '))
  const move = useCallback((index: number, cell: number | null) => {
    setWanted({ index, cell })
    setCurrent(index)
  }, [])
  const place = Math.min(current, Math.max(0, rows.length - 1))
  const { label, isPast = false } = props
  const focus = useKeptFocus({ label, scroller, rows, rowId, isPast, current: place, setCurrent, move })
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) =>
    onRowKey(event, {
      count: rows.length,
      current: place,
      page: pageOf(scroller.current, rowHeight),
      move,
      open: (index) => withRow(rows, index, handlers.open),
      check: (index, isRange) => withRow(rows, index, (row) => checks.check(rowId(row), index, isRange)),
      checkAll: checks.checkAll,
      leave: () =>
        scroller.current?.querySelector<HTMLElement>('[data-column] [data-head-stop][tabindex="0"]')?.focus(),
    })
  const hasState = props.state !== undefined && props.state !== null && props.state !== false && !isWaiting
  const totals = shownTotals(props.totals, layout)
  return (
    <div
      ref={frame}
      className={classes.frame}
      data-bulk={Boolean(props.bulk) || undefined}
      data-whole={props.isWhole || undefined}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of all rows, and what scrolls is reachable (WCAG 2.1.1) */}
      <div
        ref={scroller}
        className={classes.scroller}
        role="region"
        aria-label={label}
        data-list={props.isWhole ? undefined : true}
        aria-busy={props.isLoading === true || props.isPast === true}
        tabIndex={0}
        style={sizesOf(laid, hasCheck, rowHeight)}
        onKeyDown={onKeyDown}
        {...focus}
      >
        <div
          className={classes.grid}
          role="grid"
          aria-label={props.label}
          aria-rowcount={rowCount(props, totals !== undefined)}
          aria-colcount={laid.length + (hasCheck ? 1 : 0)}
          aria-multiselectable={hasCheck || undefined}
        >
          <TableHead
            columns={laid}
            sort={props.sort ?? null}
            onSort={props.onSort}
            moves={moves}
            check={hasCheck ? checks.head : null}
            onLeave={() => rows.length > 0 && move(place, null)}
          />
          {hasState ? (
            <div className={classes.state} role="row">
              <div role="gridcell">{props.state}</div>
            </div>
          ) : (
            <TableBody
              {...props}
              {...{ scroller, wanted, hasCheck, rowHeight, headHeight, handlers }}
              columns={laid}
              footHeight={(totals === undefined ? 0 : totalsHeight) + (props.bulk ? 64 : 0)}
              current={place}
            />
          )}
          {totals !== undefined && (
            <TotalsRow
              columns={laid}
              totals={totals}
              label={props.totalsLabel}
              hasCheck={hasCheck}
              rowIndex={props.total?.total_is_exact ? props.total.total + 2 : undefined}
            />
          )}
        </div>
      </div>
      <div className={classes.fade} aria-hidden />
      <div className="visually-hidden" role="status">
        {said}
      </div>
      {props.bulk}
    </div>
  )
}

/** On a narrow view pinned columns would leave no room for the others. Before the first measurement pins are assumed. */
function canPinIn<Row extends RowRecord>(columns: readonly Column<Row>[], layout: TableLayout, width: number) {
  if (width === 0) return true
  const pinned = arrange(columns, layout).filter((column) => column.isPinned && column.isVisible)
  const widths = pinned.map(({ id }) => layout.sizes[id] ?? columns.find((column) => column.id === id)?.width ?? 0)
  return widths.reduce((sum, each) => sum + each, checkWidth) < width * 0.62
}

/** The totals that the person wants; none at all is no row. */
function shownTotals(totals: DataTableProps<RowRecord>['totals'], layout: TableLayout) {
  if (totals === undefined || layout.totals === null) return totals
  const shown = Object.entries(totals).filter(([id]) => showsTotal(layout, id))
  return shown.length === 0 ? undefined : Object.fromEntries(shown)
}

const sizesOf = <Row extends RowRecord>(
  columns: readonly LaidColumn<Row>[],
  hasCheck: boolean,
  rowHeight: number,
): CSSProperties => ({
  '--columns': templateOf(columns, hasCheck),
  '--width': `${widthOf(columns, hasCheck)}px`,
  '--pinned': `${columns.reduce((sum, { left, size }) => (left === null ? sum : sum + size), hasCheck ? checkWidth : 0)}px`,
  '--row-height': `${rowHeight}px`,
})

function useScroller(scroller: RefObject<HTMLDivElement | null>, topKey: string) {
  useEffect(() => (scroller.current === null ? undefined : watchEdges(scroller.current)), [scroller])
  const before = useRef(topKey)
  useEffect(() => {
    // At first it is at the top; scrolling there would force a layout in the middle of the first render.
    if (before.current === topKey) return
    before.current = topKey
    scroller.current?.scrollTo({ top: 0 })
  }, [scroller, topKey])
}

/** The number of rows with head and totals, for `aria-rowcount`; -1 means that the number is unknown. */
const rowCount = ({ rows, total }: Pick<DataTableProps<RowRecord>, 'rows' | 'total'>, hasTotals: boolean) => {
  if (total?.total_is_exact === false) return -1
  return Math.max(total?.total ?? 0, rows.length) + (hasTotals ? 2 : 1)
}

const pageOf = (scroller: HTMLElement | null, rowHeight: number) =>
  Math.max(1, Math.floor(((scroller?.clientHeight ?? 0) - headHeight - totalsHeight) / rowHeight))

function withRow<Row>(rows: readonly Row[], index: number, act: (row: Row) => void) {
  const row = rows[index]
  if (row !== undefined) act(row)
}

const assign = (href: string) => window.location.assign(href)

/** The same object for ever, so that memoised rows stay. */
function useRowHandlers<Row extends RowRecord>(
  { onOpen, rowHref, onFollow }: DataTableProps<Row>,
  touch: (index: number) => void,
  check: RowHandlers<Row>['check'],
): RowHandlers<Row> {
  const navigate = useNavigateTo()
  const latest = useLatest({ onOpen, rowHref, onFollow, navigate, check })
  return useMemo(
    () => ({
      touch,
      check: (id, index, isRange) => latest.current.check(id, index, isRange),
      open: (row) => {
        const { onOpen, rowHref, onFollow, navigate } = latest.current
        if (onOpen !== undefined) return onOpen(row)
        if (rowHref === undefined) return
        onFollow?.(row)
        ;(navigate ?? assign)(rowHref(row))
      },
    }),
    [latest, touch],
  )
}
