import type { PointerEvent as ReactPointerEvent } from 'react'
import { widthWithin, type Side } from './layout.ts'

const dragFromPx = 6
const edgePx = 48

/** Follows a pointer until it is let go; Escape or a lost pointer ends it without a result. */
function follow(pointerId: number, move: (event: PointerEvent) => void, end: (isDone: boolean) => void) {
  const ending = new AbortController()
  const stop = (isDone: boolean) => {
    if (ending.signal.aborted) return
    ending.abort()
    end(isDone)
  }
  const { signal } = ending
  const ofMine = (act: (event: PointerEvent) => void) => (event: PointerEvent) =>
    event.pointerId === pointerId && act(event)
  document.addEventListener('pointermove', ofMine(move), { signal })
  document.addEventListener(
    'pointerup',
    ofMine(() => stop(true)),
    { signal },
  )
  document.addEventListener(
    'pointercancel',
    ofMine(() => stop(false)),
    { signal },
  )
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      stop(false)
    },
    { signal, capture: true },
  )
}

/** Drags the right edge: reports the width during the drag, and once when the edge is released. */
export function dragWidth(
  event: ReactPointerEvent<HTMLElement>,
  onWidth: (width: number | null, isDone: boolean) => void,
) {
  if (event.button !== 0) return
  const handle = event.currentTarget
  const start = event.clientX
  const before = handle.parentElement?.offsetWidth ?? 0
  let width: number | null = null
  event.preventDefault()
  event.stopPropagation()
  handle.setPointerCapture(event.pointerId)
  follow(
    event.pointerId,
    (moved) => {
      width = widthWithin(before + moved.clientX - start)
      onWidth(width, false)
    },
    (isDone) => onWidth(isDone ? width : null, true),
  )
}

type Drop = { id: string; side: Side }

/** Drags a whole column in the head; a line shows where it would go. Touch scrolls instead and has the menu for this. */
export function dragColumn(event: ReactPointerEvent<HTMLElement>, onPlace: (targetId: string, side: Side) => void) {
  if (event.button !== 0 || event.pointerType === 'touch') return
  const cell = event.currentTarget
  const start = event.clientX
  let isDragging = false
  let drop: Drop | null = null
  const move = (moved: PointerEvent) => {
    if (!isDragging && Math.abs(moved.clientX - start) < dragFromPx) return
    // Not before: what a captured pointer clicks is the cell and no longer the word in it, by which one sorts.
    if (!isDragging) cell.setPointerCapture(moved.pointerId)
    isDragging = true
    cell.dataset.dragging = 'true'
    scrollAtEdge(cell, moved.clientX)
    drop = dropAt(cell, moved.clientX)
    showDrop(cell, drop)
  }
  follow(event.pointerId, move, (isDone) => {
    delete cell.dataset.dragging
    showDrop(cell, null)
    if (!isDragging) return
    swallowClick()
    if (isDone && drop !== null) onPlace(drop.id, drop.side)
  })
}

const cellsOf = (cell: HTMLElement) => [...(cell.parentElement?.querySelectorAll<HTMLElement>('[data-column]') ?? [])]

/** Within the same part of the head: the pinned ones, or the others. */
function dropAt(cell: HTMLElement, x: number): Drop | null {
  for (const other of cellsOf(cell)) {
    const { left, right } = other.getBoundingClientRect()
    if (x < left || x >= right || other.hasAttribute('data-pinned') !== cell.hasAttribute('data-pinned')) continue
    const id = other.dataset.column
    if (id === undefined || other === cell) return null
    return { id, side: x < (left + right) / 2 ? 'before' : 'after' }
  }
  return null
}

function showDrop(cell: HTMLElement, drop: Drop | null) {
  for (const other of cellsOf(cell)) {
    if (drop !== null && other.dataset.column === drop.id) other.dataset.drop = drop.side
    else delete other.dataset.drop
  }
}

function scrollAtEdge(cell: HTMLElement, x: number) {
  const scroller = cell.closest<HTMLElement>('[role="region"]')
  if (scroller === null) return
  const { left, right } = scroller.getBoundingClientRect()
  if (x > right - edgePx) scroller.scrollBy({ left: 16 })
  else if (x < left + edgePx) scroller.scrollBy({ left: -16 })
}

/** What ends a drag is not a click on the word: nothing is sorted by it. */
function swallowClick() {
  const swallow = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => document.removeEventListener('click', swallow, { capture: true }))
}
