import type { PointerEvent } from 'react'

/** Beside a tile, or at the end of a row. */
export type DropTarget = { id: string; side: 'before' | 'after' } | { id?: undefined; row: number }

const threshold = 5

/**
 * By mouse or pen: a line shows where the tile would come to stand. A finger scrolls the page instead, and taps. Less than
 * five pixels are a click, which picks up.
 */
export function dragTile(event: PointerEvent<HTMLElement>, onDrop: (to: DropTarget) => void): void {
  if (event.button !== 0 || event.pointerType === 'touch') return
  const tile = event.currentTarget
  const { clientX: fromX, clientY: fromY, pointerId } = event
  const ending = new AbortController()
  let isDragging = false
  let over: Over | null = null
  const mark = (next: Over | null) => {
    if (over !== null) delete over.element.dataset.drop
    over = next
    if (over !== null) over.element.dataset.drop = over.side
  }
  const move = ({ clientX, clientY }: globalThis.PointerEvent) => {
    if (!isDragging && Math.hypot(clientX - fromX, clientY - fromY) < threshold) return
    if (!isDragging) {
      isDragging = true
      tile.dataset.dragging = 'true'
      tile.setPointerCapture(pointerId)
    }
    mark(overAt(clientX, clientY, tile))
  }
  const end = (isDone: boolean) => {
    ending.abort()
    const target = over?.target
    mark(null)
    delete tile.dataset.dragging
    if (!isDragging) return
    // The click that follows belongs to the drag.
    tile.addEventListener('click', (click) => (click.preventDefault(), click.stopPropagation()), {
      capture: true,
      once: true,
      signal: soon(),
    })
    if (isDone && target !== undefined) onDrop(target)
  }
  document.addEventListener('pointermove', move, { signal: ending.signal })
  document.addEventListener('pointerup', () => end(true), { signal: ending.signal })
  document.addEventListener('pointercancel', () => end(false), { signal: ending.signal })
  document.addEventListener('keydown', (key) => key.key === 'Escape' && end(false), { signal: ending.signal })
}

/** Without a click after it, nothing waits for one. */
function soon(): AbortSignal {
  const waiting = new AbortController()
  setTimeout(() => waiting.abort(), 0)
  return waiting.signal
}

interface Over {
  element: HTMLElement
  side: string
  target: DropTarget
}

function overAt(x: number, y: number, dragged: HTMLElement): Over | null {
  const plan = dragged.closest('[aria-busy]')
  const under = document
    .elementsFromPoint(x, y)
    .filter((one): one is HTMLElement => one instanceof HTMLElement && plan?.contains(one) === true)
  const tile = under.find((one) => one.dataset.tile !== undefined && one !== dragged)
  if (tile?.dataset.tile !== undefined) {
    const { left, right } = tile.getBoundingClientRect()
    const side = x < (left + right) / 2 ? 'before' : 'after'
    return { element: tile, side, target: { id: tile.dataset.tile, side } }
  }
  const row = under.find((one) => one.dataset.row !== undefined)
  if (row === undefined || under.includes(dragged)) return null
  return { element: row, side: 'end', target: { row: Number(row.dataset.row) } }
}
