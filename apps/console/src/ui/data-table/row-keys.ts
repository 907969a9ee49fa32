import type { KeyboardEvent } from 'react'

export type RowKeys = {
  count: number
  current: number
  /** Rows in view, for Page Up and Page Down. */
  page: number
  /** To a row, or to a cell of it by its place from 1. */
  move: (index: number, cell: number | null) => void
  open: (index: number) => void
  check: (index: number, isRange: boolean) => void
  checkAll: () => void
  /** Up from the first row. */
  leave: () => void
}

const notOurs =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="menu"], [role="dialog"], [role="listbox"], [data-head-row]'

/** Arrows, Home, End, Page keys move; right goes into the cells, left and Escape back out; Enter opens; Space or X selects, with shift from the last one on. */
export function onRowKey(event: KeyboardEvent<HTMLElement>, keys: RowKeys) {
  const { target, currentTarget } = event
  // Menus and dialogs of a cell are drawn elsewhere, but their keys come by here.
  if (!(target instanceof HTMLElement) || !currentTarget.contains(target) || target.closest(notOurs) !== null) return
  if (event.altKey || keys.count === 0) return
  if (event.metaKey || event.ctrlKey) {
    if (event.key.toLowerCase() !== 'a') return
    event.preventDefault()
    return keys.checkAll()
  }
  if (event.defaultPrevented) return
  const cell = target.closest<HTMLElement>('[role="gridcell"]')
  if (cell === null ? onKeyOfRow(event, keys) : onKeyOfCell(event, keys, cell)) event.preventDefault()
}

/** The present index of the row with the focus, because live changes move rows. */
const placeOfRow = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && target.dataset.index !== undefined ? Number(target.dataset.index) : null

/** X selects, as in other consoles; with shift from the last one on. */
const isCheckKey = ({ key }: KeyboardEvent) => key.toLowerCase() === 'x'

function onKeyOfRow(event: KeyboardEvent<HTMLElement>, keys: RowKeys): boolean {
  const place = placeOfRow(event)
  const isRow = place !== null
  const current = place ?? keys.current
  if (isRow && event.key === 'ArrowUp' && current === 0) return (keys.leave(), true)
  const next = nextIndex(event.key, { ...keys, current }, isRow)
  if (next !== null) return (keys.move(within(next, keys), null), true)
  if (!isRow) return false
  if (event.key === 'ArrowRight') return event.target instanceof HTMLElement && focusCell(event.target, 0)
  if (event.key === 'Enter') return (keys.open(current), true)
  if (event.key === ' ' || isCheckKey(event)) return (keys.check(current, event.shiftKey), true)
  return false
}

function onKeyOfCell(event: KeyboardEvent<HTMLElement>, keys: RowKeys, cell: HTMLElement): boolean {
  const row = cell.closest<HTMLElement>('[data-index]')
  if (row === null) return false
  const cells = cellsOf(row)
  const at = cells.indexOf(cell)
  const index = Number(row.dataset.index)
  if (event.key === 'Escape' || (event.key === 'ArrowLeft' && at === 0))
    return (row.focus({ preventScroll: true }), true)
  if (event.key === 'ArrowLeft') return focusCell(row, at - 1)
  if (event.key === 'ArrowRight') return focusCell(row, at + 1)
  if (event.key === 'Home') return focusCell(row, 0)
  if (event.key === 'End') return focusCell(row, cells.length - 1)
  if (event.key === 'ArrowUp' && index === 0) return (keys.leave(), true)
  const next = nextIndex(event.key, { ...keys, current: index }, true)
  if (next !== null) return (keys.move(within(next, keys), Number(cell.ariaColIndex)), true)
  // A link or a button in the cell has these keys for itself.
  if (event.target !== cell) return false
  if (event.key === 'Enter') return (keys.open(index), true)
  if (event.key === ' ' || isCheckKey(event)) return (keys.check(index, event.shiftKey), true)
  return false
}

const within = (index: number, { count }: RowKeys) => Math.min(count - 1, Math.max(0, index))
const cellsOf = (row: HTMLElement) => [...row.querySelectorAll<HTMLElement>('[role="gridcell"]')]

export const inCell = 'a[href], button, input'

/** The one thing in the cell that can be worked, else the cell itself. */
function focusCell(row: HTMLElement, place: number): boolean {
  const cell = cellsOf(row)[place]
  if (cell === undefined) return true
  focusIn(cell)
  return true
}

export function focusIn(cell: HTMLElement) {
  const stop = cell.querySelector<HTMLElement>(inCell) ?? cell
  // Only now: a cell that can always take the focus would take it from its row at each click.
  if (stop === cell) cell.tabIndex = -1
  stop.focus({ preventScroll: true })
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** From the scroller itself the first arrow goes to the current row, not past it. */
function nextIndex(key: string, { current, count, page }: RowKeys, isOnRowAlready: boolean): number | null {
  if (key === 'ArrowDown') return isOnRowAlready ? current + 1 : current
  if (key === 'ArrowUp') return isOnRowAlready ? current - 1 : current
  if (key === 'PageDown') return current + page
  if (key === 'PageUp') return current - page
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}
