import { useLayoutEffect, useRef, type RefObject } from 'react'
import { isFocusFree } from './left-row.ts'

/**
 * A moved column is put elsewhere in the document, which loses its focus. `keep` names by a selector what gets it back when
 * `order` has changed; a person who has pressed Tab in between keeps the new place.
 */
export function useMovedFocus(container: RefObject<HTMLElement | null>, order: unknown): (selector: string) => void {
  const kept = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (kept.current === null) return
    const moved = container.current?.querySelector<HTMLElement>(kept.current)
    kept.current = null
    if (moved === null || moved === undefined) return
    if (isFocusFree()) moved.focus({ preventScroll: true })
    if (document.activeElement === moved) moved.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [container, order])
  return (selector) => {
    kept.current = selector
  }
}

export const inColumn = (id: string, selector: string): string => `[data-column="${CSS.escape(id)}"] ${selector}`
