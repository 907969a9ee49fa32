import { createContext, use, useEffect, type RefObject } from 'react'

export type AskBeforeClosing = (close: () => void) => void

/** Given by the dialog around: who is asked before it closes. */
export const ClosingAsker = createContext<RefObject<AskBeforeClosing | null> | null>(null)

export const useInDialog = (): boolean => use(ClosingAsker) !== null

/** What is inside a dialog may ask before it closes. */
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
