import { openBatches } from './batches.ts'

export interface Lanes {
  /** The work must not reject. */
  add(key: string, work: () => Promise<void>): void
}

/**
 * Does the work of one key in order and that of different keys side by side. Keys take turns, so a key with much work
 * delays another one by a single piece of it: batches of one.
 */
export const openLanes = (atOnce: number): Lanes =>
  openBatches<() => Promise<void>>({
    atOnce,
    itemsAtMost: 1,
    ofKeyAtMost: 1,
    placeOf: () => null,
    work: async (pieces) => {
      for (const piece of pieces) await piece()
    },
  })
