import { useApp } from '../stores/app-store.ts'

/**
 * Calls `act` every so often until the returned function is called. Nothing is sent while the page is hidden or offline (screens:
 * start); what became due in that time is sent once, when the page is shown again.
 */
export function repeatWhileShown(act: () => void, everyMs: number): () => void {
  let dueAt = Date.now() + everyMs
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (): void => {
    clearTimeout(timer)
    const { isVisible, isOnline } = useApp.getState()
    if (!isVisible || !isOnline) return
    const left = dueAt - Date.now()
    if (left > 0) {
      timer = setTimeout(look, left)
      return
    }
    dueAt = Date.now() + everyMs
    timer = setTimeout(look, everyMs)
    // It may change the store, which looks again.
    act()
  }
  look()
  const leave = useApp.subscribe(look)
  return () => {
    clearTimeout(timer)
    leave()
  }
}
