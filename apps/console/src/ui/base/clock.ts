import { useSyncExternalStore } from 'react'

type Tick = { everyMs: number; now: number; timer: number; listeners: Set<() => void> }

const ticks = new Map<number, Tick>()

function tickOf(everyMs: number): Tick {
  const known = ticks.get(everyMs)
  if (known !== undefined) return known
  const made: Tick = { everyMs, now: Date.now(), timer: 0, listeners: new Set() }
  ticks.set(everyMs, made)
  return made
}

function listen(tick: Tick, listener: () => void) {
  if (tick.listeners.size === 0) {
    tick.now = Date.now()
    tick.timer = window.setInterval(() => {
      if (document.hidden) return
      tick.now = Date.now()
      for (const notify of tick.listeners) notify()
    }, tick.everyMs)
  }
  tick.listeners.add(listener)
  return () => {
    tick.listeners.delete(listener)
    if (tick.listeners.size === 0) clearInterval(tick.timer)
  }
}

const subscriptions = new Map<number, (listener: () => void) => () => void>()

function subscriptionOf(everyMs: number) {
  const known = subscriptions.get(everyMs)
  if (known !== undefined) return known
  const subscribe = (listener: () => void) => listen(tickOf(everyMs), listener)
  subscriptions.set(everyMs, subscribe)
  return subscribe
}

/**
 * One timer for all that tick at the same pace, and none while nobody looks. `show` turns the time into what is drawn:
 * a cell renders again only when its own words change. Hidden pages do not tick; they catch up with the next one.
 */
export function useClock<T extends string | number>(everyMs: number, show: (now: number) => T): T {
  const read = () => {
    const tick = tickOf(everyMs)
    if (tick.listeners.size === 0 && Date.now() - tick.now > everyMs) tick.now = Date.now()
    return show(tick.now)
  }
  return useSyncExternalStore(subscriptionOf(everyMs), read, read)
}

/**
 * Returns 0 before this time and the time itself from then on, so that a component that waits for one moment renders again
 * only when it has come.
 */
export const useMoment = (at: number): number => useClock(1_000, (now) => (now >= at ? at : 0))
