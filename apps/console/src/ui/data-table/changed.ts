import { useEffect, useRef, type RefObject } from 'react'

const tintMs = 900
const lastTint = new WeakMap<Element, number>()

/** A changed cell gets an accent tint that fades: at most one a second a row, without rendering anything again. */
export function useChangedTint<E extends HTMLElement>(value: unknown): RefObject<E | null> {
  const cell = useRef<E>(null)
  const known = useRef(value)
  useEffect(() => {
    if (Object.is(known.current, value)) return
    known.current = value
    if (cell.current !== null) tint(cell.current)
  }, [value])
  return cell
}

function tint(cell: HTMLElement) {
  const row = cell.parentElement ?? cell
  const now = performance.now()
  if (now - (lastTint.get(row) ?? -Infinity) < 1000) return
  lastTint.set(row, now)
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  cell.animate([{ backgroundColor: 'color-mix(in srgb, var(--accent) var(--changed-share), var(--page))' }, {}], {
    duration: tintMs,
    easing: isStill ? 'steps(1, end)' : 'cubic-bezier(0.2, 0, 0, 1)',
  })
}
