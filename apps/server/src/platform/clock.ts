/** Injected, so that a test moves time instead of waiting for it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
