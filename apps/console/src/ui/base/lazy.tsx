import { useMounted } from '@mantine/hooks'
import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { afterPaint } from './after-paint.ts'

/** Code that no row needs: it is asked for at its first use, or before that, when the window has come to rest. */
export type Later<T> = { now: () => T | null; load: () => Promise<T | null>; isFirst: boolean }

const restAfterMs = 3_000
const waiting: (() => Promise<unknown>)[] = []

/** `isFirst` is what a page cannot be seen without, or what says that the network is gone: it is asked for before the first paint. */
export function later<T>(load: () => Promise<T>, { isFirst = false } = {}): Later<T> {
  let part: T | null = null
  // The window reports a part that could not be loaded (`vite:preloadError`).
  const ask = () =>
    load().then(
      (loaded) => (part = loaded ?? null),
      () => null,
    )
  const once = () => (part === null ? ask() : Promise.resolve(part))
  // Tests import screens where there is no window.
  if (waiting.push(once) === 1 && typeof window !== 'undefined') setTimeout(() => void loadWaiting(), restAfterMs)
  return { now: () => part, load: once, isFirst }
}

/** Loads the parts one after the other in idle moments. A failure offline stays silent because nobody asked for the part. */
async function loadWaiting(): Promise<void> {
  // A test that had a window may have ended by now.
  for (let load = waiting[0]; load !== undefined && typeof window !== 'undefined'; load = waiting[0]) {
    await new Promise((rested) =>
      'requestIdleCallback' in window ? requestIdleCallback(rested) : setTimeout(rested, 50),
    )
    if (navigator.onLine) await load()
    waiting.shift()
  }
}

/**
 * Null until it is here; asked for from the moment it is wanted, and again when the network is back. `onMissing` is called when
 * it could not be loaded.
 */
export function useLater<T>(part: Later<T>, isWanted: boolean, onMissing?: () => void): T | null {
  const [here, setHere] = useState<T | null>(part.now)
  const take = useEffectEvent((loaded: T | null) => {
    setHere(() => loaded)
    if (loaded === null) onMissing?.()
  })
  useEffect(() => {
    if (!isWanted || here !== null) return undefined
    let isGone = false
    const ask = () => void part.load().then((loaded) => isGone || take(loaded))
    // A page names up to a dozen parts: to ask for their files takes longer than to draw its first rows.
    let callOff: (() => void) | undefined
    if (part.isFirst || part.now() !== null) ask()
    else callOff = afterPaint(ask)
    window.addEventListener('online', ask)
    return () => {
      isGone = true
      callOff?.()
      window.removeEventListener('online', ask)
    }
  }, [part, isWanted, here])
  return here
}

/**
 * A component that is drawn as soon as its code is loaded:
 * `const BulkBar = lazyComponent(() => import('../list-parts/bulk-bar.tsx').then((m) => m.BulkBar))`. What can be closed closes when its
 * code cannot be loaded, so that the next press asks for it again.
 */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options?: { isFirst: boolean },
) => partOf(later(load, options))

export function partOf<Props extends object>(part: Later<ComponentType<Props>>) {
  return function LazyPart(props: Props) {
    const Part = useLater(part, true, onCloseOf(props))
    return Part && <Part {...props} />
  }
}

function onCloseOf(props: object): (() => void) | undefined {
  if (!('onClose' in props) || typeof props.onClose !== 'function') return undefined
  const { onClose } = props
  return () => void onClose()
}

/**
 * A dialog: its code is asked for when it opens first, and it stays, so that it is seen to close. When the code cannot be loaded,
 * the dialog closes, so that the next press asks for it again.
 */
export function lazyDialog<Props extends { opened: boolean; onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
) {
  const part = later(load)
  return function LazyDialog(props: Props) {
    const wasOpened = useOnceTrue(props.opened)
    const Part = useLater(part, props.opened, props.onClose)
    return wasOpened && Part !== null ? <OpenedAfter Part={Part} props={props} /> : null
  }
}

export function useOnceTrue(is: boolean): boolean {
  const [was, setWas] = useState(is)
  if (is && !was) setWas(true)
  return was || is
}

/** Mounted closed and opened then: only so it knows where the focus was. */
function OpenedAfter<Props extends { opened: boolean }>({ Part, props }: { Part: ComponentType<Props>; props: Props }) {
  return <Part {...props} opened={useMounted() && props.opened} />
}
