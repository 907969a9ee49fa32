import type { KeyboardEvent } from 'react'

export type RowKeys = {
  count: number
  current: number
  /** Rows in view, for Page Up and Page Down. */
  page: number
  move: (index: number) => void
  open: (index: number) => void
  check: (index: number, isRange: boolean) => void
}

/** Arrows, Home, End, Page keys move; Enter opens; Space selects, with shift from the last one on. */
export function onRowKey(event: KeyboardEvent<HTMLElement>, keys: RowKeys) {
  if (event.target instanceof Element && event.target.closest('input:not([type="checkbox"]), textarea, [role="menu"]') !== null) return
  if (event.altKey || event.metaKey || event.ctrlKey || keys.count === 0) return
  const next = nextIndex(event.key, keys, isOnRow(event))
  if (next !== null) {
    event.preventDefault()
    keys.move(Math.min(keys.count - 1, Math.max(0, next)))
  } else if (isOnRow(event) && event.key === 'Enter') {
    event.preventDefault()
    keys.open(keys.current)
  } else if (isOnRow(event) && event.key === ' ') {
    event.preventDefault()
    keys.check(keys.current, event.shiftKey)
  }
}

const isOnRow = (event: KeyboardEvent) => event.target instanceof HTMLElement && event.target.dataset.index !== undefined

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
