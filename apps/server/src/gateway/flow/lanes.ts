export interface Lanes {
  /** The work must not reject. */
  add(key: string, work: () => Promise<void>): void
}

interface Turns {
  readonly atOnce: number
  readonly waiting: Map<string, (() => Promise<void>)[]>
  /** Keys with waiting work of which none is running, in the order of their turns. */
  readonly ready: string[]
  running: number
}

/**
 * Does the work of one key in order and that of different keys side by side. Keys take turns, so a key with much work
 * delays another one by a single piece of it.
 */
export function openLanes(atOnce: number): Lanes {
  const turns: Turns = { atOnce, waiting: new Map(), ready: [], running: 0 }
  return {
    add(key, work) {
      const lane = turns.waiting.get(key)
      if (lane) return void lane.push(work)
      turns.waiting.set(key, [work])
      turns.ready.push(key)
      start(turns)
    },
  }
}

function start(turns: Turns): void {
  while (turns.running < turns.atOnce) {
    const key = turns.ready.shift()
    if (key === undefined) return
    turns.running++
    void turns.waiting
      .get(key)
      ?.shift()?.()
      .finally(() => finish(turns, key))
  }
}

function finish(turns: Turns, key: string): void {
  turns.running--
  if (turns.waiting.get(key)?.length) turns.ready.push(key)
  else turns.waiting.delete(key)
  start(turns)
}
