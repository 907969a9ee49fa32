import { useEffect, useLayoutEffect, useRef } from 'react'
import type { RefObject, UIEvent } from 'react'

/** On a phone the open tab may lie beyond the edge: it is brought to the middle, the page stays where it is. */
function bringToMiddle(row: HTMLDivElement): void {
  const tab = row.querySelector<HTMLElement>('[data-active]')
  if (tab) row.scrollLeft = tab.offsetLeft + (tab.offsetWidth - row.clientWidth) / 2
}

/** Waits for the layout that comes before the next paint. Measuring at once would force one in the middle of the drawing. */
function onceLaidOut(row: HTMLDivElement, act: (row: HTMLDivElement) => void): () => void {
  const size = new ResizeObserver(() => {
    size.disconnect()
    act(row)
  })
  size.observe(row)
  return () => size.disconnect()
}

/** Fades at the ends beyond which there is more. Written on the row itself: to scroll renders nothing. */
function markEnds(row: HTMLDivElement): void {
  row.toggleAttribute('data-before', row.scrollLeft > 1)
  row.toggleAttribute('data-after', row.scrollLeft + row.clientWidth < row.scrollWidth - 2)
}

/** Tells of the ends whenever the row gets another width or other tabs. */
function watchEnds(row: HTMLDivElement): () => void {
  const sizes = new ResizeObserver(() => markEnds(row))
  sizes.observe(row)
  for (const tab of row.children) sizes.observe(tab)
  return () => sizes.disconnect()
}

const onScroll = ({ currentTarget }: UIEvent<HTMLDivElement>): void => markEnds(currentTarget)

interface TabRow {
  ref: RefObject<HTMLDivElement | null>
  onScroll: (event: UIEvent<HTMLDivElement>) => void
}

/** A row of tabs (page.module.css, `tabs`) that shows the open one, and by a fade that there are more. */
export function useTabRow(active: string | undefined, tabs: number): TabRow {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (ref.current === null ? undefined : onceLaidOut(ref.current, bringToMiddle)), [active])
  useEffect(() => (ref.current === null ? undefined : watchEnds(ref.current)), [tabs])
  return { ref, onScroll }
}
