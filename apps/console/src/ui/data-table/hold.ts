import { useRef, type MouseEvent, type PointerEvent } from 'react'

const holdMs = 450

/** A finger that rests on a row selects it. A scroll cancels the pointer, and the click that follows opens nothing. */
export function useHold(onHold: (index: number) => void) {
  const timer = useRef(0)
  const isHeld = useRef(false)
  const end = () => clearTimeout(timer.current)
  return {
    onPointerDown: ({ target }: PointerEvent) => {
      end()
      isHeld.current = false
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
      timer.current = window.setTimeout(() => {
        isHeld.current = true
        onHold(Number(row?.dataset.index))
      }, holdMs)
    },
    onPointerUp: end,
    onPointerCancel: end,
    onClickCapture: (event: MouseEvent) => {
      if (!isHeld.current) return
      isHeld.current = false
      event.preventDefault()
      event.stopPropagation()
    },
    // The browser's own menu of a link would cover it.
    onContextMenu: (event: MouseEvent) => isHeld.current && event.preventDefault(),
  }
}
