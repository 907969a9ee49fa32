import { createContext, use, useEffect, useRef, type RefObject } from 'react'

export type AskBeforeClosing = (close: () => void) => void
type Asker = RefObject<AskBeforeClosing | null>

/** Given by the dialog or the side panel around: who is asked before it closes. */
export const ClosingAsker = createContext<Asker | null>(null)
/** In a dialog a question takes the place of the foot; a side panel has its questions above it. */
export const InDialog = createContext(false)

export const useInDialog = (): boolean => use(InDialog)

/** What is inside a dialog or a side panel may ask before it closes. */
export function useAskBeforeClosing(ask: AskBeforeClosing | null): void {
  const askingRef = use(ClosingAsker)
  useEffect(() => {
    if (askingRef === null) return undefined
    askingRef.current = ask
    return () => {
      askingRef.current = null
    }
  }, [askingRef, ask])
}

/** Of the side panel that was opened last. */
let openPanel: Asker | null = null

/** For a side panel: what its content asks, and how it closes. */
export function usePanelAsker(onClose: () => void): { asker: Asker; close: () => void } {
  const asker = useRef<AskBeforeClosing | null>(null)
  useEffect(() => {
    openPanel = asker
    return () => {
      if (openPanel === asker) openPanel = null
    }
  }, [])
  return { asker, close: () => leave(asker, onClose) }
}

/** At once, or after what is inside has asked. */
export const leave = (asker: Asker | null, go: () => void): void => {
  if (asker?.current == null) go()
  else asker.current(go)
}

/** Before another row takes the place of an open one, where no address holds which row is open. */
export const askPanel = (go: () => void): void => leave(openPanel, go)
