/** Repeatable random numbers: the seed determines a run of the model. */
export interface Random {
  /** At least 0 and less than 1. */
  next(): number
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T | undefined
  /** Time until the next of random events that are `mean` apart on average. */
  exponential(mean: number): number
}

/** FNV-1a: the same number for the same text on every machine. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193)
  return hash >>> 0
}

/** mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick: (from) => from[Math.floor(next() * from.length)],
    exponential: (mean) => -Math.log(1 - next()) * mean,
  }
}
