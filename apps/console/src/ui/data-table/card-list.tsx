import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, type ReactNode } from 'react'
import { Link } from '../link.tsx'
import { Skeleton } from '../states.tsx'
import type { RowRecord } from './columns.ts'
import classes from './data-table.module.css'
import { useLatest } from './table-body.tsx'

type CardListProps<Row extends RowRecord> = {
  label: string
  rows: readonly Row[]
  rowId: (row: Row) => string
  rowHref: ((row: Row) => string) | undefined
  card: (row: Row) => ReactNode
  hasMore: boolean
  onLoadMore: (() => void) | undefined
  isWaiting: boolean
  state: ReactNode
}

const estimatedHeight = () => 112

/** Phones: rows as cards without boxes, one hairline between; the whole card is the link. */
export function CardList<Row extends RowRecord>(props: CardListProps<Row>) {
  'use no memo' // see TableBody
  const { rows, rowId, rowHref, card, hasMore, isWaiting } = props
  const scroller = useRef<HTMLDivElement>(null)
  const latest = useLatest({ rows, rowId })
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: rows.length,
    getScrollElement: useCallback(() => scroller.current, []),
    estimateSize: estimatedHeight,
    getItemKey: useCallback(
      (index: number) => {
        const row = latest.current.rows[index]
        return row === undefined ? index : latest.current.rowId(row)
      },
      [latest],
    ),
    overscan: 6,
  })
  const items = virtualizer.getVirtualItems()
  const isNear = hasMore && !isWaiting && (items.at(-1)?.index ?? 0) >= rows.length - 10
  const load = useLatest(props.onLoadMore)
  useEffect(() => {
    if (isNear) load.current?.()
  }, [isNear, rows.length, load])
  return (
    <div ref={scroller} className={classes.cards} role="region" aria-label={props.label} tabIndex={0}>
      {isWaiting ? <WaitingCards /> : props.state}
      <ul style={{ height: virtualizer.getTotalSize() }}>
        {items.map((item) => {
          const row = rows[item.index]
          if (row === undefined) return null
          const content = card(row)
          return (
            <li
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {rowHref === undefined ? (
                <div className={classes.card}>{content}</div>
              ) : (
                <Link className={classes.card} href={rowHref(row)}>
                  {content}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const WaitingCards = () => (
  <>
    {[0, 1, 2, 3].map((index) => (
      <Skeleton key={index} lines={3} />
    ))}
  </>
)
