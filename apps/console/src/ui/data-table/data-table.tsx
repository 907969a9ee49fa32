import { useElementSize } from '@mantine/hooks'
import { useEffect, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { usePhone } from '../app-frame.tsx'
import { useNavigateTo } from '../link.tsx'
import { useIsLate } from '../states.tsx'
import { t } from '../words.ts'
import { CardList } from './card-list.tsx'
import {
  checkWidth,
  templateOf,
  useLaidColumns,
  widthOf,
  type Column,
  type ColumnChoices,
  type LaidColumn,
  type LaidHead,
  type RowRecord,
} from './columns.ts'
import classes from './data-table.module.css'
import { onRowKey } from './row-keys.ts'
import { TableBody, useLatest } from './table-body.tsx'
import { TableHead, type Sort } from './table-head.tsx'
import type { RowHandlers } from './table-row.tsx'
import { watchEdges } from './edges.ts'
import { useCoarsePointer, useSelectionOf } from './selection.tsx'

export type DataTableProps<Row extends RowRecord> = ColumnChoices & {
  /** Names the region for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  /** Flat: all pages loaded so far. Keep it the same array while nothing changed. */
  rows: readonly Row[]
  /** A module constant. */
  rowId: (row: Row) => string
  total?: { total: number; total_is_exact: boolean } | null
  hasMore?: boolean
  onLoadMore?: () => void
  isLoading?: boolean
  sort?: Sort | null
  onSort?: (sort: Sort) => void
  onSize?: (columnId: string, width: number) => void
  selection?: ReadonlySet<string>
  onSelection?: (selection: ReadonlySet<string>) => void
  rowHref?: (row: Row) => string
  /** Default: goes to rowHref. */
  onOpen?: (row: Row) => void
  /** Instead of rows: NoData, NoMatch, NoPermission or ErrorState. */
  state?: ReactNode
  /** From the server, by column id; and the words at the start. */
  totals?: Readonly<Record<string, ReactNode>>
  totalsLabel?: string
  density?: 'compact' | 'comfortable'
  /** Below 600 px. Without it the table scrolls sideways there too. */
  card?: (row: Row) => ReactNode
  /** A BulkBar over the list, which then gets 64 px of padding. */
  bulk?: ReactNode
  /** Draws all rows and lets the page scroll: for lists that are known to be short. */
  isWhole?: boolean
  /** A new filter or search: back to the top. */
  resetKey?: string
}

export function DataTable<Row extends RowRecord>(props: DataTableProps<Row>) {
  const isPhone = usePhone()
  const isLate = useIsLate(props.isLoading === true)
  const rows = props.rows
  if (isPhone && props.card !== undefined) {
    return (
      <CardList
        key={props.resetKey}
        label={props.label}
        rows={rows}
        rowId={props.rowId}
        rowHref={props.rowHref}
        card={props.card}
        hasMore={props.hasMore === true}
        onLoadMore={props.onLoadMore}
        isWaiting={isLate && rows.length === 0}
        state={props.state}
      />
    )
  }
  return <Grid {...props} isWaiting={isLate && rows.length === 0} />
}

const headHeight = 32
const totalsHeight = 36
const rowHeights = { compact: 32, comfortable: 36 }

function Grid<Row extends RowRecord>(props: DataTableProps<Row> & { isWaiting: boolean }) {
  const { columns, rows, rowId, selection, onSelection, totals, isWaiting } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState<{ index: number } | null>(null)
  const { ref: frame, width } = useElementSize<HTMLDivElement>()
  const [current, setCurrent] = useState(0)
  const hasCheck = selection !== undefined && onSelection !== undefined
  const laid = useLaidColumns(columns, props, hasCheck, canPinIn(columns, width))
  const rowHeight = useCoarsePointer() ? 44 : rowHeights[props.density ?? 'compact']
  const checks = useSelectionOf(rows, rowId, selection, onSelection)
  const handlers = useRowHandlers(props, setCurrent, checks.check)
  useScroller(scroller, [props.resetKey, props.sort?.column, props.sort?.direction].join(' '))
  const move = (index: number) => {
    setWanted({ index })
    setCurrent(index)
  }
  const place = Math.min(current, Math.max(0, rows.length - 1))
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) =>
    onRowKey(event, {
      count: rows.length,
      current: place,
      page: pageOf(scroller.current, rowHeight),
      move,
      open: (index) => withRow(rows, index, handlers.open),
      check: (index, isRange) => withRow(rows, index, (row) => checks.check(rowId(row), index, isRange)),
    })
  const hasState = props.state !== undefined && props.state !== null && props.state !== false && !isWaiting
  return (
    <div ref={frame} className={classes.frame} data-bulk={Boolean(props.bulk) || undefined} data-whole={props.isWhole || undefined}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of all rows, and what scrolls is reachable (WCAG 2.1.1) */}
      <div
        ref={scroller}
        className={classes.scroller}
        role="region"
        aria-label={props.label}
        aria-busy={props.isLoading === true}
        tabIndex={0}
        style={sizesOf(laid, hasCheck, rowHeight)}
        onKeyDown={onKeyDown}
      >
        <div
          className={classes.grid}
          role="grid"
          aria-label={props.label}
          aria-rowcount={rowCount(props)}
          aria-colcount={laid.length + (hasCheck ? 1 : 0)}
          aria-multiselectable={hasCheck || undefined}
        >
          <TableHead
            columns={laid}
            sort={props.sort ?? null}
            onSort={props.onSort}
            onSize={props.onSize}
            check={hasCheck ? checks.head : null}
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
              footHeight={footHeightOf(props)}
              current={place}
            />
          )}
          {totals !== undefined && <TotalsRow columns={laid} totals={totals} label={props.totalsLabel} hasCheck={hasCheck} />}
        </div>
      </div>
      <div className={classes.fade} aria-hidden />
      {props.bulk}
    </div>
  )
}

/** On a narrow view pinned columns would leave no room for the others. Before the first measurement pins are assumed. */
const canPinIn = (columns: readonly Pick<Column<RowRecord>, 'pin' | 'width'>[], width: number) =>
  width === 0 || columns.reduce((sum, column) => sum + (column.pin === 'start' ? column.width : 0), checkWidth) < width * 0.62

const footHeightOf = ({ totals, bulk }: Pick<DataTableProps<RowRecord>, 'totals' | 'bulk'>) =>
  (totals === undefined ? 0 : totalsHeight) + (bulk ? 64 : 0)

const sizesOf = <Row extends RowRecord>(columns: readonly LaidColumn<Row>[], hasCheck: boolean, rowHeight: number) =>
  ({
    '--columns': templateOf(columns, hasCheck),
    '--width': `${widthOf(columns, hasCheck)}px`,
    '--row-height': `${rowHeight}px`,
  }) as CSSProperties

function useScroller(scroller: RefObject<HTMLDivElement | null>, topKey: string) {
  useEffect(() => (scroller.current === null ? undefined : watchEdges(scroller.current)), [scroller])
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 })
  }, [scroller, topKey])
}

const rowCount = ({ rows, total }: Pick<DataTableProps<RowRecord>, 'rows' | 'total'>) =>
  (total === undefined || total === null ? rows.length : total.total_is_exact ? total.total : -2) + 1

const pageOf = (scroller: HTMLElement | null, rowHeight: number) =>
  Math.max(1, Math.floor(((scroller?.clientHeight ?? 0) - headHeight - totalsHeight) / rowHeight))

function withRow<Row>(rows: readonly Row[], index: number, act: (row: Row) => void) {
  const row = rows[index]
  if (row !== undefined) act(row)
}

const assign = (href: string) => window.location.assign(href)

/** The same object for ever, so that memoised rows stay. */
function useRowHandlers<Row extends RowRecord>(
  { onOpen, rowHref }: DataTableProps<Row>,
  touch: (index: number) => void,
  check: RowHandlers<Row>['check'],
): RowHandlers<Row> {
  const navigate = useNavigateTo()
  const latest = useLatest({ onOpen, rowHref, navigate, check })
  return useMemo(
    () => ({
      touch,
      check: (id, index, isRange) => latest.current.check(id, index, isRange),
      open: (row) => {
        const { onOpen, rowHref, navigate } = latest.current
        if (onOpen !== undefined) onOpen(row)
        else if (rowHref !== undefined) (navigate ?? assign)(rowHref(row))
      },
    }),
    [latest, touch],
  )
}

const TotalsRow = ({
  columns,
  totals,
  label,
  hasCheck,
}: {
  columns: readonly LaidHead[]
  totals: Readonly<Record<string, ReactNode>>
  label: string | undefined
  hasCheck: boolean
}) => (
  <div className={classes.totals} role="row">
    {hasCheck && <span className={classes.checkCell} aria-hidden data-pinned />}
    {columns.map((column, index) => (
      <span
        key={column.id}
        className={classes.cell}
        role="gridcell"
        data-align={column.align}
        data-pinned={column.left === null ? undefined : true}
        data-rule={column.isLastPinned || undefined}
        data-label={index === 0 || undefined}
        style={column.left === null ? undefined : { left: column.left }}
      >
        {index === 0 ? (label ?? t('Totals')) : totals[column.id]}
      </span>
    ))}
  </div>
)
