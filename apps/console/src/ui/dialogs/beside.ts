import { useEffect, useEffectEvent, useLayoutEffect, type RefObject } from 'react'
import { useFocusReturn } from '../base/focus-return.ts'

/** Set for the moment in which another panel takes the place of one. */
let replaced: { hadFocus: boolean } | null = null

/**
 * For a panel beside the page, which stays usable: the panel takes the focus when it opens (`data-autofocus`), Escape closes it,
 * and the focus returns to what opened it. When the panel shows another thing, because another row was clicked, the focus stays
 * on that row. `isAsking`: a question above the panel has the focus.
 */
export function useBeside(panel: RefObject<HTMLElement | null>, onClose: () => void, isAsking = false): void {
  useFocusReturn(true, panel)
  const takeFocus = useEffectEvent(() => {
    if (isAsking || replaced?.hadFocus === false) return
    panel.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
  })
  useLayoutEffect(() => {
    const { current } = panel
    takeFocus()
    return () => {
      replaced = { hadFocus: current?.contains(document.activeElement) === true }
      queueMicrotask(() => (replaced = null))
    }
  }, [panel])
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { current } = panel
    const isOurs = event.key === 'Escape' && !event.isComposing && !event.defaultPrevented
    if (!isOurs || current === null || !isTopmost(current) || !isFree(event.target, current)) return
    event.preventDefault()
    onClose()
  })
  useEffect(() => {
    // After everything on the page that has a use for the key.
    const onKey = (event: KeyboardEvent): void => pressed(event)
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** A panel that was opened from another one is drawn in its place. */
const isTopmost = (panel: HTMLElement): boolean => panel.nextElementSibling === null

const above = '[role=menu], [role=listbox], [role=dialog]'
const fields = 'input:not([type=checkbox]), textarea, select'

/** What is open above the panel has the key first, and so has a field of the page. */
function isFree(target: EventTarget | null, panel: HTMLElement): boolean {
  if (!(target instanceof Element)) return true
  if (isOfOpenList(target) || target.closest(above) !== null) return false
  return panel.contains(target) || target.closest(fields) === null
}

/** A field whose list of choices is open closes that first. */
export const isOfOpenList = (target: EventTarget | null): boolean =>
  target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true'
