import { useEffect } from 'react'
import { create } from 'zustand'

const useStore = create<{ path: string | null }>()(() => ({ path: null }))

/** The destination that the navigation marks, where the page knows it better than its address does. */
export const useMarkedPath = (): string | null => useStore(({ path }) => path)

/** Marks a destination as long as this page is shown: a session that has not ended belongs to the active ones. */
export function useShownUnder(path: string): void {
  useEffect(() => {
    useStore.setState({ path })
    return () => useStore.setState({ path: null })
  }, [path])
}
