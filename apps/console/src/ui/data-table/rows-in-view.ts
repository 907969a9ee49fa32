import { useCallback, useEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

/** The rows that the view reaches, by their place. */
export type RowRange = { first: number; last: number }

type RowsInView = {
  scroller: RefObject<HTMLElement | null>
  count: number
  /** Every row has this height. */
  rowHeight: number
  /** Sticky head and totals cover this much of the view; the head is in the flow above the first row. */
  headHeight: number
  footHeight: number
}

/** The head of a list's page, its views and its filters, at least. */
const abovePx = 140

const rangeAt = (
  top: number,
  height: number,
  { rowHeight, headHeight }: Pick<RowsInView, 'rowHeight' | 'headHeight'>,
) => ({
  first: Math.max(0, Math.floor((top - headHeight) / rowHeight)),
  last: Math.max(0, Math.floor((top + height - headHeight) / rowHeight)),
})

/**
 * Which rows are in view. Rows of one height need no measuring: the first render assumes a scroller as high as a list's page leaves
 * it, so that rows are drawn at once, and what the observer reports after the layout corrects it.
 */
export function useRowsInView({ scroller, count, rowHeight, headHeight, footHeight }: RowsInView) {
  const [range, setRange] = useState<RowRange>(() =>
    rangeAt(0, window.innerHeight - abovePx, { rowHeight, headHeight }),
  )
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const look = () => {
      const next = rangeAt(element.scrollTop, element.clientHeight, { rowHeight, headHeight })
      setRange((before) => (before.first === next.first && before.last === next.last ? before : next))
    }
    // In the frame of the scroll: a jump of the wheel is longer than the rows that are drawn beyond the edge.
    const lookNow = () => flushSync(look)
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', lookNow, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', lookNow)
    }
  }, [scroller, rowHeight, headHeight])
  /** Scrolls no further than needed. */
  const scrollTo = useCallback(
    (index: number) => {
      const element = scroller.current
      if (element === null) return
      const top = index * rowHeight
      const bottom = headHeight + top + rowHeight + footHeight
      if (top < element.scrollTop) element.scrollTo({ top })
      else if (bottom > element.scrollTop + element.clientHeight)
        element.scrollTo({ top: bottom - element.clientHeight })
    },
    [scroller, rowHeight, headHeight, footHeight],
  )
  const end = Math.max(0, count - 1)
  return { range: { first: Math.min(range.first, end), last: Math.min(range.last, end) }, scrollTo }
}

/** The rows to draw: some beyond both edges, and the row that has the focus, however far one scrolls. */
export function drawnRows({ first, last }: RowRange, count: number, current: number, overscan: number): number[] {
  const from = Math.max(0, first - overscan)
  const to = Math.min(count - 1, last + overscan)
  const indexes = Array.from({ length: Math.max(0, to - from + 1) }, (_, step) => from + step)
  if (current >= count || (current >= from && current <= to)) return indexes
  return current < from ? [current, ...indexes] : [...indexes, current]
}
