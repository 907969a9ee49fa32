import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { Link } from '../details/link.tsx'
import { Skeleton } from '../frame/states.tsx'
import type { RowRecord } from './columns.ts'
import classes from './data-table.module.css'
import { useHold } from './hold.ts'
import { isFocusFree, keepLeftRow, placeOfLeftRow } from './left-row.ts'
import { useSelectionOf } from './selection.tsx'
import { useLatest, useTellView } from './table-body.tsx'
import { t } from '../base/translate.ts'

type CardListProps<Row extends RowRecord> = {
  label: string
  rows: readonly Row[]
  rowId: (row: Row) => string
  rowHref?: ((row: Row) => string) | undefined
  onOpen?: ((row: Row) => void) | undefined
  onFollow?: ((row: Row) => void) | undefined
  card: (row: Row) => ReactNode
  /** Below the card and outside of its link: what opens something else. */
  cardMore?: ((row: Row) => ReactNode) | undefined
  hasMore: boolean
  onLoadMore?: (() => void) | undefined
  onView?: ((first: number, last: number) => void) | undefined
  isWaiting: boolean
  state?: ReactNode
  selection?: ReadonlySet<string> | undefined
  isAllSelected?: boolean | undefined
  onSelection?: ((selection: ReadonlySet<string>) => void) | undefined
  bulk?: ReactNode
}

const estimatedHeight = () => 112

/** Phones: rows as cards without boxes, one hairline between; the whole card is the link. */
export function CardList<Row extends RowRecord>(props: CardListProps<Row>) {
  'use no memo' // the virtualizer is one mutable object; the compiler would keep its first answers
  const { rows, rowId, hasMore, isWaiting } = props
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: rows.length,
    getScrollElement: useCallback(() => scroller.current, []),
    estimateSize: estimatedHeight,
    // Depends on the rows, because a list in another order would give a card the height of another one.
    getItemKey: useCallback(
      (index: number) => {
        const row = rows[index]
        return row === undefined ? index : rowId(row)
      },
      [rows, rowId],
    ),
    overscan: 6,
  })
  const items = virtualizer.getVirtualItems()
  const isNear = hasMore && !isWaiting && (items.at(-1)?.index ?? 0) >= rows.length - 10
  const load = useLatest(props.onLoadMore)
  useEffect(() => {
    if (isNear) load.current?.()
  }, [isNear, rows.length, load])
  const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: 0 }
  useTellView({ first: startIndex, last: endIndex }, props.onView)
  useLeftCard(props, scroller, virtualizer.scrollToIndex)
  const hasCheck = props.selection !== undefined && props.onSelection !== undefined
  const isSelecting = hasCheck && ((props.selection?.size ?? 0) > 0 || props.isAllSelected === true)
  const checks = useSelectionOf(rows, rowId, props.selection, props.onSelection, props.isAllSelected)
  const hold = useHold((index) => hasCheck && rows[index] && checks.check(rowId(rows[index]), index, false))
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows of all cards, and what scrolls is reachable (WCAG 2.1.1) */}
      <div
        ref={scroller}
        className={classes.cards}
        role="region"
        aria-label={props.label}
        tabIndex={0}
        data-list
        data-bulk={Boolean(props.bulk) || undefined}
        data-selecting={isSelecting || undefined}
        onKeyDown={onCardKey}
        {...hold}
      >
        {isWaiting ? <WaitingCards /> : props.state}
        <ul style={{ height: virtualizer.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index]
            if (row === undefined) return null
            const id = rowId(row)
            return (
              <li
                key={item.key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                {hasCheck && (
                  <label className={classes.cardCheck}>
                    <input
                      type="checkbox"
                      className={classes.check}
                      aria-label={t('Select row')}
                      checked={props.isAllSelected === true || props.selection?.has(id) === true}
                      onChange={() => checks.check(id, item.index, false)}
                    />
                  </label>
                )}
                <CardOf row={row} {...props} />
                {props.cardMore?.(row)}
              </li>
            )
          })}
        </ul>
      </div>
      {props.bulk}
    </>
  )
}

/** Coming back from a page, the card that opened it has the focus again, for a screen reader goes on from there. */
function useLeftCard<Row extends RowRecord>(
  { label, rows, rowId }: Pick<CardListProps<Row>, 'label' | 'rows' | 'rowId'>,
  scroller: RefObject<HTMLDivElement | null>,
  scrollTo: (index: number) => void,
) {
  const wanted = useRef<number | null>(null)
  const hadRows = useRef(false)
  // After each render: a card far away is drawn only after the scroll.
  useEffect(() => {
    if (!hadRows.current && rows.length > 0) {
      hadRows.current = true
      wanted.current = placeOfLeftRow(label, rows, rowId)
      if (wanted.current !== null && cardAt(scroller.current, wanted.current) === null) scrollTo(wanted.current)
    }
    const card = wanted.current === null ? null : cardAt(scroller.current, wanted.current)
    if (card === null) return
    wanted.current = null
    if (isFocusFree()) card.focus({ preventScroll: true })
  })
}

const cardAt = (scroller: HTMLElement | null, index: number) =>
  scroller?.querySelector<HTMLElement>(`[data-index="${index}"] [data-card]`) ?? null

type CardOfProps<Row extends RowRecord> = Pick<
  CardListProps<Row>,
  'label' | 'rowId' | 'card' | 'rowHref' | 'onOpen' | 'onFollow'
> & { row: Row }

function CardOf<Row extends RowRecord>({ row, label, rowId, card, rowHref, onOpen, onFollow }: CardOfProps<Row>) {
  const follow = () => {
    keepLeftRow(label, { id: rowId(row), cell: null })
    onFollow?.(row)
  }
  if (rowHref !== undefined)
    return (
      <Link className={classes.card} data-card href={rowHref(row)} onClick={follow}>
        {card(row)}
      </Link>
    )
  if (onOpen === undefined) return <div className={classes.card}>{card(row)}</div>
  return (
    <button type="button" className={classes.card} data-card onClick={() => onOpen(row)}>
      {card(row)}
    </button>
  )
}

const stepByKey: ReadonlyMap<string, number> = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
])

/** Moves the focus from card to card with the up and down keys; the cards themselves are links or buttons. */
function onCardKey(event: KeyboardEvent<HTMLElement>) {
  const step = stepByKey.get(event.key) ?? 0
  if (step === 0 || event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return
  if (event.target !== event.currentTarget && event.target.closest('[data-card]') === null) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-card]')]
  const placeOf = (stop: HTMLElement) => Number(stop.closest<HTMLElement>('[data-index]')?.dataset.index)
  stops.sort((one, other) => placeOf(one) - placeOf(other))
  const at = stops.findIndex((stop) => stop === document.activeElement)
  const next = at < 0 ? stops[0] : stops[at + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'nearest' })
}

const WaitingCards = () => (
  <div className={classes.waitingCards}>
    {[0, 1, 2, 3, 4, 5, 6].map((index) => (
      <Skeleton key={index} lines={3} />
    ))}
  </div>
)
