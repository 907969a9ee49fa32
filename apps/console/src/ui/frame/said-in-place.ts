import { useLayoutEffect, useSyncExternalStore } from 'react'

/** What alerts on the page say at this moment, each as often as it is drawn. */
let said: readonly string[] = []
const readers = new Set<() => void>()

function change(next: readonly string[]): void {
  said = next
  for (const read of readers) read()
}

/** While an alert of the page says it, no message over the page repeats it. */
export function useSayInPlace(title: string | null): void {
  useLayoutEffect(() => {
    if (title === null) return undefined
    change([...said, title])
    return () => change(said.toSpliced(said.indexOf(title), 1))
  }, [title])
}

function subscribe(reader: () => void): () => void {
  readers.add(reader)
  return () => readers.delete(reader)
}

export const useSaidInPlace = (): readonly string[] => useSyncExternalStore(subscribe, () => said)
