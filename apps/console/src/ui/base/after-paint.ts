import { startTransition, useEffect, useState } from 'react'

/** Acts once what is drawn now has been painted. The returned function calls it off. */
export function afterPaint(act: () => void): () => void {
  // The callback runs before the frame is painted, the timer after it.
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** True once what was drawn with `isWanted` has been painted: for what the first sight of a page can do without. */
export function useAfterPaint(isWanted: boolean): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(
    () => (!isWanted || isPainted ? undefined : afterPaint(() => startTransition(() => setPainted(true)))),
    [isWanted, isPainted],
  )
  return isPainted
}
